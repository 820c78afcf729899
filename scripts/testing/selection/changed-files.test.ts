import { spawnSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findChangedFiles } from './changed-files.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-changed-'));
  git('init', '--quiet');
  for (const name of ['kept', 'edited', 'moved', 'removed']) writeFileSync(join(folder, name), `${name}\n`);
  writeFileSync(join(folder, '.gitignore'), 'ignored\n');
  commit('first');
});
afterEach(() => rmSync(folder, { recursive: true }));

function git(...given: readonly string[]): void {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@castellan.test'];
  const asked = spawnSync('git', [...identity, ...given], { cwd: folder, encoding: 'utf8' });
  if (asked.status !== 0) throw new Error(asked.stderr);
}

function commit(message: string): void {
  git('add', '.');
  git('commit', '--quiet', '--message', message);
}

test('edited, new, deleted and moved files are told, whether they are staged or not, and ignored ones are not', () => {
  writeFileSync(join(folder, 'edited'), 'otherwise');
  writeFileSync(join(folder, 'new file'), '');
  writeFileSync(join(folder, 'ignored'), '');
  rmSync(join(folder, 'removed'));
  renameSync(join(folder, 'moved'), join(folder, 'elsewhere'));
  git('add', 'elsewhere', 'moved');
  expect(findChangedFiles(folder, 'HEAD')).toEqual({ ok: true, value: ['edited', 'elsewhere', 'moved', 'new file', 'removed'] });
});

test('from an earlier commit everything since is told', () => {
  writeFileSync(join(folder, 'edited'), 'otherwise');
  commit('second');
  expect(findChangedFiles(folder, 'HEAD')).toEqual({ ok: true, value: [] });
  expect(findChangedFiles(folder, 'HEAD~1')).toEqual({ ok: true, value: ['edited'] });
});

test('a commit that is not there is refused', () => {
  expect(findChangedFiles(folder, 'no-such-branch')).toMatchObject({ ok: false });
  expect(findChangedFiles(folder, '--output=kept')).toMatchObject({ ok: false });
});
