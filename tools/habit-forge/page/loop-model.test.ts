/**
 * Expected values are those that Loop Habit Tracker publishes in its own tests of scores, entries and streaks
 * (github.com/iSoron/uhabits, uhabits-core/src/jvmTest: ScoreListTest, EntryListTest, StreakListTest). Days count back from today.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildIntervals, computeMarks, type Frequency, snapIntervals } from './evidence/implied-days.ts';
import { mark } from './mark.ts';
import { type ScoreRule, scoresOf } from './scores.ts';
import { bestStreaks, currentStreak, lengthOf, streaksOf } from './streaks.ts';

const today = 20_000;
const daily: Frequency = { times: 1, days: 1 };
const check = (frequency: Frequency = daily): ScoreRule => ({ frequency, target: undefined });
const count = (type: 'at_least' | 'at_most', amount = 2, frequency: Frequency = daily): ScoreRule => ({
  frequency,
  target: { amount, type },
});

/** Marks by how many days ago; later ones replace earlier ones. */
function ago(...given: readonly (readonly [from: number, to: number, value: number])[]): ReadonlyMap<number, number> {
  const marks = new Map<number, number>();
  for (const [from, to, value] of given) for (let days = from; days < to; days += 1) marks.set(today - days, value);
  return marks;
}

/** Scores from today into the past. */
function scoresBack(given: ReadonlyMap<number, number>, rule: ScoreRule, length: number): readonly number[] {
  const marks = computeMarks(given, rule.frequency, rule.target !== undefined);
  const from = Math.min(today, ...marks.keys());
  const scores = scoresOf(marks, rule, from, today);
  return Array.from({ length }, (_, back) => scores[scores.length - 1 - back] ?? 0);
}

const scoreToday = (given: ReadonlyMap<number, number>, rule: ScoreRule) => scoresBack(given, rule, 1)[0] ?? 0;

function near(actual: readonly number[], expected: readonly number[]) {
  expect(actual).toHaveLength(expected.length);
  expected.forEach((value, index) => {
    expect(Math.abs((actual[index] ?? 9) - value), `day ${index}: ${actual[index]} and not ${value}`).toBeLessThan(1e-6);
  });
}

const twentyDays = [
  0.655747, 0.636894, 0.617008, 0.596033, 0.57391, 0.550574, 0.525961, 0.5, 0.472617, 0.443734, 0.41327, 0.381137, 0.347244, 0.311495,
  0.273788, 0.234017, 0.192067, 0.14782, 0.101149, 0.051922, 0, 0, 0,
];

describe('scores of checks', () => {
  test('twenty days in a row', () => near(scoresBack(ago([0, 20, mark.yes]), check(), 23), twentyDays));

  test('skipped days have the score of the day before', () => {
    const skips = ago([0, 20, mark.yes], [5, 6, mark.skip], [10, 12, mark.skip]);
    near(
      scoresBack(skips, check(), 23),
      [
        0.596033, 0.57391, 0.550574, 0.525961, 0.5, 0.472617, 0.472617, 0.443734, 0.41327, 0.381137, 0.347244, 0.347244, 0.347244, 0.311495,
        0.273788, 0.234017, 0.192067, 0.14782, 0.101149, 0.051922, 0, 0, 0,
      ],
    );
    near(scoresBack(ago([5, 6, mark.yes], [4, 5, mark.skip]), check(), 7), [0.041949, 0.044247, 0.04667, 0.049226, 0.051922, 0.051922, 0]);
  });

  test('a share of what was wanted becomes that share of the score', () => {
    const twiceAWeek = new Map(
      Array.from({ length: 100 }, (_, week) => [0, 1].map((day) => [today - week * 7 - day, mark.yes] as const)).flat(),
    );
    near([scoreToday(twiceAWeek, check({ times: 3, days: 7 })), scoreToday(twiceAWeek, check({ times: 4, days: 7 }))], [2 / 3, 0.5]);
  });

  test('once a week on changing days is whole', () => {
    const irregular = new Map(
      Array.from({ length: 100 }, (_, pair) => [0, 13].map((day) => [today - pair * 14 - day, mark.yes] as const)).flat(),
    );
    expect(Math.abs(scoreToday(irregular, check({ times: 1, days: 7 })) - 1)).toBeLessThan(1e-3);
  });

  test('a high score is reached in three months daily, nine weekly, eighteen monthly', () => {
    const every = (days: number, times: number) =>
      new Map(Array.from({ length: times }, (_, index) => [today - days * index, mark.yes] as const));
    expect(scoreToday(every(1, 90), check())).toBeGreaterThan(0.99);
    expect(scoreToday(every(7, 39), check({ times: 1, days: 7 }))).toBeGreaterThan(0.99);
    expect(scoreToday(every(30, 18), check({ times: 1, days: 30 }))).toBeGreaterThan(0.99);
  });

  test('a changed frequency and a mark taken away count at once', () => {
    const two = ago([0, 2, mark.yes]);
    near(
      [scoreToday(new Map(), check()), scoreToday(two, check()), scoreToday(two, check({ times: 1, days: 2 }))],
      [0, 0.101149, 0.054816],
    );
    near([scoreToday(ago([0, 1, mark.yes]), check()), scoreToday(ago([0, 1, mark.unknown]), check())], [0.051922, 0]);
  });
});

describe('scores of counts', () => {
  test('at least: twenty days that met the target, with and without skipped days', () => {
    near(scoresBack(ago([0, 20, 2000]), count('at_least'), 23), twentyDays);
    const skips = ago([0, 20, 2000], [10, 11, mark.skip], [15, 16, mark.skip]);
    near(
      scoresBack(skips, count('at_least'), 23),
      [
        0.617008, 0.596033, 0.57391, 0.550574, 0.525961, 0.5, 0.472617, 0.443734, 0.41327, 0.381137, 0.347244, 0.347244, 0.311495, 0.273788,
        0.234017, 0.192067, 0.192067, 0.14782, 0.101149, 0.051922, 0, 0, 0,
      ],
    );
  });

  test('at least: half of the target is half of the score, more than the target is no more, and no target divides by nothing', () => {
    near([scoreToday(ago([0, 500, 1000]), count('at_least')), scoreToday(ago([0, 500, 500]), count('at_least'))], [0.5, 0.25]);
    near([scoreToday(ago([0, 1, 10_000_000]), count('at_least'))], [0.051922]);
    near([scoreToday(ago([0, 2, 2000]), count('at_least', 2, { times: 1, days: 2 }))], [0.072631]);
    expect(scoreToday(ago([0, 1, 100]), count('at_least', 0))).toBeGreaterThan(0);
  });

  test('at least: skipped days are as if they had never been', () => {
    const whole = scoreToday(ago([0, 500, 1000]), count('at_least'));
    near([scoreToday(ago([0, 500, 1000], [500, 1000, mark.skip]), count('at_least'))], [whole]);
    near([scoreToday(ago([0, 300, 1000], [300, 500, mark.skip], [500, 700, 1000]), count('at_least'))], [whole]);
  });

  test('at most: it begins at 1, and twenty days far over the limit take it down', () => {
    near(
      scoresBack(ago([20, 21, 1000], [0, 20, 5000]), count('at_most'), 21),
      [
        0.344253, 0.363106, 0.382992, 0.403967, 0.42609, 0.449426, 0.474039, 0.5, 0.527383, 0.556266, 0.58673, 0.618863, 0.652756, 0.688505,
        0.726212, 0.765983, 0.807933, 0.85218, 0.898851, 0.948078, 1,
      ],
    );
    near([scoreToday(new Map(), count('at_most'))], [1]);
  });

  test('at most: going over by half is half of the score, and how far beyond twice the limit is no matter', () => {
    near([scoreToday(ago([0, 500, 3000]), count('at_most')), scoreToday(ago([0, 500, 3500]), count('at_most'))], [0.5, 0.25]);
    near([scoreToday(ago([1, 2, 10_000_000]), count('at_most'))], [0.950773]);
    for (const less of [0, 1000]) near([scoreToday(ago([0, 1, 5000], [1, 2, less]), count('at_most'))], [0.948078]);
    near(
      [scoreToday(ago([0, 2, 5000]), count('at_most')), scoreToday(ago([0, 2, 5000]), count('at_most', 2, { times: 1, days: 2 }))],
      [0.898851, 0.927369],
    );
    expect(scoreToday(ago([0, 1, 100]), count('at_most', 0))).toBeLessThan(1);
  });

  test('whatever was marked, a score stays between 0 and 1', () => {
    const marks = fc.array(fc.tuple(fc.nat(400), fc.constantFrom(-1, 0, 2, 3, 10, 2000, 1_000_000_000)), { maxLength: 60 });
    const rule = fc.oneof(
      fc.record({ frequency: fc.constantFrom(daily, { times: 3, days: 7 }, { times: 1, days: 30 }), target: fc.constant(undefined) }),
      fc.record({
        frequency: fc.constantFrom(daily, { times: 1, days: 7 }),
        target: fc.record({ amount: fc.constantFrom(0, 0.3, 2), type: fc.constantFrom('at_least' as const, 'at_most' as const) }),
      }),
    );
    fc.assert(
      fc.property(marks, rule, (given, how) => {
        const known = computeMarks(new Map(given.map(([days, value]) => [today - days, value])), how.frequency, how.target !== undefined);
        for (const score of scoresOf(known, how, today - 400, today)) expect(score >= 0 && score <= 1).toBe(true);
      }),
    );
  });
});

describe('days that a frequency implies', () => {
  const interval = (begin: number, center: number, end: number) => ({ begin: -begin, center: -center, end: -end });
  const repeated = (...days: readonly number[]) => days.map((day) => -day);

  test('runs of repetitions answer for their days', () => {
    expect(buildIntervals({ times: 1, days: 7 }, repeated(8, 18, 23))).toEqual([
      interval(8, 8, 2),
      interval(18, 18, 12),
      interval(23, 23, 17),
    ]);
    expect(buildIntervals(daily, repeated(8, 18, 23))).toEqual([interval(8, 8, 8), interval(18, 18, 18), interval(23, 23, 23)]);
    expect(buildIntervals({ times: 2, days: 7 }, repeated(8, 15, 18, 22, 23))).toEqual([
      interval(18, 15, 12),
      interval(22, 18, 16),
      interval(23, 22, 17),
    ]);
  });

  test('runs that overlap slide into the past as far as their last repetition allows', () => {
    expect(snapIntervals([interval(8, 8, 2), interval(12, 12, 6), interval(20, 20, 14), interval(27, 27, 21)])).toEqual([
      interval(8, 8, 2),
      interval(15, 12, 9),
      interval(22, 20, 16),
      interval(29, 27, 23),
    ]);
    expect(snapIntervals([interval(6, 4, 0), interval(11, 8, 5)])).toEqual([interval(6, 4, 0), interval(13, 8, 7)]);
  });

  test('one in three days fills the gaps between, and a no inside of them is needed no more', () => {
    const computed = (given: ReadonlyMap<number, number>, frequency: Frequency) =>
      [...computeMarks(given, frequency, false)].sort(([one], [other]) => other - one).map(([day, value]) => [today - day, value]);
    expect(computed(ago([4, 5, mark.yes], [9, 11, mark.yes]), { times: 1, days: 3 })).toEqual([
      [2, mark.implied],
      [3, mark.implied],
      [4, mark.yes],
      [7, mark.implied],
      [8, mark.implied],
      [9, mark.yes],
      [10, mark.yes],
      [11, mark.implied],
      [12, mark.implied],
    ]);
    expect(computed(ago([1, 2, mark.no], [2, 3, mark.yes], [0, 1, mark.skip]), { times: 1, days: 3 })).toEqual([
      [0, mark.skip],
      [1, mark.implied],
      [2, mark.yes],
    ]);
  });

  test('a count implies nothing, and a monthly habit answers for the days of its month', () => {
    const given = ago([4, 5, 100], [9, 10, 200]);
    expect(computeMarks(given, daily, true)).toEqual(given);
    const february = 20_485;
    expect(new Date(february * 86_400_000).toISOString().slice(0, 10)).toBe('2026-02-01');
    expect(buildIntervals({ times: 1, days: 30 }, [february])).toEqual([{ begin: february, center: february, end: february + 27 }]);
    expect(buildIntervals({ times: 1, days: 31 }, [february - 1])).toEqual([
      { begin: february - 1, center: february - 1, end: february + 26 },
    ]);
  });
});

describe('streaks', () => {
  const longHabit = [
    0, 1, 3, 5, 7, 8, 9, 10, 12, 14, 15, 17, 19, 20, 26, 27, 28, 50, 51, 52, 53, 54, 58, 60, 63, 65, 70, 71, 72, 73, 74, 75, 80, 81, 83, 89,
    90, 91, 95, 102, 103, 108, 109, 120,
  ];

  test('the best four and two of a long habit', () => {
    const streaks = streaksOf(new Map(longHabit.map((days) => [today - days, mark.yes])), check(), today);
    expect(bestStreaks(streaks, 4).map(lengthOf)).toEqual([4, 3, 5, 6]);
    expect(bestStreaks(streaks, 2).map(lengthOf)).toEqual([5, 6]);
  });

  test('days of which nothing is known, and a no, are in none', () => {
    expect(streaksOf(ago([0, 1, mark.yes], [5, 6, mark.no]), check(), today).map(lengthOf)).toEqual([1]);
  });

  test('a skipped day breaks no streak, a count over its limit does, and an empty today has not broken yesterday’s', () => {
    const marks = ago([1, 3, mark.yes], [3, 4, mark.skip], [4, 6, mark.yes]);
    const streaks = streaksOf(marks, check(), today);
    expect(streaks.map(lengthOf)).toEqual([5]);
    expect(currentStreak(streaks, marks, check(), today)).toEqual({ begin: today - 5, end: today - 1 });
    expect(currentStreak(streaks, new Map([...marks, [today, mark.no]]), check(), today)).toBeUndefined();
    expect(streaksOf(ago([0, 3, 1000], [3, 4, 5000], [4, 6, 2000]), count('at_most'), today).map(lengthOf)).toEqual([3, 2]);
  });

  test('a count that is on its way today has not broken yesterday’s streak', () => {
    const marks = ago([0, 1, 500], [1, 4, 2000]);
    const streaks = streaksOf(marks, count('at_least'), today);
    expect(currentStreak(streaks, marks, count('at_least'), today)).toEqual({ begin: today - 3, end: today - 1 });
  });

  test('a count for a week is met by the days of the week together', () => {
    const marks = ago([0, 7, 0], [3, 4, 14_000]);
    expect(streaksOf(marks, count('at_least', 14, { times: 1, days: 7 }), today).map(lengthOf)).toEqual([4]);
  });
});
