import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginRecord } from './test-record.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-record-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const outcome = { passed: 3, failed: 1, flaky: ['one'], seconds: 2.5, parts: [{ title: 'static checks', seconds: 2 }] };
const written = (): unknown => JSON.parse(readFileSync(join(folder, '.test-run.json'), 'utf8'));

function git(...given: readonly string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@castellan.test'];
  const asked = spawnSync('git', [...identity, ...given], { cwd: folder, encoding: 'utf8' });
  if (asked.status !== 0) throw new Error(asked.stderr);
  return asked.stdout.trim();
}

test('the record names the commit, and tells whether files differed from it when the run began', () => {
  git('init', '--quiet');
  writeFileSync(join(folder, '.gitignore'), '.test-run.json\n');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  const commit = git('rev-parse', 'HEAD');
  const record = beginRecord(folder);
  writeFileSync(join(folder, 'new'), 'made while the tests run');
  record.write(outcome);
  expect(written()).toEqual({ commit, dirty: false, ...outcome });
  beginRecord(folder).write(outcome);
  expect(written()).toEqual({ commit, dirty: true, ...outcome });
});

test('without a repository the run is written down all the same', () => {
  beginRecord(folder).write(outcome);
  expect(written()).toEqual({ commit: null, dirty: null, ...outcome });
});
