import { fail, succeed } from '@castellan/foundation/result';
import { inChunks } from '@castellan/vault-core/in-chunks';
import type { OpenVault } from '@castellan/vault-core/manifest/open-vault';
import type { VaultPorts } from '@castellan/vault-core/ports';
import { openListedRecord } from '@castellan/vault-core/records/former-text';
import { adoptRecords, saveRecords } from '@castellan/vault-core/records/save-records';
import { sealRecord } from '@castellan/vault-core/records/sealed-record';
import { verifyRecords } from '@castellan/vault-core/records/verify-records';
import type { JobInput, JobResult } from '../../contract/vault-work.ts';
import { hold, type WorkerState } from '../worker-state.ts';
import type { WorkerTools } from '../worker-tools.ts';
import { inPresentSchema, readText } from './record-schemas.ts';

/** What the jobs that write records work with. */
export type RecordWork = { readonly ports: VaultPorts; readonly tools: WorkerTools; readonly state: WorkerState };

/** Seals what records wait with, all or none. */
export async function sealRecords(
  ports: VaultPorts,
  tools: WorkerTools,
  vault: OpenVault,
  records: JobInput<'sealRecords'>,
): Promise<JobResult<'sealRecords'>> {
  const texts: string[] = [];
  for (const sealed of await inChunks(records, ({ place, fields }) =>
    sealRecord(ports, vault, place, inPresentSchema(tools, place.collection, fields)),
  )) {
    if (!sealed.ok) return sealed;
    texts.push(sealed.value);
  }
  return succeed(texts);
}

/**
 * Opens records of other apps in their present schema, each for itself: one that was tampered with, or that a newer program wrote, is
 * named and hides no other. Reading alone writes nothing: an upgraded record is sealed with its next save.
 */
export async function openRecords(
  ports: VaultPorts,
  tools: WorkerTools,
  vault: OpenVault,
  records: JobInput<'openRecords'>,
): Promise<JobResult<'openRecords'>> {
  if (vault.keys.secrets === undefined) return fail({ code: 'locked' });
  return succeed(
    await inChunks(records, async ({ place, text }) => {
      const opened = await openListedRecord(ports, vault, place, text);
      return opened.ok ? readText(tools, place, opened.value) : opened;
    }),
  );
}

/** Prepares the change that writes records together with their listing. */
export async function prepareRecords(
  { ports, tools, state }: RecordWork,
  vault: OpenVault,
  { records, unlist }: JobInput<'prepareRecords'>,
): Promise<JobResult<'prepareRecords'>> {
  const drafts = records.map((draft) =>
    draft.fields === undefined ? draft : { ...draft, fields: inPresentSchema(tools, draft.collection, draft.fields) },
  );
  const commit = await saveRecords(ports, vault, drafts, unlist);
  return commit.ok ? succeed(hold(state, commit.value)) : commit;
}

/** Compares rows with the manifest; wants no key of the secrets tier. */
export async function verifyShown(
  ports: VaultPorts,
  vault: OpenVault,
  { collection, rows }: JobInput<'verifyRecords'>,
): Promise<JobResult<'verifyRecords'>> {
  return succeed(await verifyRecords(ports.crypto, vault, collection, rows));
}

/** Prepares the one change that makes the manifest list records. */
export async function prepareAdoption(
  ports: VaultPorts,
  state: WorkerState,
  vault: OpenVault,
  rows: JobInput<'adoptRecords'>,
): Promise<JobResult<'adoptRecords'>> {
  const commit = await adoptRecords(ports, vault, rows);
  if (commit === undefined) return succeed(undefined);
  return commit.ok ? succeed({ prepared: hold(state, commit.value), adopted: commit.value.adopted }) : commit;
}
