import { expect, test } from 'vitest';
import { type CopyField, copiesSomething } from './copied-here.ts';

const copy = { type: 'copy', defaultPrevented: false };
const cut = { type: 'cut', defaultPrevented: false };
const field = (part: Partial<CopyField> = {}): CopyField => ({
  type: 'text',
  readOnly: false,
  selectionStart: 0,
  selectionEnd: 4,
  ...part,
});

test('a copy with nothing selected leaves the clipboard as it is, and one of a selection does not', () => {
  expect(copiesSomething(copy, undefined, '')).toBe(false);
  expect(copiesSomething(copy, undefined, 'a title')).toBe(true);
  expect(copiesSomething(copy, field({ selectionStart: 2, selectionEnd: 2 }), 'a title')).toBe(false);
  expect(copiesSomething(copy, field(), '')).toBe(true);
  expect(copiesSomething(copy, field({ readOnly: true }), '')).toBe(true);
});

test('nothing is copied of a password field, nor of one that tells of no selection', () => {
  expect(copiesSomething(copy, field({ type: 'password' }), '')).toBe(false);
  expect(copiesSomething(copy, field({ type: 'email', selectionStart: null, selectionEnd: null }), '')).toBe(false);
});

test('nothing is cut where nothing can be changed', () => {
  expect(copiesSomething(cut, undefined, 'a title')).toBe(false);
  expect(copiesSomething(cut, field({ readOnly: true }), '')).toBe(false);
  expect(copiesSomething(cut, field(), '')).toBe(true);
});

test('a copy that the page answers itself counts, whatever is selected', () => {
  expect(copiesSomething({ type: 'copy', defaultPrevented: true }, undefined, '')).toBe(true);
});
