import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editableFile } from './editable-file.ts';

const known = ['profile.json', 'resume.json', 'wishes.json', 'private.json', 'rosette.md', 'writing/a-backup-is-a-restore.md'];

const hostile = [
  '',
  '.',
  '..',
  '/etc/passwd',
  '../profile.json',
  'writing/../profile.json',
  'writing/../../x.md',
  './profile.json',
  'writing//a.md',
  'writing\\a.md',
  'C:\\a.md',
  'profile.json/',
  'profile.json\0',
  'profile.json ',
  'Profile.json',
  'profile.json::$DATA',
  'Private.json',
  'writing/private.json',
  'wishes.json.md/..',
  '.env',
  '.castellan-versions/profile.json/x.md',
  'fonts/a.md',
  'README.md',
  'readme.md',
  'writing/README.md',
  'con.md',
  'writing/nul.md',
  'com1.md',
  'a--b.md',
  '-a.md',
  'a.md\n',
  'ａ.md',
  'a.MD',
  `${'a'.repeat(78)}.md`,
  'writing/sub/a.md',
  'package.json',
];

test('only the four files of the site, and texts by plain names, can be edited', () => {
  expect(known.map((name) => editableFile(name)?.name)).toEqual(known);
  expect(hostile.filter((name) => editableFile(name) !== undefined)).toEqual([]);
});

test('whatever the name, what is taken is a path of one or two plain parts that no system reads as another', () => {
  const parts = fc.constantFrom(
    '..',
    '.',
    '/',
    '\\',
    'writing',
    'profile.json',
    'a',
    'nul',
    '.md',
    'md',
    ':',
    '\0',
    '%2e',
    'Ａ',
    ' ',
    '-',
    '\u202e',
  );
  const names = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(parts, { maxLength: 8 }).map((some) => some.join('')),
  );
  fc.assert(
    fc.property(names, (name) => {
      const file = editableFile(name);
      if (file === undefined) return;
      expect(file.name).toBe(name);
      expect(name).toMatch(/^(?:writing\/)?[a-z0-9-]+\.(?:md|json)$/);
      for (const path of [posix, win32]) {
        const inside = path.relative(path.resolve('/content'), path.resolve('/content', name)).split(path.sep);
        expect(inside.join('/')).toBe(name);
      }
    }),
    { numRuns: 150 },
  );
});
