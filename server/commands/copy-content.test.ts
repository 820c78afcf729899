import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSampleFields, sampleFolder } from '../sample-content.ts';
import { copyContent } from './copy-content.ts';

let room = '';
beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'castellan-mine-'));
});
afterEach(() => rmSync(room, { recursive: true }));

const codeOf = (folder: string, source?: string) => {
  const copied = copyContent(folder, source);
  return copied.ok ? 'copied' : copied.failure.code;
};

test('all of the content is copied, readable by its owner alone, and all of it is still sample', () => {
  const folder = join(room, 'mine');
  expect(codeOf(folder)).toBe('copied');
  expect(readdirSync(folder).sort()).toEqual([
    'README.md',
    'countersign.md',
    'private.json',
    'profile.json',
    'resume.json',
    'rosette.md',
    'wishes.json',
  ]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const file of readdirSync(folder)) {
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, file), 'utf8')).toBe(readFileSync(join(sampleFolder, file), 'utf8'));
  }
  expect(readSampleFields(folder).map(({ fields }) => fields.length > 0)).toEqual([true, true, true, true]);
});

test('a picture that the profile names comes along', () => {
  const source = join(room, 'sample');
  expect(codeOf(source)).toBe('copied');
  const profile: object = JSON.parse(readFileSync(join(source, 'profile.json'), 'utf8'));
  writeFileSync(join(source, 'profile.json'), JSON.stringify({ ...profile, photo: 'me.png' }));
  writeFileSync(join(source, 'me.png'), 'picture');
  expect(codeOf(join(room, 'mine'), source)).toBe('copied');
  expect(readFileSync(join(room, 'mine', 'me.png'), 'utf8')).toBe('picture');
});

test('what the owner changed is no longer named', () => {
  const folder = join(room, 'mine');
  copyContent(folder);
  writeFileSync(join(folder, 'private.json'), JSON.stringify({ fullName: 'Grace Hopper', phone: '+1 555 0100' }));
  expect(readSampleFields(folder).find(({ file }) => file === 'private.json')?.fields).toEqual([]);
});

test('nothing is written over, and an empty folder is taken', () => {
  const folder = join(room, 'mine');
  mkdirSync(folder, { mode: 0o755 });
  expect(codeOf(folder)).toBe('copied');
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  writeFileSync(join(folder, 'profile.json'), 'mine');
  expect(codeOf(folder)).toBe('folder_taken');
  expect(codeOf(join(folder, 'profile.json'))).toBe('folder_taken');
  expect(readFileSync(join(folder, 'profile.json'), 'utf8')).toBe('mine');
});

test('a folder in a git work tree is refused, also behind a link, and nothing is left there', () => {
  mkdirSync(join(room, 'repository', '.git'), { recursive: true });
  symlinkSync(join(room, 'repository'), join(room, 'link'));
  expect([codeOf(join(room, 'repository', 'mine')), codeOf(join(room, 'link', 'mine'))]).toEqual(['folder_in_git', 'folder_in_git']);
  expect(readdirSync(join(room, 'repository'))).toEqual(['.git']);
});

test('a place where nothing can be made is named', () => {
  expect(codeOf(join(room, 'no', 'such', 'parent'))).toBe('folder_refused');
});

test('the command copies to the folder of CASTELLAN_CONTENT_DIR, and a folder that is named goes first', () => {
  const [configured, named] = [join(room, 'configured'), join(room, 'named')];
  const run = (...given: readonly string[]) =>
    execFileSync(process.execPath, [join(import.meta.dirname, 'make-it-mine.ts'), ...given], {
      env: { ...process.env, CASTELLAN_CONTENT_DIR: configured },
      encoding: 'utf8',
    });
  expect(run(named)).toContain(`CASTELLAN_CONTENT_DIR=${named} npm start`);
  expect(readdirSync(room)).toEqual(['named']);
  expect(run()).toContain(`Your content is in ${configured}`);
  expect(readdirSync(configured)).toContain('profile.json');
});
