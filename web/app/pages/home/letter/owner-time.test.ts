import { expect, test } from 'vitest';
import { ownerTimeAt } from './owner-time.ts';

const evening = Date.UTC(2026, 10, 23, 23, 8);

test.each([
  ['Europe/Budapest', 60, '00:08', '24 NOV 26', 'same as yours'],
  ['Europe/Budapest', 0, '00:08', '24 NOV 26', '1 h ahead of yours'],
  ['Asia/Kathmandu', 0, '04:53', '24 NOV 26', '5 h 45 min ahead of yours'],
  ['America/New_York', 60, '18:08', '23 NOV 26', '6 h behind yours'],
  ['America/St_Johns', -240, '19:38', '23 NOV 26', '30 min ahead of yours'],
  ['UTC', -720, '23:08', '23 NOV 26', '12 h ahead of yours'],
])('the clock in %s, read %i minutes east of UTC', (timeZone, readerOffset, time, day, difference) => {
  expect(ownerTimeAt(evening, timeZone, readerOffset)).toEqual({ time, day, difference });
});

test('the clock follows summer time', () => {
  const summer = Date.UTC(2026, 6, 1, 12, 0);
  expect(ownerTimeAt(summer, 'Europe/Budapest', 0)).toMatchObject({ time: '14:00', day: '01 JUL 26', difference: '2 h ahead of yours' });
});
