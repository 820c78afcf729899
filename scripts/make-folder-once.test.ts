import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolderOnce } from './make-folder-once.ts';

let room: string;
let place: string;
/** Where processes say that they have begun: apart from the place, which each of them clears when it is done. */
let begun: string;
beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'castellan-folder-'));
  place = join(room, 'place');
  begun = join(room, 'begun');
  mkdirSync(place);
  mkdirSync(begun);
});
afterEach(() => rmSync(room, { recursive: true }));

function writeOne(folder: string): undefined {
  writeFileSync(join(folder, 'one'), '1');
}

/** Makes the folder in a process of its own, which goes on only once another has begun too. Resolves with its exit code. */
function makeBesideAnother(): Promise<number | null> {
  const module = pathToFileURL(join(import.meta.dirname, 'make-folder-once.ts')).href;
  const program = `
    import { readdirSync, writeFileSync } from 'node:fs';
    import { makeFolderOnce } from ${JSON.stringify(module)};
    const place = ${JSON.stringify(place)};
    const begun = ${JSON.stringify(begun)};
    makeFolderOnce(place + '/made', (folder) => {
      writeFileSync(begun + '/' + process.pid, '');
      while (readdirSync(begun).length < 2) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      for (let index = 0; index < 100; index += 1) writeFileSync(folder + '/' + index, String(process.pid));
    });
    if (readdirSync(place + '/made').length !== 100) process.exit(2);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' });
  return new Promise((resolve, reject) => child.on('error', reject).on('exit', resolve));
}

test('two processes that want the folder at once both have it whole, as one of them made it', async () => {
  expect(await Promise.all([makeBesideAnother(), makeBesideAnother()])).toEqual([0, 0]);
  const made = join(place, 'made');
  expect(readdirSync(made)).toHaveLength(100);
  expect(new Set(readdirSync(made).map((name) => readFileSync(join(made, name), 'utf8'))).size).toBe(1);
  expect(readdirSync(place).filter((name) => name.startsWith('making-'))).toEqual([]);
});

test('two processes that are done at once remove the same former contents, and neither minds the other', async () => {
  for (let folder = 0; folder < 40; folder += 1) {
    const former = join(place, 'former', String(folder));
    mkdirSync(former, { recursive: true });
    for (let file = 0; file < 20; file += 1) writeFileSync(join(former, String(file)), '');
  }
  expect(await Promise.all([makeBesideAnother(), makeBesideAnother()])).toEqual([0, 0]);
  expect(existsSync(join(place, 'former'))).toBe(false);
});

test('what a killed process left half made, and what was made of former contents, is removed', () => {
  // No process has this number: it is beyond the highest that a system gives.
  mkdirSync(join(place, 'making-99999999-abcdef'));
  mkdirSync(join(place, 'former'));
  makeFolderOnce(join(place, 'made'), writeOne);
  expect(readdirSync(place)).toEqual(['made']);
});

test('what another process is making is left alone', () => {
  mkdirSync(join(place, `making-${process.ppid}-abcdef`));
  makeFolderOnce(join(place, 'made'), writeOne);
  expect(readdirSync(place)).toEqual(['made', `making-${process.ppid}-abcdef`]);
});

test('where it cannot be filled nothing is made, and the next one tries again', () => {
  const path = join(place, 'made');
  expect(makeFolderOnce(path, () => 'no network')).toBe('no network');
  expect(readdirSync(place)).toEqual([]);
  expect(makeFolderOnce(path, writeOne)).toBe(undefined);
  expect(existsSync(join(path, 'one'))).toBe(true);
});
