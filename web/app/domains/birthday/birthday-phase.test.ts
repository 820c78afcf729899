import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { birthdayBoot } from './birthday-boot.ts';
import { birthdayPhase, sealEndsMs, startOfDayMs, timeLeft } from './birthday-phase.ts';

const budapest = { month: 6, day: 30, timeZone: 'Europe/Budapest' };
const at = (text: string) => Date.parse(text);

describe('the phase by the calendar of the owner’s time zone', () => {
  test.each([
    ['the last second of May there', '2027-05-31T21:59:59Z', 'outside', '2027-05-31T22:00:00Z'],
    ['the first instant of June there, still May in UTC', '2027-05-31T22:00:00Z', 'countdown', '2027-06-29T22:00:00Z'],
    ['the last millisecond before the day', '2027-06-29T21:59:59.999Z', 'countdown', '2027-06-29T22:00:00Z'],
    ['the first instant of the day', '2027-06-29T22:00:00Z', 'day', '2027-06-30T22:00:00Z'],
    ['the last millisecond of the day', '2027-06-30T21:59:59.999Z', 'day', '2027-06-30T22:00:00Z'],
    ['the end of the day, which ends the month', '2027-06-30T22:00:00Z', 'outside', '2028-05-31T22:00:00Z'],
    ['another month', '2027-01-15T00:00:00Z', 'outside', '2027-05-31T22:00:00Z'],
  ])('%s', (_, now, kind, until) => {
    expect(birthdayPhase(at(now), budapest)).toEqual({ kind, untilMs: at(until) });
  });

  test('the rest of the month comes after the day', () => {
    expect(birthdayPhase(at('2027-06-11T00:00:00Z'), { month: 6, day: 10, timeZone: 'UTC' })).toEqual({
      kind: 'after',
      untilMs: at('2027-07-01T00:00:00Z'),
    });
    expect(birthdayPhase(at('2027-12-31T12:00:00Z'), { month: 12, day: 24, timeZone: 'UTC' }).untilMs).toBe(at('2028-01-01T00:00:00Z'));
  });
});

test('a countdown over a change of clocks counts hours that pass, not hours on the dial', () => {
  const { untilMs } = birthdayPhase(at('2027-03-27T23:00:00Z'), { month: 3, day: 29, timeZone: 'Europe/Budapest' });
  expect(timeLeft(untilMs, at('2027-03-27T23:00:00Z'))).toEqual({ days: 0, hours: 23, minutes: 0, seconds: 0 });
});

test.each([
  ['where midnight is skipped the day begins with its first minute', 2026, 4, 24, 'Africa/Cairo', '2026-04-23T22:00:00Z'],
  ['where midnight is repeated it begins with the earlier', 2026, 11, 1, 'America/Havana', '2026-11-01T04:00:00Z'],
  ['half an hour off', 2026, 6, 30, 'Asia/Kolkata', '2026-06-29T18:30:00Z'],
  ['far ahead of UTC', 2026, 6, 30, 'Pacific/Kiritimati', '2026-06-29T10:00:00Z'],
])('%s', (_, year, month, day, timeZone, expected) => {
  expect(new Date(startOfDayMs(year, month, day, timeZone)).toISOString()).toBe(new Date(expected).toISOString());
});

test('the seal holds to the end of the next birthday, as the database reckons it', () => {
  expect(sealEndsMs(at('2027-06-30T21:59:59Z'), budapest)).toBe(at('2027-06-30T22:00:00Z'));
  expect(sealEndsMs(at('2027-06-30T22:00:00Z'), budapest)).toBe(at('2028-06-30T22:00:00Z'));
});

test('what is left never reads zero before the moment, and never less afterwards', () => {
  expect(timeLeft(10_000, 9_999)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 1 });
  expect(timeLeft(10_000, 10_000)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
  expect(timeLeft(10_000, 99_000)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
  expect(timeLeft(90_061_000, 0)).toEqual({ days: 1, hours: 1, minutes: 1, seconds: 1 });
});

test('the script in the page’s head finds the same phase as this code, on every day around the birthday', () => {
  const birthday = { month: 6, day: 10 };
  const script = birthdayBoot({ birthday, timeZone: 'America/New_York' });
  const firstMs = at('2027-05-28T00:00:00Z');
  for (let hours = 0; hours < 24 * 40; hours += 5) {
    const nowMs = firstMs + hours * 3_600_000;
    const dataset: { birthday?: string } = {};
    runInNewContext(script, {
      document: { documentElement: { dataset } },
      Date: class extends Date {
        constructor() {
          super(nowMs);
        }
      },
    });
    const { kind } = birthdayPhase(nowMs, { ...birthday, timeZone: 'America/New_York' });
    expect(dataset.birthday ?? 'outside').toBe(kind);
  }
});

test('a name of a time zone can end no script', () => {
  expect(birthdayBoot({ birthday: { month: 6, day: 30 }, timeZone: 'UTC"});alert(1)//</script>' })).not.toMatch(/alert\(|<\/script>/);
});
