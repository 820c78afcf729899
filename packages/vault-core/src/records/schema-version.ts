import { fail, type Result, succeed } from '@castellan/foundation/result';
import { isFields, type RecordFields } from './sealed-record.ts';

/**
 * Makes the fields of one schema version those of the next. Pure, and each field for itself: it is handed whole records, and the few
 * fields that a waiting change holds. What it does not know it hands on as it is.
 */
export type RecordUpgrade = (fields: RecordFields) => RecordFields;

/** Brings an upgrade, when a record wants it. */
export type LoadUpgrade = () => Promise<RecordUpgrade>;

/** `newer_version`: a later version of this program wrote it; `upgrade_failed`: an upgrade did not come, threw, or gave no object. */
export type UpgradeFailure = { readonly code: 'newer_version' | 'upgrade_failed' };

/** Reads the fields of a text in the collection's present schema. */
export type ReadFields = (collection: string, fields: RecordFields) => Promise<Result<RecordFields, UpgradeFailure>>;

/** The sealed member that says the schema version; without it a record is of version 1. No collection has a field of this name. */
const member = 'schema_version';

/** The schema version that fields were sealed in; one that is no version counts as later than every known one. */
export function schemaVersionOf(fields: RecordFields): number {
  const version = fields[member] ?? 1;
  return typeof version === 'number' && Number.isSafeInteger(version) && version >= 1 ? version : Number.POSITIVE_INFINITY;
}

/** The fields as they are sealed in a schema version. */
export function withSchemaVersion(fields: RecordFields, version: number): RecordFields {
  return version === 1 ? withoutSchemaVersion(fields) : { ...fields, [member]: version };
}

function withoutSchemaVersion({ [member]: _, ...fields }: RecordFields): RecordFields {
  return fields;
}

/**
 * Fields in the present schema version, which is one more than there are upgrades: the first of these goes from version 1 to 2. Only
 * the missing ones are loaded and applied, in their order.
 */
export async function upgradeFields(fields: RecordFields, upgrades: readonly LoadUpgrade[]): Promise<Result<RecordFields, UpgradeFailure>> {
  const version = schemaVersionOf(fields);
  if (version > upgrades.length + 1) return fail({ code: 'newer_version' });
  try {
    let upgraded = withoutSchemaVersion(fields);
    for (const load of upgrades.slice(version - 1)) {
      const upgrade = await load();
      upgraded = upgrade(upgraded);
      if (!isFields(upgraded)) return fail({ code: 'upgrade_failed' });
    }
    return succeed(upgraded);
  } catch {
    return fail({ code: 'upgrade_failed' });
  }
}
