import { type Result, succeed } from '@castellan/foundation/result';
import { canonicalJson } from '@castellan/vault-core/crypto/canonical-json';
import {
  type LoadUpgrade,
  schemaVersionOf,
  type UpgradeFailure,
  upgradeFields,
  withSchemaVersion,
} from '@castellan/vault-core/records/schema-version';
import { isFields, type RecordFields } from '@castellan/vault-core/records/sealed-record';
import { splitFields } from '../../records/clear-columns.ts';

/**
 * What a waiting change holds, in the present schema: what the fields become, what its writer saw in them, and what somebody else
 * wrote are each upgraded by themselves, so that they are compared with rows of the same schema. A field in which the upgrades make
 * the new value and the seen one alike is no longer of the change.
 */
export async function upgradeChange(held: RecordFields, upgrades: readonly LoadUpgrade[]): Promise<Result<RecordFields, UpgradeFailure>> {
  const version = schemaVersionOf(held);
  const { values, base, theirs } = held;
  // Of the present version it stays as it is, and a later one is refused. What is no change is for the reader to refuse.
  if (version > upgrades.length || !isFields(values) || !isFields(base)) return upgradeFields(held, upgrades);
  const upgraded = (part: RecordFields) => upgradeFields(withSchemaVersion(splitFields(part).sealed, version), upgrades);
  const [mine, seen, other] = [
    await upgraded(values),
    await upgraded(present(base)),
    await upgraded(isFields(theirs) ? present(theirs) : {}),
  ];
  if (!mine.ok) return mine;
  if (!seen.ok) return seen;
  if (!other.ok) return other;
  // A new record was seen in no state, so all that the upgrades make of it is new.
  const isNew = Object.keys(base).length === 0;
  const before = (field: string) => seen.value[field] ?? null;
  const fields = Object.keys(mine.value).filter((field) => isNew || canonicalJson(mine.value[field]) !== canonicalJson(before(field)));
  const pick = (sideOf: (field: string) => unknown) => Object.fromEntries(fields.map((field) => [field, sideOf(field)]));
  return succeed({
    values: { ...splitFields(values).clear, ...pick((field) => mine.value[field]) },
    base: isNew ? {} : { ...splitFields(base).clear, ...pick(before) },
    ...(isFields(theirs) ? { theirs: { ...splitFields(theirs).clear, ...pick((field) => other.value[field]) } } : {}),
  });
}

/** Without fields that were not there: they were seen as `null`, which no upgrade was written for. */
function present(fields: RecordFields): RecordFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}
