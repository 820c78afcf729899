import { sealToKey } from '@castellan/foundation/seal-to-key';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeKeyPair } from '../../../../web/app/domains/vault/drafts/key-pair.ts';
import { sealingPorts } from '../../../../web/app/domains/vault/drafts/open-from-key.ts';
import { feedTerms } from '../../knowledge/feed-terms.ts';
import { cellsByDay } from '../day-values.ts';
import { type HealthRecord, healthBundles } from '../health-records.ts';
import { dayRecord } from '../make-records.ts';
import { type FeedReading, openFeed } from './open-feed.ts';
import { planFeed } from './plan-feed.ts';

const userId = '00000000-0000-4000-8000-00000000000a';
const receivedAtMs = Date.parse('2026-11-28T08:00:00Z');
const one = { measure: 'weight', value: 74.2, unit: 'kg', at: '2026-11-28T07:31:00+01:00' };

async function sealed(publicKey: string, content: unknown, id: string = crypto.randomUUID()) {
  const terms = feedTerms({ id, userId, publicKey, receivedAtMs });
  return { id, public_key: publicKey, sealed: await sealToKey(sealingPorts, terms, content), received_at: receivedAtMs };
}

const asKey = ({ publicKey, privateKey }: Awaited<ReturnType<typeof makeKeyPair>>) => ({ public_key: publicKey, private_key: privateKey });

test('values open with any of the vault’s keys; those under another one, and damaged ones, are named and not dropped', async () => {
  const [first, second, foreign] = await Promise.all([makeKeyPair(), makeKeyPair(), makeKeyPair()]);
  const waiting = await Promise.all([
    sealed(first.publicKey, one),
    sealed(second.publicKey, { ...one, value: 75 }),
    sealed(foreign.publicKey, one),
    // Who can write at the server can seal to the key as well.
    sealed(first.publicKey, { ...one, value: 'much' }),
    sealed(first.publicKey, [one, one]).then((value) => ({ ...value, id: userId })),
  ]);
  const opened = await openFeed([asKey(first), asKey(second)], userId, waiting);
  expect(opened.readings.map(({ value }) => value)).toEqual([74.2, 75]);
  expect(opened.otherKey).toEqual([waiting[2]?.id]);
  expect(opened.broken).toEqual([waiting[3]?.id, userId]);
  const elsewhere = await openFeed([asKey(first)], 'another', waiting);
  expect(elsewhere.readings).toEqual([]);
});

let count = 0;
function reading(given: Partial<FeedReading> = {}): FeedReading {
  count += 1;
  return { ...one, id: `r${count}`, receivedAtMs, ...given };
}

const mapOf = (records: readonly HealthRecord[]) => new Map(records.map((record) => [record.id, record]));

test('of a measure the latest value of a day is the day’s, whatever order they come in, and what was kept is there already', () => {
  const early = reading({ value: 74, at: '2026-11-28T06:00:00+01:00' });
  const late = reading({ value: 73.5, at: '2026-11-28T22:00:00+01:00' });
  for (const order of [
    [early, late],
    [late, early],
  ]) {
    const { records, fresh } = planFeed(order, new Map());
    expect(fresh.map(({ id }) => id)).toEqual([late.id, early.id]);
    expect(records).toEqual([{ ...dayRecord('2026-11-28', 'feed', { weight: 73.5 }), at: { weight: '2026-11-28T21:00:00.000Z' } }]);
    expect(healthBundles.schema.safeParse(records[0]).success).toBe(true);
    const again = planFeed([...order, reading({ ...late, id: 'again' })], mapOf(records));
    expect(again).toMatchObject({ records: [], fresh: [], left: [] });
    expect(again.there).toHaveLength(3);
  }
});

test('a value is the day’s on the clock of whoever sent it, and what was typed by hand stands before it', () => {
  const { records } = planFeed([reading({ at: '2026-11-29T00:10:00+09:00' })], new Map());
  expect(records.map(({ day }) => day)).toEqual(['2026-11-29']);
  const typed = dayRecord('2026-11-29', 'hand', { weight: 80 });
  expect(
    cellsByDay([...records, typed])
      .get('2026-11-29')
      ?.get('weight'),
  ).toEqual({ value: 80, source: 'hand' });
});

test('an unknown measure, another unit and what no body has are left, each with its reason', () => {
  const wrong = [
    reading({ measure: 'glow' }),
    reading({ measure: 'mood', value: 4, unit: '' }),
    reading({ unit: 'lb' }),
    reading({ value: 7000 }),
  ];
  expect(planFeed(wrong, new Map()).left.map(({ reason }) => reason)).toEqual(['measure', 'measure', 'unit', 'value']);
  const spelled = [
    ['Heart Rate', 'count/min', 60],
    ['HRV', 'ms', 40],
    ['Step Count', 'count', 9000],
    ['active_energy', 'Cal', 400],
    ['Sleep', 'hr', 7.5],
    ['temperature', 'degC', 36.6],
  ] as const;
  for (const [measure, unit, value] of spelled) expect(planFeed([reading({ measure, unit, value })], new Map()).left, measure).toEqual([]);
});

test('whatever is sent in however many turns, the kept days are those of one turn, and every value ends up kept, there or left', () => {
  const sent = fc.record({
    measure: fc.constantFrom('weight', 'steps', 'glow'),
    value: fc.integer({ min: 60, max: 64 }),
    at: fc
      .integer({ min: 0, max: 3 * 24 })
      .map((hours) => new Date(receivedAtMs - hours * 3_600_000).toISOString().replace('.000Z', '+00:00')),
  });
  fc.assert(
    fc.property(fc.array(sent, { maxLength: 12 }), fc.nat(), (values, split) => {
      const all = values.map((value, index) => reading({ ...value, unit: '', receivedAtMs: receivedAtMs + index }));
      const whole = planFeed(all, new Map());
      const turn = all.length === 0 ? 0 : split % (all.length + 1);
      const first = planFeed(all.slice(0, turn), new Map());
      const second = planFeed(all.slice(turn), mapOf(first.records));
      const kept = new Map([...mapOf(first.records), ...mapOf(second.records)]);
      expect([...kept.values()].toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
        whole.records.toSorted((a, b) => a.id.localeCompare(b.id)),
      );
      const ids = [...whole.fresh.map(({ id }) => id), ...whole.there, ...whole.left.map(({ reading: { id } }) => id)];
      expect(ids.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
      expect(planFeed(all, mapOf(whole.records)).fresh).toEqual([]);
    }),
  );
});
