import { expect, test } from 'vitest';
import type { HealthRecord } from './health-records.ts';
import { checkinRecord, dayRecord } from './make-records.ts';
import { healthLineText, readHealthLine, recordsOfLine } from './read-health-line.ts';

const today = '2026-03-29';

test.for([
  ['weight 74.2', { weight: 74.2 }],
  ['74,2 kg', { weight: 74.2 }],
  ['Weight 74.2kg', { weight: 74.2 }],
  ['bp 120/80', { systolic: 120, diastolic: 80 }],
  ['resting hr 52', { resting_heart_rate: 52 }],
  ['HRV 61 ms', { heart_rate_variability: 61 }],
  ['36.9 °C', { temperature: 36.9 }],
  ['spo2 97%', { oxygen: 97 }],
  ['oxygen 97 %', { oxygen: 97 }],
  ['mood 4', { mood: 4 }],
] as const)('the line %s names its values', ([line, values]) => {
  expect(readHealthLine(line)).toEqual(values);
});

test.for([
  '',
  'weight',
  '74.2',
  'weight 7000',
  'weight 74.2 lb',
  'mood 3.5',
  'bp 120',
  'bp 999/80',
  'coffee 3',
  '7 h',
  'toString 1',
  'steps 8,000',
  '52 /min',
])('the line “%s” names none', (line) => {
  expect(readHealthLine(line)).toBeUndefined();
});

test('a line is beside what was typed and checked in before, and says what it is', () => {
  const before: readonly HealthRecord[] = [
    dayRecord(today, 'hand', { steps: 3, weight: 80 }),
    checkinRecord(today, { mood: 2, energy: 3, pain: null, note: 'A cold.' }),
  ];
  const byId = new Map(before.map((record) => [record.id, record]));
  expect(recordsOfLine({ weight: 74.2 }, today, byId)).toEqual([dayRecord(today, 'hand', { steps: 3, weight: 74.2 })]);
  expect(recordsOfLine({ mood: 4 }, today, byId)).toEqual([checkinRecord(today, { mood: 4, energy: 3, pain: null, note: 'A cold.' })]);
  expect(recordsOfLine({ systolic: 120, diastolic: 80 }, '2026-03-30', byId)).toEqual([
    dayRecord('2026-03-30', 'hand', { systolic: 120, diastolic: 80 }),
  ]);
  expect(healthLineText({ weight: 74.2 })).toBe('Weight 74.2 kg');
});
