import { expect, test } from 'vitest';
import { habitSchema } from './habit-row.ts';
import type { Habit } from './habits.ts';
import { mark, markOfAmount } from './mark.ts';
import { markFacts, readCapturedMark } from './read-captured-mark.ts';

const blank = { version: 1, created_at: 'then', updated_at: 'then', deleted_at: null };
const habit = (id: string, values: object): Habit => habitSchema.parse({ ...blank, id, ...values });
const walk = habit('0a1b2c3d-0000-4000-8000-000000000001', { name: 'Morning walk' });
const read = habit('0a1b2c3d-0000-4000-8000-000000000002', { name: 'Read', kind: 'count', unit: 'pages' });
const evening = habit('0a1b2c3d-0000-4000-8000-000000000003', { name: 'Evening walk' });
const rests = habit('0a1b2c3d-0000-4000-8000-000000000004', { name: 'Chess', archived_at: 'then' });
const all = [walk, read, evening, rests];
const said = (text: string, chosen?: string) => {
  const { habit: found, value } = readCapturedMark(text, all, chosen);
  return [found?.name, value];
};

test('a habit is matched by its name, or by words that are one habit’s alone', () => {
  expect(said(' morning  WALK ')).toEqual(['Morning walk', mark.yes]);
  expect(said('evening')).toEqual(['Evening walk', mark.yes]);
  expect(said('morning walk skip')).toEqual(['Morning walk', mark.skip]);
  expect(said('read 12')).toEqual(['Read', markOfAmount(12)]);
});

test('words that are several habits’, nobody’s, or those of one that rests mark nothing before the owner chose', () => {
  for (const text of ['walk', 'chess', 'swim']) expect(said(text)).toEqual([undefined, undefined]);
  expect(said('walk', evening.id)).toEqual(['Evening walk', mark.yes]);
});

test('a count without an amount has no value yet', () => {
  expect(said('read')).toEqual(['Read', undefined]);
  expect(said('12', read.id)).toEqual(['Read', undefined]);
  expect(said('pages 12', read.id)).toEqual(['Read', markOfAmount(12)]);
});

test('what stands on the day and would be replaced is said, and nothing where there is none or the same', () => {
  expect(markFacts(read, 3000, 12_500)).toEqual(['3 pages', 'replaces “12.5 pages” of that day']);
  expect(markFacts(walk, mark.yes, mark.no)).toEqual(['done', 'replaces “not done” of that day']);
  expect(markFacts(walk, mark.skip, mark.yes)).toEqual(['skipped', 'replaces “done” of that day']);
  for (const before of [undefined, mark.unknown, mark.yes]) expect(markFacts(walk, mark.yes, before)).toEqual(['done']);
});
