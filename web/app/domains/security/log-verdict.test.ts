import { expect, test } from 'vitest';
import { entryOfTest } from './entries-of-test.ts';
import type { LogEntry } from './log-entry.ts';
import { judgeLog } from './log-verdict.ts';

// Noon by this machine's clock, so that no day begins near it.
const nowMs = new Date(2026, 10, 23, 12).getTime();
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const entry = (agoMs: number, change: Partial<LogEntry> = {}) => entryOfTest({ id: String(agoMs), atMs: nowMs - agoMs, ...change });
const refusal = (agoMs: number, change: Partial<LogEntry> = {}) =>
  entry(agoMs, { type: 'failed_login', success: false, address: '203.0.113.40', ...change });
const judge = (entries: readonly LogEntry[], rest: Partial<Parameters<typeof judgeLog>[0]> = {}) =>
  judgeLog({ entries, isPart: false, chainProblem: undefined, nowMs, ...rest });

test('refused sign-ins of one day are counted with their day, their address and how long they took', () => {
  const rows = [refusal(dayMs, { metadata: { count: 8 } }), refusal(dayMs + 6 * minuteMs)];
  expect(judge(rows)).toEqual({
    kind: 'refused',
    count: 9,
    sentence: 'Nine sign-ins were refused yesterday.',
    detail: 'All came from 203.0.113.40 within 6 minutes. The log has no later sign-in from that address.',
  });
});

test('one refusal is told in the singular, and refusals of several days and addresses with the span they lie in', () => {
  expect(judge([refusal(minuteMs)])).toMatchObject({
    sentence: 'One sign-in was refused today.',
    detail: 'It came from 203.0.113.40. The log has no later sign-in from that address.',
  });
  const rows = [refusal(minuteMs, { metadata: { count: 40 } }), refusal(3 * dayMs, { address: '198.51.100.7' })];
  expect(judge(rows)).toMatchObject({
    sentence: '41 sign-ins were refused in the last 14 days.',
    detail: 'They came from 2 addresses. The log has no later sign-in from these addresses.',
  });
});

test('a sign-in that followed from a refused address is told, one before it or from elsewhere is not', () => {
  const signIn = (agoMs: number, address: string) => entry(agoMs, { type: 'terminal_access', address });
  const refused = refusal(2 * minuteMs);
  expect(judge([signIn(minuteMs, '203.0.113.40'), refused]).detail).toContain('A later sign-in from that address succeeded.');
  expect(judge([signIn(minuteMs, '192.0.2.1'), refused]).detail).toContain('no later sign-in');
  expect(judge([refused, signIn(3 * minuteMs, '203.0.113.40')]).detail).toContain('no later sign-in');
  expect(judge([refusal(minuteMs, { address: undefined })]).detail).toBe('');
});

test('where nothing was refused the sentence reaches no further back than the rows do', () => {
  const rows = [entry(minuteMs), entry(2 * dayMs, { success: false })];
  expect(judge(rows)).toMatchObject({
    kind: 'sound',
    sentence: 'No sign-in was refused in the last 14 days.',
    detail: 'One other action failed.',
  });
  expect(judge(rows, { isPart: true }).sentence).toBe('No sign-in was refused since 21 November.');
  expect(judge([entry(minuteMs)])).toMatchObject({ detail: 'Nothing else failed.' });
  expect(judge([refusal(15 * dayMs)]).kind).toBe('sound');
});

test('a broken chain comes before everything else, and an empty log is not called sound', () => {
  expect(judge([refusal(minuteMs)], { chainProblem: 'Row 4 was changed after it was written.' })).toMatchObject({
    kind: 'broken',
    detail: 'Row 4 was changed after it was written.',
  });
  expect(judge([])).toMatchObject({ kind: 'empty', sentence: 'Nothing was logged yet.' });
});

test('what a client writes as a count cannot make the sum nonsense', () => {
  for (const count of [-3, 0.5, '9', Number.NaN, Number.MAX_VALUE])
    expect(judge([refusal(minuteMs, { metadata: { count } })]).count).toBe(1);
});
