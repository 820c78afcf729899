import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { RawRecord } from '../../records/record.ts';
import type { ListedFault, Shown } from '../../records/sealer.ts';
import type { VaultCore } from '../session/store-core.ts';
import { catchUp } from '../session/write-vault.ts';
import { listRecords } from './list-records.ts';
import { forgetRecords } from './write-records.ts';

/** How often what does not fit is looked at again: rows and manifest are read one after the other, and others write meanwhile. */
const looks = 2;

/**
 * Holds all rows of a collection against the manifest. A row that is later than the manifest has the newer manifest read first;
 * whatever does not fit is read from the server once more before it is named. Rows that the trash let go of lose their listing.
 * `asListed`: rows that were found as listed before, whose texts need not be hashed again.
 */
export async function verifyRecords(
  core: VaultCore,
  asListed: WeakSet<RawRecord>,
  collection: string,
  { rows, readAgain, drop }: Shown,
): Promise<Result<readonly ListedFault[], { readonly code: 'locked' | 'unanswered' }>> {
  const { run } = core;
  const unanswered = fail({ code: 'unanswered' } as const);
  if (!(await listRecords(core)).ok) return unanswered;
  for (let looked = 0; ; looked += 1) {
    const verified = await verify(core, asListed, collection, rows());
    if (core.isOver(run) || !verified.ok) return fail({ code: 'locked' });
    const { findings, purged } = verified.value;
    if (findings.length === 0 && purged.length === 0) return succeed([]);
    if (looked === looks) {
      // Nothing is said of a listing that stays longer than it must: the next look takes it away.
      if (purged.length > 0) await forgetRecords(core, collection, purged);
      return succeed(findings);
    }
    if (findings.some(({ code }) => code !== 'missing' && code !== 'stale')) await catchUp(core);
    if (core.isOver(run)) return fail({ code: 'locked' });
    const shown = await readAgain([...findings.map(({ id }) => id), ...purged]);
    if (shown === undefined) return unanswered;
    const gone = findings.filter(({ code, id }) => code === 'unlisted' && !shown.has(id)).map(({ id }) => id);
    if (gone.length > 0) await drop(gone);
  }
}

async function verify(core: VaultCore, asListed: WeakSet<RawRecord>, collection: string, rows: readonly RawRecord[]) {
  const verified = await core.client.ask('verifyRecords', {
    collection,
    rows: rows.map((row) => ({
      id: row.id,
      version: row.version,
      deleted: row.deleted_at !== null,
      sealed: asListed.has(row) ? undefined : String(row['sealed']),
    })),
  });
  if (!verified.ok) return verified;
  const wrong = new Set(verified.value.findings.map(({ id }) => id));
  for (const row of rows) if (!wrong.has(row.id)) asListed.add(row);
  return verified;
}
