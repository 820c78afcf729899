import { expect, test } from 'vitest';
import { resumeDateText } from './resume-period.ts';

test('a resume date is said as far as it is known, without the day', () => {
  expect(['2021', '2021-03', '2021-12-31', '2021-01'].map(resumeDateText)).toEqual(['2021', 'Mar 2021', 'Dec 2021', 'Jan 2021']);
});
