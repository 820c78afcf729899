import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LoadUpgrade, schemaVersionOf, upgradeFields, withSchemaVersion } from './schema-version.ts';
import type { RecordFields } from './sealed-record.ts';

/** Upgrades that write down that they were applied: the one from version n to n + 1 writes n. */
const marking = (count: number): readonly LoadUpgrade[] =>
  Array.from({ length: count }, (_, index) => async () => (fields: RecordFields) => ({
    ...fields,
    applied: [...((fields['applied'] as readonly number[] | undefined) ?? []), index + 1],
  }));

const plainFields = fc.dictionary(
  fc.string().filter((name) => !['schema_version', 'applied', '__proto__'].includes(name)),
  fc.jsonValue(),
);
const known = fc.integer({ min: 1, max: 12 });
const pair = fc.tuple(known, known);
const runs = { seed: 51, numRuns: 500 };

describe('property: upgrading applies', () => {
  test('exactly the missing upgrades, in their order, and leaves the other fields as they are', async () => {
    await fc.assert(
      fc.asyncProperty(pair, plainFields, async ([one, other], fields) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const upgraded = await upgradeFields(withSchemaVersion(fields, from), marking(to - 1));
        const applied = Array.from({ length: to - from }, (_, index) => from + index);
        expect(upgraded).toEqual({ ok: true, value: applied.length === 0 ? fields : { ...fields, applied } });
      }),
      runs,
    );
  });

  test('nothing to a record of the present version, which comes out without its mark', async () => {
    await fc.assert(
      fc.asyncProperty(known, plainFields, async (version, fields) => {
        const refusing = Array.from({ length: version - 1 }, () => async () => {
          throw new Error('not asked for');
        });
        expect(await upgradeFields(withSchemaVersion(fields, version), refusing)).toEqual({ ok: true, value: fields });
      }),
      runs,
    );
  });

  test('nothing to a record of a later version than is known: it is refused by name', async () => {
    await fc.assert(
      fc.asyncProperty(known, known, plainFields, async (version, further, fields) => {
        const upgraded = await upgradeFields(withSchemaVersion(fields, version + further), marking(version - 1));
        expect(upgraded).toEqual({ ok: false, failure: { code: 'newer_version' } });
      }),
      runs,
    );
  });

  test('nothing where one upgrade fails: it is said so, and what was handed over is as it was', async () => {
    const faults: readonly LoadUpgrade[] = [
      async () => {
        throw new Error('it does not come');
      },
      async () => () => {
        throw new Error('unforeseen');
      },
      ...['no fields', [], null].map((answer) => async () => () => answer as unknown as RecordFields),
    ];
    await fc.assert(
      fc.asyncProperty(pair, fc.constantFrom(...faults), plainFields, async ([from, length], fault, fields) => {
        const upgrades = [...marking(from + length - 1).slice(0, -1), fault];
        const sealed = withSchemaVersion(fields, from);
        const before = structuredClone(sealed);
        expect(await upgradeFields(sealed, upgrades)).toEqual({ ok: false, failure: { code: 'upgrade_failed' } });
        expect(sealed).toEqual(before);
      }),
      runs,
    );
  });
});

test('a record without a mark is of version 1, and one of version 1 is sealed without: what lies sealed needs no other text', () => {
  expect(schemaVersionOf({ title: 'a' })).toBe(1);
  expect(withSchemaVersion({ title: 'a' }, 1)).toEqual({ title: 'a' });
  expect(withSchemaVersion({ title: 'a', schema_version: 4 }, 1)).toEqual({ title: 'a' });
  expect(withSchemaVersion({ title: 'a', schema_version: 4 }, 2)).toEqual({ title: 'a', schema_version: 2 });
});

test.each([0, -1, 1.5, '2', Number.MAX_VALUE, true, [2], {}])(
  'a mark that is no version (%j) is taken for one of a later program',
  async (mark) => {
    expect(await upgradeFields({ title: 'a', schema_version: mark }, marking(3))).toEqual({
      ok: false,
      failure: { code: 'newer_version' },
    });
  },
);
