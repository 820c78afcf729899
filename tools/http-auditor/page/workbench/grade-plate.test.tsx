import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { daysOf, GradePlate } from './grade-plate.tsx';

const headers = { grade: 'A+', score: 130, measuredOn: '2026-11-22', measuredAt: '2026-11-22T05:12:00.000Z' };
const words = (markup: string) => markup.replaceAll(/<[^>]+>/g, '');

test('a grade stands with the minute of its check, and each day of the last 90 has its tick', () => {
  const days = daysOf([
    { day: '2026-08-01', grade: 'A+' },
    { day: '2026-11-19', grade: 'A+' },
    { day: '2026-11-20', grade: 'B' },
    { day: '2026-11-22', grade: 'A+' },
  ]);
  expect([days.length, days.slice(-4)]).toEqual([90, '+- +']);
  const drawn = renderToStaticMarkup(<GradePlate data={{ headers, days }} />);
  expect(words(drawn)).toContain('130 points; A+ begins at 100. Measured on 22 November 2026, 05:12 UTC.');
  expect(words(drawn)).toContain('3 days 2 of A+');
});

test('before the first check there is no grade: a dashed outline, and when the check runs', () => {
  const drawn = renderToStaticMarkup(<GradePlate data={{ headers: undefined, days: daysOf([]) }} />);
  expect(words(drawn)).toContain('No grade yet. The check runs once a day after 00:00 UTC, over HTTPS.');
  expect(words(drawn)).not.toMatch(/A\+ begins|points/);
  expect(drawn).toContain('bench-outline');
});
