import fc from 'fast-check';
import { expect, test } from 'vitest';
import { feedFaultText, readFeedBody } from './read-feed-body.ts';

const arrivedAtMs = Date.parse('2026-11-28T08:00:00Z');
const one = { measure: 'weight', value: 74.2, unit: 'kg', at: '2026-11-28T07:31:00+01:00' };
const read = (body: unknown) => readFeedBody(body, arrivedAtMs);
const faultOf = (body: unknown) => {
  const { ok, ...rest } = read(body);
  return ok ? undefined : rest;
};

test('one value, a list, and an object with a list say the same', () => {
  for (const body of [one, [one], { values: [one] }]) expect(read(body)).toEqual({ ok: true, value: [one] });
});

test('numbers and moments may come as text, as variables of a phone do', () => {
  const cases = [
    [
      { measure: ' Steps ', value: '9120' },
      { measure: 'Steps', value: 9120, unit: '', at: '2026-11-28T08:00:00Z' },
    ],
    [{ ...one, value: '74,2' }, one],
    [
      { ...one, value: '-0.5' },
      { ...one, value: -0.5 },
    ],
    [{ ...one, at: '2026-11-28 07:31:00.123+0100' }, one],
    [
      { ...one, at: '2026-11-28T07:31Z' },
      { ...one, at: '2026-11-28T07:31:00Z' },
    ],
    [
      { ...one, at: '1795850000' },
      { ...one, at: '2026-11-28T07:13:20Z' },
    ],
    [
      { ...one, at: 1_795_850_000 },
      { ...one, at: '2026-11-28T07:13:20Z' },
    ],
    [
      { ...one, unit: null, at: null },
      { ...one, unit: '', at: '2026-11-28T08:00:00Z' },
    ],
  ];
  for (const [body, value] of cases) expect(read(body)).toEqual({ ok: true, value: [value] });
});

test('a body that is anything else is refused whole, and told which value and which of its fields', () => {
  expect(faultOf(undefined)).toEqual({ failure: { code: 'not_a_list' } });
  expect(faultOf('weight')).toEqual({ failure: { code: 'not_a_list' } });
  expect(faultOf({ values: [one], more: 1 })).toEqual({ failure: { code: 'not_a_list' } });
  expect(faultOf([])).toEqual({ failure: { code: 'nothing' } });
  expect(faultOf(Array.from({ length: 501 }, () => one))).toEqual({ failure: { code: 'too_many' } });
  const wrong = [
    ['not_an_object', 'weight'],
    ['not_an_object', [one]],
    ['unknown_key', { ...one, note: '' }],
    ['measure', { ...one, measure: '' }],
    ['measure', { ...one, measure: 'a\nb' }],
    ['measure', { ...one, measure: 'a'.repeat(81) }],
    ['value', { ...one, value: 'NaN' }],
    ['value', { ...one, value: '1,000' }],
    ['value', { ...one, value: 1e10 }],
    ['value', { ...one, value: true }],
    ['unit', { ...one, unit: 'k\u0000g' }],
    ['at', { ...one, at: '2026-11-28T07:31:00' }],
    ['at', { ...one, at: '2026-02-31T07:31:00Z' }],
    ['at', { ...one, at: '2026-11-28T25:31:00Z' }],
    ['at', { ...one, at: '2026-11-28T07:31:00+15:00' }],
    ['at', { ...one, at: '2027-01-01T00:00:00Z' }],
    ['at', { ...one, at: '1999-12-31T23:59:59Z' }],
    ['at', { ...one, at: '99999999999' }],
  ];
  for (const [code, item] of wrong) expect(faultOf([one, item]), JSON.stringify(item)).toEqual({ failure: { code, position: 2 } });
});

test('whatever a body holds, it becomes values that are read as themselves again, or a fault that quotes nothing of it', () => {
  const text = fc.oneof(fc.string({ maxLength: 100 }), fc.constantFrom('74,2', '1e5', '0x10', '9'.repeat(21), '2026-11-28T07:31:00+01:00'));
  const field = fc.oneof(text, fc.double(), fc.integer(), fc.constant(null), fc.anything());
  const item = fc.record({ measure: field, value: field, unit: field, at: field, note: field }, { requiredKeys: [] });
  const body = fc.oneof(item, fc.array(item, { maxLength: 5 }), fc.record({ values: fc.array(item, { maxLength: 5 }) }), fc.jsonValue());
  fc.assert(
    fc.property(body, (given) => {
      const answer = read(given);
      if (answer.ok) {
        for (const value of answer.value) expect(JSON.stringify(value).length).toBeLessThan(400);
        expect(read(answer.value)).toEqual(answer);
      } else {
        expect(feedFaultText(answer.failure)).toMatch(/^(?:Value \d+: [a-z]|The body|There|A call)/);
      }
    }),
    { numRuns: 2000 },
  );
});

test('every decimal number and every moment of the last twenty years is taken as it is', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.integer({ min: 1, max: 2 }),
      fc.date({ min: new Date('2006-01-01T00:00:00Z'), max: new Date(arrivedAtMs), noInvalidDate: true }),
      fc.integer({ min: -14 * 4, max: 14 * 4 }),
      (hundredths, digits, moment, quarters) => {
        const number = (Math.trunc(hundredths / 10 ** (2 - digits)) / 10 ** digits).toFixed(digits);
        const local = new Date(moment.getTime() + quarters * 900_000).toISOString().slice(0, 19);
        const minutes = Math.abs(quarters) * 15;
        const offset = `${quarters < 0 ? '-' : '+'}${String(Math.trunc(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
        for (const value of [number, number.replace('.', ',')]) {
          const answer = read({ measure: 'm', value, at: `${local}${offset}` });
          expect(answer).toEqual({ ok: true, value: [{ measure: 'm', value: Number(number), unit: '', at: `${local}${offset}` }] });
        }
      },
    ),
  );
});
