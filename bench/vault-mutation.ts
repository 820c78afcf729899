/**
 * `npm run bench -- vault-mutation [FILE…]`: how many small faults, put into the vault's code one at a time, its tests notice. Files
 * are named without folder and ending (`sealing`); without any, those that keys, seals and verdicts depend on. Runs for an hour
 * or more; prints each fault that went unnoticed, and ends with 1 where fewer than 85 % were noticed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideMeasuringTools } from '../scripts/measuring-tools.ts';

const root = join(import.meta.dirname, '..');
const minPercent = 85;

const critical = [
  ...['framing', 'sealing', 'keyring', 'slot', 'slot-secret', 'slot-wrapping', 'unlock', 'pin', 'entry-envelope'],
  ...['manifest-head', 'manifest-shard', 'read-manifest', 'verify-rows', 'merge-entries'],
];

const tools = provideMeasuringTools('measuring-vault');
if (!tools.ok) throw new Error(tools.failure.reason);
const named = process.argv.slice(3);
const folder = mkdtempSync(join(tmpdir(), 'castellan-mutation-'));
try {
  const config = join(folder, 'config.json');
  writeFileSync(config, JSON.stringify(settings(tools.value.pathOf('@stryker-mutator/vitest-runner/dist/src/index.js'))));
  const program = tools.value.pathOf('@stryker-mutator/core/bin/stryker.js');
  const ran = spawnSync(process.execPath, [program, 'run', config], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'test' },
  });
  process.exitCode = ran.status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function settings(runner: string): object {
  return {
    testRunner: 'vitest',
    plugins: [runner],
    vitest: { configFile: 'bench/vault-mutation.vitest.config.ts', related: false },
    mutate: (named.length > 0 ? named : critical).map((name) => `packages/vault-core/src/**/${name}.ts`),
    ignorePatterns: [
      'web',
      'server',
      'supabase',
      'platform',
      'content',
      'docs',
      'data',
      '.measuring',
      '.measuring-vault',
      '.node',
      'coverage',
    ],
    coverageAnalysis: 'perTest',
    disableTypeChecks: false,
    timeoutMS: 3_000,
    concurrency: 2,
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { logTests: false, allowColor: process.stdout.isTTY },
    thresholds: { high: 100, low: minPercent, break: minPercent },
  };
}
