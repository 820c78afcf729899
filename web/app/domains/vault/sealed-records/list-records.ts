import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { KeptRow } from '@castellan/vault-core/records/save-records';
import type { BackendFailure } from '../../../lib/backend-failure.ts';
import type { SealedRow } from '../ports/vault-backend.ts';
import type { VaultCore } from '../session/store-core.ts';
import { type WriteFailure, writeChange } from '../session/write-vault.ts';
import { pageRowsOf } from './page-rows.ts';
import { sealedCollections } from './sealed-collections.ts';

/** A row of a sealed collection, with everything that the Worker asks of it. */
export function keptRow(collection: string, { id, version, sealed, deletedAt }: SealedRow): KeptRow {
  return { collection, id, version, sealed, deleted: deletedAt !== null, deletedAt };
}

/** Every row of every sealed collection, removed ones too. */
export async function readAllRecords(core: VaultCore): Promise<Result<readonly KeptRow[], BackendFailure>> {
  const rows: KeptRow[] = [];
  for (const collection of sealedCollections) {
    const limit = pageRowsOf(collection);
    let after: string | undefined;
    for (;;) {
      const page = await core.ports.backend.sealedRowsAfter(collection, after, limit);
      if (!page.ok) return page;
      for (const row of page.value) rows.push(keptRow(collection, row));
      const last = page.value.at(-1)?.id;
      // A page that leads no further, asked for again, could go on like that for ever.
      if (page.value.length < limit || last === undefined || (after !== undefined && last <= after)) break;
      after = last;
    }
  }
  return succeed(rows);
}

/**
 * Has the manifest list records, where it never did: what opens of the rows that are there is taken in once, and the log says so.
 * From then on a row that is not listed is a finding. Done before records are first checked, written or sealed again. Who writes
 * a record meanwhile has listed records first, and then there is nothing left to do here.
 */
export async function listRecords(core: VaultCore): Promise<Result<undefined, WriteFailure<{ readonly code: string }>>> {
  if (core.opened?.recordsListed === true) return succeed(undefined);
  const rows = await readAllRecords(core);
  if (!rows.ok) return fail({ code: 'server', failure: rows.failure });
  let adopted = 0;
  const written = await writeChange(core, async (client) => {
    const asked = await client.ask('adoptRecords', rows.value);
    if (!asked.ok) return asked;
    adopted = asked.value?.adopted ?? 0;
    return succeed(asked.value?.prepared);
  });
  if (!written.ok) return written;
  if (core.opened !== undefined) core.opened.recordsListed = true;
  if (written.value !== undefined) void core.ports.log.record('list_records', { reason: `${adopted} that were there before` });
  return succeed(undefined);
}
