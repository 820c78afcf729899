import { expect, test } from 'vitest';
import { guessingPriceText, guessingTimeText, weakMasterText } from './crack-cost-text.ts';
import { minNewCost } from './master-cost.ts';
import { masterLevel } from './master-level.ts';

test('a span is said in the largest unit that fits, and singular where it is one', () => {
  expect(guessingTimeText(0)).toBe('less than a minute');
  expect(guessingTimeText(1 / 525_960)).toBe('1 minute');
  expect(guessingTimeText(3 / 8_766)).toBe('3 hours');
  expect(guessingTimeText(30 / 365.25)).toBe('30 days');
  expect(guessingTimeText(1299.9)).toBe('1,200 years');
  expect(guessingTimeText(3.29e13)).toBe('32 trillion years');
  expect(guessingTimeText(7e25)).toBe('more than 1,000 quintillion years');
});

test('a price has two figures and is rounded down, so that it never flatters', () => {
  expect(guessingPriceText(0.2)).toBe('less than 1 dollar');
  expect(guessingPriceText(1.9)).toBe('1 dollar');
  expect(guessingPriceText(199_800)).toBe('190,000 dollars');
  expect(guessingPriceText(216_900_000)).toBe('210 million dollars');
});

test('a weak master is asked about with how long it would stand, a good one or one that nobody checked is not', () => {
  const weak = weakMasterText({ score: 2, guessesLog10: 7 });
  expect(weak).toMatch(
    /^Someone with a copy of the database finds it after .+ on one GPU \(less than 1 dollar\), by the strength meter’s estimate\.$/,
  );
  // What a card finds within hours is not good, whatever a meter that knows nothing of the price calls it.
  expect(weakMasterText({ score: 3, guessesLog10: 8 })).toMatch(/^Someone with a copy/);
  expect(masterLevel({ score: 3, guessesLog10: 8 }, minNewCost)).toBe(0);
  expect(weakMasterText({ score: 4, guessesLog10: 13 })).toBeUndefined();
  expect(weakMasterText(undefined)).toBeUndefined();
});
