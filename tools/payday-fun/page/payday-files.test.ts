import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countdownTo } from './countdown.ts';
import { payCalendar } from './pay-calendar.ts';
import { payDatesBetween } from './pay-dates.ts';
import { readPlans, writePlans } from './plan/plans-file.ts';
import { samplePlan } from './plan/sample-plan.ts';
import { startTicker } from './ticker.ts';

const now = new Date('2026-11-22T10:00:00Z');
const pay = samplePlan('2026-11-22');

test('a file that was written here adds nothing where the pay is, and all of it elsewhere, with every field that the owner filled in', () => {
  const text = writePlans([pay]);
  const here = readPlans(text, [pay], now);
  expect(typeof here === 'string' ? here : [here.fresh.length, here.changed.length, here.duplicate.length]).toEqual([0, 0, 1]);
  const elsewhere = readPlans(text, [], now);
  if (typeof elsewhere === 'string') throw new Error(elsewhere);
  const [edit] = elsewhere.edits;
  const { id: _, ...fields } = JSON.parse(text).plans[0];
  expect(edit?.values).toMatchObject(fields);
  // What it became there is known by its name in the file: a second reading adds nothing.
  const kept = { ...pay, id: edit?.id ?? '', source: 'payday-fun', external_id: pay.id };
  const again = readPlans(text, [kept], now);
  expect(typeof again === 'string' ? again : again.edits).toEqual([]);
});

test('what is no pay is rejected with its reason, and nothing of the rest is lost', () => {
  const file = JSON.parse(writePlans([pay]));
  const broken = [
    { rrule: 'FREQ=SECONDLY' },
    { net_pay_minor: 1.5 },
    { anchor: '2026-02-30' },
    { currency: '=1+1' },
    { hours_per_week: 1e9 },
  ];
  file.plans = [...broken.map((values) => ({ ...file.plans[0], ...values })), null, file.plans[0]];
  const read = readPlans(JSON.stringify(file), [], now);
  if (typeof read === 'string') throw new Error(read);
  expect(read.rejected.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(read.rejected.map(({ reason }) => reason)).toEqual([
    'rrule: no rule that pay can come by.',
    'net_pay_minor: Invalid input: expected int, received number.',
    'anchor: no day of the calendar.',
    'currency: no currency.',
    'hours_per_week: Too big: expected number to be <=100.',
    'It: Invalid input: expected object, received null.',
  ]);
  expect(read.fresh.length).toBe(1);
});

test('a broken, foreign or huge file is refused whole, and no text makes reading throw', () => {
  expect(readPlans('{', [], now)).toBe('not_json');
  expect(readPlans('[]', [], now)).toBe('not_ours');
  expect(readPlans(JSON.stringify({ format: 'castellan-pay-plans', version: 2, plans: [] }), [], now)).toBe('not_ours');
  expect(readPlans(JSON.stringify({ format: 'castellan-pay-plans', version: 1, plans: Array(201).fill({}) }), [], now)).toBe('too_many');
  fc.assert(
    fc.property(fc.jsonValue(), (plan) => {
      readPlans(JSON.stringify({ format: 'castellan-pay-plans', version: 1, plans: [plan] }), [], now);
    }),
    { numRuns: 100 },
  );
});

test('the calendar has a whole day for each payday, folded and escaped, with the reason of a moved one and without any amount', () => {
  const named = { ...pay, name: 'Größe; und, Söhne — a very long name of a company that goes on and on and on' };
  const text = payCalendar(named, payDatesBetween(named, '2026-07-01', '2026-08-31'), now);
  const lines = text.split('\r\n');
  expect(lines.every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true);
  const unfolded = text.replaceAll('\r\n ', '').split('\r\n');
  expect(unfolded.filter((line) => line.startsWith('DT'))).toEqual([
    'DTSTAMP:20261122T100000Z',
    'DTSTART;VALUE=DATE:20260724',
    'DTEND;VALUE=DATE:20260725',
    'DTSTAMP:20261122T100000Z',
    'DTSTART;VALUE=DATE:20260825',
    'DTEND;VALUE=DATE:20260826',
  ]);
  expect(unfolded.filter((line) => line.startsWith('DESCRIPTION'))).toEqual(['DESCRIPTION:25 Jul 2026 is a Saturday → Fri 24 Jul']);
  expect(unfolded).toContain('SUMMARY:Payday: Größe\\; und\\, Söhne — a very long name of a company that goes on and on and on');
  expect(unfolded.filter((line) => line.startsWith('UID'))).toEqual(['UID:sample-20260725@payday-fun', 'UID:sample-20260825@payday-fun']);
  expect(text).not.toMatch(/284|2,?840/);
});

test('the countdown counts nights of the calendar and the rest of today, also where a day has 23 or 25 hours', () => {
  const at = (year: number, month: number, day: number, hour: number, minute = 0, second = 0) =>
    new Date(year, month - 1, day, hour, minute, second);
  expect(countdownTo('2026-11-25', at(2026, 11, 22, 9, 56, 57))).toEqual({ nights: 3, days: 2, hours: 14, minutes: 3, seconds: 3 });
  expect(countdownTo('2026-11-22', at(2026, 11, 22, 9))).toEqual({ nights: 0, days: 0, hours: 0, minutes: 0, seconds: 0 });
  // The clocks change on both Sundays in most of Europe; wherever this runs, the nights are the same.
  expect(countdownTo('2026-03-30', at(2026, 3, 28, 23)).nights).toBe(2);
  expect(countdownTo('2026-10-26', at(2026, 10, 25, 12)).nights).toBe(1);
  const { hours } = countdownTo('2026-10-26', at(2026, 10, 25, 0));
  expect(hours).toBe((at(2026, 10, 26, 0).getTime() - at(2026, 10, 25, 0).getTime()) / 3_600_000);
});

test('a hidden page sleeps, and tells at once when it is seen again', () => {
  let [nowMs, isHidden, told] = [500, false, 0];
  let alarm: { readonly atMs: number; readonly run: () => void } | undefined;
  let seen = () => {};
  const timer = {
    nowMs: () => nowMs,
    after: (delayMs: number, run: () => void) => {
      const own = { atMs: nowMs + delayMs, run };
      alarm = own;
      return () => {
        if (alarm === own) alarm = undefined;
      };
    },
  };
  const visibility = {
    isHidden: () => isHidden,
    watch: (listener: () => void) => {
      seen = listener;
      return () => {};
    },
  };
  const ring = () => {
    const due = alarm;
    if (due === undefined) return;
    nowMs = due.atMs;
    alarm = undefined;
    due.run();
  };
  const stop = startTicker(1000, timer, visibility, () => (told += 1));
  ring();
  expect([nowMs, told]).toEqual([1000, 1]);
  ring();
  expect([nowMs, told]).toEqual([2000, 2]);
  isHidden = true;
  seen();
  expect(alarm).toBeUndefined();
  isHidden = false;
  seen();
  expect(told).toBe(3);
  stop();
  expect(alarm).toBeUndefined();
});
