import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { type BackupRun, judgeFolder, missingSinceMs, nextDueMs, readRuns, readSchedule, recordRun, writeSchedule } from './schedule.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const iso = (ms: number) => new Date(ms).toISOString();
const at = (text: string) => Date.parse(`2026-11-${text}Z`);
const run = (startedMs: number, outcome: BackupRun['outcome'], by: BackupRun['by'] = 'schedule'): BackupRun => ({
  startedAt: iso(startedMs),
  endedAt: iso(startedMs + 60_000),
  by,
  outcome,
});
const daily = { isOn: true, at: '03:15', since: iso(at('20T12:00')) };

test.each([
  ['first', [], '21T03:15'],
  ['after one that was made', [run(at('21T03:15'), 'made')], '22T03:15'],
  ['after one that was made by hand', [run(at('21T01:00'), 'made', 'hand')], '21T03:15'],
  ['an hour after one that failed', [run(at('21T03:16'), 'failed')], '21T04:16'],
  ['after one that failed and one that was made', [run(at('21T04:16'), 'made'), run(at('21T03:16'), 'failed')], '22T03:15'],
  ['after one that was cancelled', [run(at('21T03:16'), 'cancelled')], '22T03:15'],
] as const)('the next one is due %s at its time', (_, runs, due) => {
  expect(nextDueMs(daily, runs)).toBe(at(due));
});

test.each([
  ['nothing yet', [], '21T03:00', undefined],
  ['one that was due and was not made', [], '21T05:16', '21T03:15'],
  ['one that failed', [run(at('21T03:16'), 'failed')], '21T03:20', '21T03:16'],
  ['the first of several that failed', [run(at('21T04:16'), 'failed'), run(at('21T03:16'), 'failed')], '21T06:00', '21T03:16'],
  ['nothing after one that was made', [run(at('21T04:16'), 'made'), run(at('21T03:16'), 'failed')], '21T06:00', undefined],
] as const)('missing is %s', (_, runs, now, since) => {
  expect(missingSinceMs(daily, runs, at(now))).toBe(since === undefined ? undefined : at(since));
});

test('whatever happened, one that is on comes within a day of its last try or a day after it was set, at its time unless one failed', () => {
  const moment = fc.integer({ min: at('20T00:00'), max: at('29T00:00') });
  const runs = fc
    .array(fc.tuple(moment, fc.constantFrom('made', 'failed', 'cancelled'), fc.constantFrom('schedule', 'hand')), { maxLength: 6 })
    .map((list) => list.sort(([one], [other]) => other - one).map(([ms, outcome, by]) => run(ms, outcome as 'made', by as 'hand')));
  const time = fc
    .tuple(fc.nat(23), fc.nat(59))
    .map(([hours, minutes]) => [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':'));
  fc.assert(
    fc.property(runs, moment, time, (list, since, text) => {
      const due = nextDueMs({ isOn: true, at: text, since: iso(since) }, list) ?? Number.NaN;
      const newest = Math.max(since, ...list.map(({ startedAt }) => Date.parse(startedAt)));
      expect(due).toBeGreaterThan(since);
      expect(due).toBeLessThanOrEqual(newest + dayMs);
      const isAtItsTime = iso(due).slice(11, 16) === text;
      const isAgain = list.some(({ outcome, startedAt }) => outcome === 'failed' && Date.parse(startedAt) + hourMs === due);
      expect(isAtItsTime || isAgain).toBe(true);
      expect(nextDueMs({ isOn: false, at: text, since: iso(since) }, list)).toBeUndefined();
    }),
  );
});

const folder = mkdtempSync(join(tmpdir(), 'castellan-schedule-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('schedule and runs are read as they were written, thirty runs at most, and a strange file is named', () => {
  expect([readSchedule(folder), readRuns(folder)]).toEqual([undefined, []]);
  const schedule = { ...daily, folder: '/backups', recipients: ['age1recipient'], keep: { days: 7, weeks: 4, months: 12 } };
  writeSchedule(folder, schedule);
  expect(readSchedule(folder)).toEqual(schedule);
  for (let index = 0; index < 32; index += 1) recordRun(folder, run(at('21T03:15') + index, 'made'));
  const runs = readRuns(folder);
  expect([runs.length, runs[0]?.startedAt]).toEqual([30, iso(at('21T03:15') + 31)]);
  writeFileSync(join(folder, 'backups', 'schedule.json'), '{"isOn":');
  expect(() => readSchedule(folder)).toThrow(/schedule\.json is not as this program writes it/);
});

test.each([
  ['/data/backups', false],
  ['/data', false],
  ['/content/x', false],
  ['/backups', true],
  ['/data-2', true],
  ['/', true],
])('a folder for backups: %s', (place, isFine) => {
  expect(judgeFolder(place, { dataFolder: '/data', contentFolder: '/content' }) === undefined).toBe(isFine);
});
