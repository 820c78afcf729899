import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { needs } from '../tests/support/needs.ts';
import { prepareDataFolder } from './data-folder.ts';

const parent = mkdtempSync(join(tmpdir(), 'castellan-folder-'));
afterAll(() => rmSync(parent, { recursive: true }));

function makeFolder(name: string, mode: number): string {
  const folder = join(parent, name);
  mkdirSync(folder);
  chmodSync(folder, mode);
  return folder;
}

test('a folder that is not there is made, for its owner alone to list', () => {
  const folder = join(parent, 'new', 'data');
  prepareDataFolder(folder);
  expect(statSync(folder).mode & 0o066).toBe(0);
});

test('an empty folder and a former data folder are taken', () => {
  const folder = makeFolder('former', 0o700);
  prepareDataFolder(folder);
  mkdirSync(join(folder, 'keys'));
  expect(() => prepareDataFolder(folder)).not.toThrow();
});

test('a folder that others may write to is refused and left as it is', () => {
  const folder = makeFolder('shared', 0o1777);
  expect(() => prepareDataFolder(folder)).toThrow('can be written to by other users');
  expect(statSync(folder).mode & 0o7777).toBe(0o1777);
});

test('a folder with other things in it is refused', () => {
  const folder = makeFolder('home', 0o700);
  writeFileSync(join(folder, 'thesis.txt'), 'years of work');
  expect(() => prepareDataFolder(folder)).toThrow('holds other things');
});

test('a file is refused', () => {
  writeFileSync(join(parent, 'file'), '');
  expect(() => prepareDataFolder(join(parent, 'file'))).toThrow('is no folder');
});

test("another user's folder is refused, even to root", (context) => {
  needs(context, process.getuid?.() === 0, 'it needs root');
  const folder = makeFolder('strangers', 0o755);
  chownSync(folder, 1234, 1234);
  expect(() => prepareDataFolder(folder)).toThrow('belongs to another user');
});
