import { isSafePath } from '@castellan/notes/note-path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freePath } from './attach-files.ts';

test('a new file has a path of its own beside its note', () => {
  expect(freePath('', 'plan.pdf', [])).toBe('plan.pdf');
  expect(freePath('a/b', 'plan.pdf', [{ path: 'a/b/Plan.PDF' }, { path: 'a/b/plan 2.pdf' }])).toBe('a/b/plan 3.pdf');
  expect(freePath('', '..\\..\\etc/pass[w]d#.txt', [])).toBe('pass w d.txt');
  expect(freePath('', '.gitignore', [])).toBe('gitignore');
  expect(freePath('', '', [])).toBe('Untitled');
});

test('whatever a file is called, its path is one that a vault may have', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(isSafePath(freePath('folder', name, []))).toBe(true);
    }),
  );
});
