import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { needs } from '../../tests/support/needs.ts';

const program = join(import.meta.dirname, '..', 'samples.ts');
const canUnshare =
  process.platform === 'linux' &&
  spawnSync('unshare', ['--net', '--mount', 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'ignore' }).status === 0;

const run = (...given: readonly string[]) => spawnSync(process.execPath, [program, ...given], { encoding: 'utf8', timeout: 110_000 });

test('the lab is built, and a report of it recorded, by the command alone', (context) => {
  needs(context, canUnshare, 'it needs a network of its own (unshare --net --mount)');
  const folder = mkdtempSync(join(tmpdir(), 'castellan-samples-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { status, stderr } = run('--into', folder, 'tls-inspector');
  expect(status, stderr).toBe(0);
  expect(readdirSync(folder)).toEqual(['tls-inspector.json']);
  const { lab, report } = JSON.parse(readFileSync(join(folder, 'tls-inspector.json'), 'utf8'));
  expect(lab).toContain('does not exist');
  expect(report).toMatchObject({ tool: 'tls-inspector', target: 'shop.example', address: '192.0.2.10', mark: 'B' });
});

test('a tool without a sample, and a network that is the machine’s own, are refused with a sentence', (context) => {
  needs(context, canUnshare, 'it needs a network of its own (unshare --net --mount)');
  expect(run('port-check')).toMatchObject({ status: 1, stderr: expect.stringMatching(/^There is no sample of port-check\. There are/) });
  expect(run('--inside')).toMatchObject({ status: 1, stderr: expect.stringContaining('only ever set up in a network of its own') });
});
