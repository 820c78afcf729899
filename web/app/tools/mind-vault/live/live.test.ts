import { expect, test } from 'vitest';
import { noteOfLine } from '../note-of-line.ts';
import { sampleNotes } from '../sample-notes.ts';
import { metricsOf } from './metrics.ts';

test('the card counts notes, and those that neither link nor are linked to', () => {
  expect(metricsOf(sampleNotes(new Date('2026-11-22T12:00:00Z')))).toEqual([
    { label: 'Notes', value: '5' },
    { label: 'Without links', value: '1' },
  ]);
  expect(metricsOf([])).toEqual([
    { label: 'Notes', value: '0' },
    { label: 'Without links', value: '0' },
  ]);
});

test('a typed line is a title with its tags, and a number is no tag', () => {
  expect(noteOfLine(' Spare key #home #keys is with Ida #home')).toEqual({ title: 'Spare key is with Ida', tags: ['home', 'keys'] });
  expect(noteOfLine('Issue #4')).toEqual({ title: 'Issue #4', tags: [] });
  expect(noteOfLine(' #home ')).toBeUndefined();
});
