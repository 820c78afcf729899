import { fail, type Result } from '@castellan/foundation/result';
import {
  type ReadFields,
  schemaVersionOf,
  type UpgradeFailure,
  upgradeFields,
  withSchemaVersion,
} from '@castellan/vault-core/records/schema-version';
import type { RecordFields, RecordPlace } from '@castellan/vault-core/records/sealed-record';
import type { WorkerTools } from '../worker-tools.ts';

type Schemas = Pick<WorkerTools, 'upgradesOf'>;

/** What the page hands over, as it is sealed: its fields are of the present schema, because it never sees others. */
export function inPresentSchema({ upgradesOf }: Schemas, collection: string, fields: RecordFields): RecordFields {
  return withSchemaVersion(fields, upgradesOf(collection).length + 1);
}

/** Reads the fields of rows in the present schema of their collection. */
export function fieldReader({ upgradesOf }: Schemas): ReadFields {
  return (collection, fields) => upgradeFields(fields, upgradesOf(collection));
}

/** What an opened text holds, a row or a waiting change, in the present schema. */
export async function readText(
  { upgradesOf }: Schemas,
  { class: kind, collection }: RecordPlace,
  held: RecordFields,
): Promise<Result<RecordFields, UpgradeFailure>> {
  const upgrades = upgradesOf(collection);
  if (kind !== 'change' || schemaVersionOf(held) > upgrades.length) return upgradeFields(held, upgrades);
  // Fetched when a change waits that an earlier program wrote.
  const part = await import('../upgrade-change.ts').catch(() => undefined);
  return part === undefined ? fail({ code: 'upgrade_failed' }) : part.upgradeChange(held, upgrades);
}
