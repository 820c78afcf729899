import { expect, test } from 'vitest';
import { noteOfLine } from '../../../../web/app/domains/notes/note-of-line.ts';
import { vaultOpenness } from '../../../../web/app/domains/vault/vault-openness.ts';
import { sampleNotes } from '../sample-notes.ts';
import inboxDue from './due.ts';
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

test('what waits in the inbox is due today until it is put away', () => {
  const due = inboxDue();
  const titles = () => {
    const state = due.read();
    return state.status === 'ready' ? state.value.map(({ title, to }) => [title, to]) : state.status;
  };
  let told = 0;
  const stop = due.subscribe(() => (told += 1));
  expect(titles()).toEqual([]);
  vaultOpenness.tell(true, true);
  expect(titles()).toEqual([['Put away what waits in the inbox', '/mind-vault']]);
  expect(due.read()).toBe(due.read());
  vaultOpenness.tell(true, false);
  expect([titles(), told]).toEqual([[], 2]);
  stop();
  vaultOpenness.tell(false);
});
