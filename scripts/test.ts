/**
 * Runs everything that says whether Castellan is in order, and counts it. Its last line is `N passed, N failed`.
 * What this machine cannot run is listed with the reason, never left out silently.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leastVaultBranches } from '../vitest.config.ts';
import { provideBrowser } from './browser.ts';
import { provideKeepassxc } from './keepassxc.ts';
import { type Counts, judgeCoverage, noCounts, parsePlaywrightReport, parseVitestReport } from './test-reports.ts';

const root = join(import.meta.dirname, '..');
const withBrowser = !process.argv.includes('--without-browser');
const reports = mkdtempSync(join(tmpdir(), 'castellan-reports-'));

/** A log file is read without colours. */
const plainText: Readonly<Record<string, string>> = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: '0' };

const results: Counts[] = [];
try {
  await runStaticChecks();
  await buildWeb();
  await runVaultTests();
  await runVitest('unit, policy and server tests', ['--project=!vault']);
  if (withBrowser) await runJourneys();
} finally {
  rmSync(reports, { recursive: true, force: true });
}
summarise();

async function runStaticChecks(): Promise<void> {
  const bin = (name: string) => join(root, 'node_modules', '.bin', name);
  // Route types must exist before the web app can be checked.
  const typegen = await run('route types', bin('react-router'), ['typegen'], { cwd: join(root, 'web') });
  const checks = [
    run('format and lint', bin('biome'), ['ci', '--error-on-warnings']),
    run('import rules', bin('depcruise'), [
      '--config',
      'dependency-cruiser.config.mjs',
      '--output-type',
      'err-long',
      'packages',
      'platform',
      'server',
      'web/app',
      'tests',
      'supabase',
      'scripts',
      'bench',
    ]),
    run('types of server and tests', bin('tsc'), ['-p', '.']),
    run('types of foundation, without Node and DOM', bin('tsc'), ['-p', 'packages/foundation']),
    run('types of content, without Node and DOM', bin('tsc'), ['-p', 'packages/content']),
    run('types of the vault, without Node and DOM', bin('tsc'), ['-p', 'packages/vault-core']),
    run("types of the vault's tests", bin('tsc'), ['-p', 'packages/vault-core/tests']),
    run("types of the vault's benchmark", bin('tsc'), ['-p', 'bench/vault']),
    run('types of the journeys', bin('tsc'), ['-p', 'tests/e2e']),
    run('types of the web app', bin('tsc'), ['-p', 'web']),
  ];
  for (const isGood of [typegen, ...(await Promise.all(checks))])
    results.push({ ...noCounts, passed: isGood ? 1 : 0, failed: isGood ? 0 : 1 });
}

/** The server's tests and the journeys both serve the built pages. */
async function buildWeb(): Promise<void> {
  const built = await run('build of the web app', process.execPath, ['scripts/launch.mjs', 'build']);
  results.push({ ...noCounts, passed: built ? 1 : 0, failed: built ? 0 : 1 });
}

/** The vault's own tests, and whether they reach enough of it: a branch that no test takes is not known to hold. */
async function runVaultTests(): Promise<void> {
  provideKeepassxc();
  const folder = join(reports, 'coverage');
  await runVitest("the vault's tests", ['--project=vault', '--coverage.enabled', `--coverage.reportsDirectory=${folder}`]);
  const counts = judgeCoverage(readReport(join(folder, 'coverage-summary.json')), leastVaultBranches);
  console.log(`  ${counts.said}`);
  results.push(counts);
}

async function runVitest(title: string, given: readonly string[]): Promise<void> {
  const report = join(reports, 'vitest.json');
  heading(title);
  rmSync(report, { force: true });
  await runLoudly(join(root, 'node_modules', '.bin', 'vitest'), [
    'run',
    ...given,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  results.push(parseVitestReport(readReport(report)));
}

async function runJourneys(): Promise<void> {
  heading('journeys in a browser');
  const browser = provideBrowser();
  if (!browser.ok) {
    results.push({ ...noCounts, notRun: [`every journey: ${browser.failure.reason}`] });
    return;
  }
  const report = join(reports, 'journeys.json');
  await runLoudly(
    join(root, 'node_modules', '.bin', 'playwright'),
    ['test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=line,json'],
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      CHROMIUM_PATH: browser.value ?? '',
    },
  );
  results.push(parsePlaywrightReport(readReport(report)));
}

/** Runs a check, showing its output only where it fails. */
async function run(title: string, program: string, given: readonly string[], options: { readonly cwd?: string } = {}): Promise<boolean> {
  const child = spawn(program, given, { cwd: options.cwd ?? root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const exitCode = await new Promise((resolve) => child.on('close', resolve).on('error', () => resolve(1)));
  console.log(`${exitCode === 0 ? '  ok    ' : '  FAILED'} ${title}`);
  if (exitCode !== 0) console.log(output);
  return exitCode === 0;
}

async function runLoudly(program: string, given: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<void> {
  const child = spawn(program, given, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...plainText, ...environment, NODE_ENV: 'test' },
  });
  await new Promise((resolve) => child.on('close', resolve).on('error', resolve));
}

/** A run that ended without a report has failed, whatever its exit code says. */
function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function heading(text: string): void {
  console.log(`\n${text}`);
}

function summarise(): void {
  const passed = results.reduce((sum, counts) => sum + counts.passed, 0);
  const failed = results.reduce((sum, counts) => sum + counts.failed, 0);
  const notRun = results.flatMap((counts) => counts.notRun);
  const names = results.flatMap((counts) => counts.failedNames);
  if (names.length > 0) console.log(`\nFailed:\n${names.map((name) => `  ${name}`).join('\n')}`);
  console.log(`\n${notRun.length} not run${notRun.length > 0 ? ':' : ''}${notRun.map((reason) => `\n  ${reason}`).join('')}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}
