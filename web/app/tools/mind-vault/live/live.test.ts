import { expect, test } from 'vitest';
import { noteOfLine } from '../../../domains/notes/note-of-line.ts';
import { sampleNotes } from '../sample-notes.ts';
import { metricsOf } from './metrics.ts';

test('the card counts notes, and those that were edited on a day of the last seven', () => {
  const [first, ...others] = sampleNotes(new Date(2026, 10, 22, 12));
  const old = first === undefined ? [] : [{ ...first, updated_at: new Date(2026, 10, 15, 23, 59).toISOString() }];
  expect(metricsOf([...old, ...others], '2026-11-22')).toEqual([
    { label: 'Notes', value: '5' },
    { label: 'Edited in 7 days', value: '4' },
  ]);
  expect(metricsOf([], '2026-11-22')).toEqual([
    { label: 'Notes', value: '0' },
    { label: 'Edited in 7 days', value: '0' },
  ]);
});

test('a typed line is a title with its tags, and a number is no tag', () => {
  expect(noteOfLine(' Spare key #home #keys is with Ida #home')).toEqual({ title: 'Spare key is with Ida', tags: ['home', 'keys'] });
  expect(noteOfLine('Issue #4')).toEqual({ title: 'Issue #4', tags: [] });
  expect(noteOfLine(' #home ')).toBeUndefined();
});
