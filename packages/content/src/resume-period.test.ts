import { expect, test } from 'vitest';
import { resumeDateText, resumePeriodText } from './resume-period.ts';

test('a resume date is said as far as it is known, without the day', () => {
  expect(['2021', '2021-03', '2021-12-31', '2021-01'].map(resumeDateText)).toEqual(['2021', 'Mar 2021', 'Dec 2021', 'Jan 2021']);
});

test('a period without an end lasts, and one without a start is its end', () => {
  expect(resumePeriodText('2021-03', '2022')).toBe('Mar 2021 – 2022');
  expect(resumePeriodText('2021-03', undefined)).toBe('Mar 2021 – Present');
  expect(resumePeriodText(undefined, '2022')).toBe('2022');
  expect(resumePeriodText(undefined, undefined)).toBe('');
});
