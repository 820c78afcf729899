import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBundlesHand, createMemorySource } from '../../../../web/app/domains/sealed-bundles/bundles-hand.ts';
import { readBundles } from '../../../../web/app/domains/sealed-bundles/read-bundles.ts';
import { cellsByDay } from '../day-values.ts';
import { findHealth, indexHealth } from '../find-health.ts';
import { daySources, type HealthRecord, healthBundles } from '../health-records.ts';
import { checkinRecord, dayRecord, workoutRecord } from '../make-records.ts';
import { metrics } from '../metrics.ts';
import { readHealthFile, writeHealthFile } from './health-file.ts';
import { planHealthImport } from './plan-health-import.ts';

/** Health of a page's memory, with a file of it taken in. */
async function importedInto(before: readonly HealthRecord[], text: string) {
  const source = createMemorySource(() => undefined);
  const hand = createBundlesHand<HealthRecord>(healthBundles, source);
  if (before.length > 0) await hand.put(...before);
  const view = () => readBundles(healthBundles, source.read());
  const take = async () => {
    const read = readHealthFile(text);
    if (typeof read === 'string') throw new Error(read);
    const { plan, records } = planHealthImport(read.records, view(), read.rejected, 'own');
    if (records.length > 0) await hand.addImport(plan.batchId, 'health.json', records, new Date(0));
    return plan;
  };
  return { plan: await take(), again: take, view };
}

/** Without the import's mark, which says how a record came here and not what it is. */
const plain = (records: readonly HealthRecord[]) =>
  records.map((record) => ({ ...record, batch: null })).sort((one, other) => (one.id < other.id ? -1 : 1));

const days = fc
  .date({ min: new Date('2016-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const values = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...metrics), fc.double({ min: 0, max: 1, noNaN: true })), {
    selector: ([{ id }]) => id,
    maxLength: 6,
  })
  .map((pairs) => Object.fromEntries(pairs.map(([{ id, least, most }, share]) => [id, least + share * (most - least)])));
const whole = (least: number, most: number) => fc.option(fc.integer({ min: least, max: most }), { nil: null });
const amount = fc.double({ min: 0, max: 1e6, noNaN: true });
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const text = (least: number, most: number) => fc.string({ minLength: least, maxLength: most, unit: 'binary' });
const records = fc.oneof(
  fc.tuple(days, fc.constantFrom(...daySources), values).map(([day, source, some]) => dayRecord(day, source, some)),
  fc
    .tuple(days, fc.record({ mood: whole(1, 5), energy: whole(1, 5), pain: whole(0, 10), note: text(0, 200) }))
    .map(([day, said]) => checkinRecord(day, said)),
  fc
    .record({
      day: days,
      time: clock,
      activity: text(1, 30),
      minutes: amount,
      kilometres: fc.option(amount, { nil: null }),
      kilocalories: fc.option(amount, { nil: null }),
      source: text(0, 30),
      route: fc.constantFrom('', '47.50000,19.00000;47.51000,19.00000'),
    })
    .map(workoutRecord),
);
const histories = fc.uniqueArray(records, { selector: ({ id }) => id, maxLength: 20 });

test('everything that is exported comes back the same, and the same file adds nothing again', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (all) => {
      const { plan, again, view } = await importedInto([], writeHealthFile(all));
      expect([plan.fresh.length, plan.rejected]).toEqual([all.length, []]);
      expect(plain(view().records)).toEqual(plain(all));
      const second = await again();
      expect([second.fresh.length, second.changed.length]).toEqual([0, 0]);
    }),
    { numRuns: 60 },
  );
});

test('a value of a table comes back beside the same one that was typed', async () => {
  const typed = dayRecord('2026-03-29', 'hand', { steps: 3 });
  const ofTable = dayRecord('2026-03-29', 'csv', { steps: 3 });
  const { view } = await importedInto([typed], writeHealthFile([typed, ofTable]));
  expect(plain(view().records)).toEqual(plain([typed, ofTable]));
});

test('what is no record is rejected with its line and the reason, and the rest is taken', () => {
  const good = dayRecord('2024-02-29', 'hand', { steps: 3 });
  const file = JSON.stringify({
    ...{ format: 'castellan-health', version: 1 },
    records: [
      good,
      { ...good, day: '2026-02-29' },
      { ...good, id: 'another name', values: { steps: 4 } },
      { ...good, day: '2024-03-01', values: { steps: 1e9 } },
      { ...good, day: '2024-03-02', values: { toString: 1 } },
      { ...checkinRecord('2024-03-01', { mood: 4, energy: null, pain: null, note: '' }), mood: 9 },
      null,
    ],
  });
  const read = readHealthFile(file);
  expect(read).toMatchObject({ records: [good] });
  expect(typeof read === 'string' ? [] : read.rejected.map(({ line, reason }) => [line, reason])).toEqual([
    [3, 'day: Invalid ISO date.'],
    [4, 'The record is there twice.'],
    [5, 'steps: 1000000000 is not a valid value.'],
    [6, 'toString: 1 is not a valid value.'],
    [7, 'mood: Too big: expected number to be <=5.'],
    [8, 'It: Invalid input: expected object, received null.'],
  ]);
  expect(['{', 'null', '{"format":"castellan-pay-plans","version":1,"records":[]}'].map(readHealthFile)).toEqual([
    'not_json',
    'not_ours',
    'not_ours',
  ]);
  expect(readHealthFile(`{"format":"castellan-health","version":1,"records":[${'1,'.repeat(50_000)}1]}`)).toBe('too_many');
});

test('a search finds measures, days by date and note, and workouts, whatever the case and accents', () => {
  const all = [
    dayRecord('2026-03-29', 'hand', { steps: 3 }),
    dayRecord('2026-03-28', 'hand', { steps: 3 }),
    checkinRecord('2025-12-24', { mood: 3, energy: null, pain: null, note: 'Café, then a cold' }),
    workoutRecord({
      ...{ day: '2026-01-02', time: '07:00', activity: 'Running', minutes: 30 },
      ...{ kilometres: 5, kilocalories: null, source: 'Watch', route: '' },
    }),
  ];
  const index = indexHealth(all, cellsByDay(all));
  const found = (words: string) => {
    const { measures, days: of, workouts } = findHealth(index, words);
    return [measures.map(({ id }) => id), of.map(({ day }) => day), workouts.map(({ activity }) => activity)];
  };
  expect(found('STEPS')).toEqual([['steps'], [], []]);
  expect(found('cafe')).toEqual([[], ['2025-12-24'], []]);
  expect(found('march 2026')).toEqual([[], ['2026-03-29', '2026-03-28'], []]);
  expect(found('run january')).toEqual([[], [], ['Running']]);
  expect(found('wednesday december')).toEqual([[], ['2025-12-24'], []]);
  expect(found(' ')).toEqual([[], [], []]);
});
