import { expect, test } from 'vitest';
import { entryOfTest } from './entries-of-test.ts';
import { foldRefusals } from './fold-refusals.ts';
import type { LogEntry } from './log-entry.ts';
import { describeRun } from './log-words.ts';

const startMs = Date.parse('2026-11-22T12:00:00Z');
const row = (id: string, change: Partial<LogEntry> = {}) =>
  entryOfTest({ id, key: `log:${id}`, atMs: startMs - Number(id) * 60_000, ...change });
const refusal = (id: string, change: Partial<LogEntry> = {}) =>
  row(id, { type: 'failed_login', success: false, description: 'A sign-in was refused from 192.0.2.1', ...change });
const none: ReadonlySet<string> = new Set();
const idsOf = (entries: readonly LogEntry[], unfolded = none) =>
  foldRefusals(entries, unfolded).map((run) => run.entries.map(({ id }) => id));

test('neighbouring refusals of one address are one run that counts all of its refusals', () => {
  const entries = [row('0'), refusal('1', { metadata: { count: 7 } }), refusal('2'), refusal('6', { repeats: 2 }), row('7')];
  expect(idsOf(entries)).toEqual([['0'], ['1', '2', '6'], ['7']]);
  const run = foldRefusals(entries, none)[1];
  expect(run === undefined ? '' : describeRun(run)).toBe('10 sign-ins were refused from 192.0.2.1 in 5 minutes');
});

test('another address, another type, a success and a row between end a run', () => {
  expect(idsOf([refusal('1'), refusal('2', { address: '192.0.2.2' })])).toEqual([['1'], ['2']]);
  expect(idsOf([refusal('1'), refusal('2', { type: 'auth_event' })])).toEqual([['1'], ['2']]);
  expect(idsOf([refusal('1'), row('2', { type: 'failed_login' })])).toEqual([['1'], ['2']]);
  expect(idsOf([refusal('1'), row('2'), refusal('3')])).toEqual([['1'], ['2'], ['3']]);
  expect(idsOf([row('1', { success: false }), row('2', { success: false })])).toEqual([['1'], ['2']]);
});

test('a run that was unfolded stays apart when a newer refusal joins it', () => {
  const key = foldRefusals([refusal('2'), refusal('3')], none)[0]?.key ?? '';
  expect(idsOf([refusal('1'), refusal('2'), refusal('3')], new Set([key]))).toEqual([['1'], ['2'], ['3']]);
});

test('a row is told without the id at its end, which its details have', () => {
  const told = (description: string) => describeRun({ key: 'a', entries: [row('1', { description })], count: 1 });
  expect(told('Vault entry viewed (a89f8c71-0000-4000-8000-0123456789ab)')).toBe('Vault entry viewed');
  expect(told('Opened notes (all of them)')).toBe('Opened notes (all of them)');
});
