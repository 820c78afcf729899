import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BackupRecord, type BackupSchedule, emptyRecord, endRun, judgeRecord, nextRunMs, settleRecord } from './backup-schedule.ts';

const dayMs = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();
const daily = (at: string, sinceMs: number): BackupSchedule => ({
  folder: '/backups',
  recipients: ['age1'],
  keep: null,
  at,
  ping: null,
  since: iso(sinceMs),
});
const timeOfDay = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
const moment = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2036-01-01') });
const made = (startedMs: number): BackupRecord => ({
  ...emptyRecord,
  last: { id: 'one', startedAt: iso(startedMs), endedAt: iso(startedMs), outcome: 'made', error: null },
  lastGood: { startedAt: iso(startedMs), endedAt: iso(startedMs), file: 'one', bytes: 1, sha256: '00', rows: 1, byHandOf: null },
});

test('a schedule makes one backup for each day at its time, whenever the server looks', () => {
  fc.assert(
    fc.property(timeOfDay, moment, fc.array(fc.integer({ min: 1, max: dayMs * 2 }), { maxLength: 40 }), (at, sinceMs, pauses) => {
      const schedule = daily(at, sinceMs);
      let record = emptyRecord;
      let nowMs = sinceMs;
      const runs: number[] = [];
      for (const pauseMs of pauses) {
        nowMs += pauseMs;
        if (nextRunMs(schedule, record, nowMs) > nowMs) continue;
        runs.push(nowMs);
        record = made(nowMs);
        expect(nextRunMs(schedule, record, nowMs)).toBeGreaterThan(nowMs);
      }
      const slotOf = (ms: number) => Math.floor((ms - Date.parse(`1970-01-01T${at}:00Z`)) / dayMs);
      expect(new Set(runs.map(slotOf)).size).toBe(runs.length);
      // Whatever time of day has come since the schedule holds was followed by a run.
      const expected = new Set(
        pauses
          .map((_, index) => sinceMs + pauses.slice(0, index + 1).reduce((sum, pause) => sum + pause, 0))
          .map(slotOf)
          .filter((slot) => slot > slotOf(sinceMs)),
      );
      expect(new Set(runs.map(slotOf))).toEqual(expected);
    }),
  );
});

test('a run that the server’s end interrupted is made again, and not for ever', () => {
  fc.assert(
    fc.property(timeOfDay, moment, (at, sinceMs) => {
      const schedule = daily(at, sinceMs);
      let nowMs = nextRunMs(schedule, emptyRecord, sinceMs);
      let record = emptyRecord;
      let runs = 0;
      while (nextRunMs(schedule, record, nowMs) <= nowMs) {
        runs += 1;
        const running = { id: 'one', startedAt: iso(nowMs), beatAt: iso(nowMs), step: 'rows', done: 0, of: 1 };
        expect(settleRecord({ ...record, running }, nowMs + 1_000).running).toEqual(running);
        nowMs += 120_000;
        record = settleRecord({ ...record, running }, nowMs);
      }
      expect([runs, record.last?.outcome]).toEqual([3, 'interrupted']);
    }),
  );
});

test('what nobody made, what failed and what is over an hour late is told', () => {
  const sinceMs = Date.parse('2026-11-27T12:00:00Z');
  const schedule = daily('03:15', sinceMs);
  const at = (text: string) => Date.parse(text);
  expect(judgeRecord(undefined, emptyRecord, sinceMs)).toBe('never');
  expect(judgeRecord(schedule, emptyRecord, sinceMs)).toBe('never');
  expect(judgeRecord(undefined, made(sinceMs), sinceMs)).toBe('off');
  const good = made(at('2026-11-28T03:15:10Z'));
  expect(judgeRecord(schedule, good, at('2026-11-29T03:14:00Z'))).toBe('fine');
  expect(judgeRecord(schedule, good, at('2026-11-29T04:14:00Z'))).toBe('fine');
  expect(judgeRecord(schedule, good, at('2026-11-29T04:16:00Z'))).toBe('missed');
  const startedAt = '2026-11-29T03:15:10Z';
  const failed = endRun(good, { id: 'two', startedAt, endedMs: at('2026-11-29T03:15:30Z'), outcome: 'failed', error: 'The disk is full.' });
  expect(judgeRecord(schedule, failed, at('2026-11-29T12:00:00Z'))).toBe('failed');
});
