import { globSync } from 'node:fs';
import { join } from 'node:path';
import { type LoadUpgrade, schemaVersionOf, upgradeFields, withSchemaVersion } from '@castellan/vault-core/records/schema-version';
import type { RecordFields } from '@castellan/vault-core/records/sealed-record';
import { expect, test } from 'vitest';
import { collections } from '../../collections.ts';
import type { FrozenRows } from '../../records/testing/frozen-rows.ts';
import { must } from '../testing/vault-world.ts';

const root = join(import.meta.dirname, ...Array.from({ length: 5 }, () => '..'));
const files = globSync(['web/app/**/*.frozen.ts', 'tools/**/*.frozen.ts'], { cwd: root });
const all: readonly FrozenRows[] = await Promise.all(files.map(async (file) => (await import(join(root, file))).frozen));
const sealedCollections = collections.filter((one) => one.sealed);

const fieldsOf = (sealed: string): RecordFields => JSON.parse(sealed);
const clear = {
  ...{ id: '11abcdef-0000-4000-8000-000000000001', version: 3, deleted_at: null },
  ...{ created_at: '2026-11-21T12:00:00.000Z', updated_at: '2026-11-21T12:00:00.000Z' },
};

/** Schema versions of a collection that none of the rows is of, and versions of rows that the collection does not have. */
function faultsOf(upgrade: readonly LoadUpgrade[], rows: FrozenRows['rows']): readonly string[] {
  const declared = Array.from({ length: upgrade.length + 1 }, (_, index) => index + 1);
  const frozen = new Set(rows.map(({ sealed }) => schemaVersionOf(fieldsOf(sealed))));
  return [
    ...declared.filter((version) => !frozen.has(version)).map((version) => `version ${version} has no frozen row`),
    ...[...frozen].filter((version) => !declared.includes(version)).map((version) => `version ${version} has no upgrade`),
  ];
}

/** A row upgraded as a whole, and field by field as a waiting change is, joined. */
async function upgradedBothWays(upgrade: readonly LoadUpgrade[], sealed: string) {
  const fields = fieldsOf(sealed);
  const whole = must(await upgradeFields(fields, upgrade));
  const parts = Object.entries(withSchemaVersion(fields, 1)).map(async ([name, value]) =>
    must(await upgradeFields(withSchemaVersion({ [name]: value }, schemaVersionOf(fields)), upgrade)),
  );
  return { whole, joined: Object.assign({}, ...(await Promise.all(parts))) };
}

test('every schema version of every sealed collection has a frozen row', () => {
  expect(all.map(({ collection }) => collection.name).toSorted()).toEqual(sealedCollections.map(({ name }) => name).toSorted());
  const faults = all.flatMap(({ collection, rows }) => faultsOf(collection.upgrade, rows).map((fault) => `${collection.name}: ${fault}`));
  expect(faults).toEqual([]);
});

test('a version without a frozen row, and a row without its upgrade, are each named', () => {
  const rows = [
    { sealed: '{"title":"a"}', reads: {} },
    { sealed: '{"schema_version":3,"title":"a"}', reads: {} },
  ];
  expect(faultsOf([async () => (fields) => fields], rows)).toEqual(['version 2 has no frozen row', 'version 3 has no upgrade']);
});

const frozenRows = all.flatMap((one) => one.rows.map((row, index) => ({ label: `${one.collection.name}, row ${index + 1}`, one, row })));

test.each(frozenRows)(
  'today’s code reads $label as it is written down, and its upgrades treat each field by itself',
  async ({ one, row }) => {
    const { whole, joined } = await upgradedBothWays(one.collection.upgrade, row.sealed);
    expect(one.read({ ...whole, ...clear })).toEqual(row.reads);
    expect(joined).toEqual(whole);
  },
);

test('an upgrade that wants two fields at once is found: a waiting change may hold one of them', async () => {
  const joining: LoadUpgrade =
    async () =>
    ({ first, last, ...rest }) => ({ ...rest, name: `${first} ${last}` });
  const { whole, joined } = await upgradedBothWays([joining], '{"first":"Ada","last":"King"}');
  expect(whole).toEqual({ name: 'Ada King' });
  expect(joined).not.toEqual(whole);
});
