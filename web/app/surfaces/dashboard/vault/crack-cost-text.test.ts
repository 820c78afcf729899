import { expect, test } from 'vitest';
import { guessingPriceText, guessingTimeText } from './crack-cost-text.ts';

test('a span is said in the largest unit that fits, and singular where it is one', () => {
  expect(guessingTimeText(0)).toBe('less than a minute');
  expect(guessingTimeText(1 / 525_960)).toBe('1 minute');
  expect(guessingTimeText(3 / 8_766)).toBe('3 hours');
  expect(guessingTimeText(30 / 365.25)).toBe('30 days');
  expect(guessingTimeText(1234.9)).toBe('1,234 years');
  expect(guessingTimeText(3.2e13)).toBe('10¹³ years');
});

test('a price is rounded down, so that it never flatters', () => {
  expect(guessingPriceText(0.2)).toBe('less than 1 dollar');
  expect(guessingPriceText(1.9)).toBe('1 dollar');
  expect(guessingPriceText(2_500_000)).toBe('2 million dollars');
  expect(guessingPriceText(4e20)).toBe('10²⁰ dollars');
});
