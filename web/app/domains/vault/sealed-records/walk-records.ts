import type { KeptRow } from '@castellan/vault-core/records/save-records';
import type { ShownRecord } from '@castellan/vault-core/records/verify-records';
import type { VaultCore } from '../session/store-core.ts';
import { keptRow } from './list-records.ts';
import { pageRowsOf } from './page-rows.ts';

/**
 * Reads all rows of a collection, removed ones too, and hands each page over; answers with what was shown, without the texts.
 * `undefined` where the server did not answer, or `take` broke it off.
 */
export async function walkRecords(
  core: VaultCore,
  collection: string,
  take: (rows: readonly KeptRow[]) => Promise<boolean>,
): Promise<readonly ShownRecord[] | undefined> {
  const { run } = core;
  const limit = pageRowsOf(collection);
  const shown: ShownRecord[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await core.ports.backend.sealedRowsAfter(collection, after, limit);
    if (!page.ok || core.isOver(run)) return undefined;
    const rows = page.value.map((row) => keptRow(collection, row));
    if (rows.length > 0 && (!(await take(rows)) || core.isOver(run))) return undefined;
    for (const { id, version, deleted } of rows) shown.push({ id, version, deleted });
    const last = rows.at(-1)?.id;
    if (last === undefined || rows.length < limit) return shown;
    // A full page that leads no further, asked for again, could go on like that for ever.
    if (after !== undefined && last <= after) return undefined;
    after = last;
  }
}
