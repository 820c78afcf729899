import { succeed } from '@castellan/foundation/result';
import type { SealedRow } from '../ports/vault-backend.ts';
import type { VaultCore } from '../session/store-core.ts';
import { catchUp, writeChange } from '../session/write-vault.ts';
import { keptRow, listRecords } from './list-records.ts';
import { pageRowsOf } from './page-rows.ts';
import { sealedCollections } from './sealed-collections.ts';

/** How sealing other apps' records again went: all are under the present key; some are not readable; somebody did not answer. */
export type Resealing =
  | { readonly kind: 'done' }
  | { readonly kind: 'blocked'; readonly records: readonly string[] }
  | { readonly kind: 'stopped' };

/** Rounds over a collection whose rows are written by other devices meanwhile. */
const maxRounds = 20;

/**
 * Seals every record that is under a retired key again. From the moment at which the vault was given another key the database
 * takes no text under an older one, so that nothing comes after. A record that does not open, is not as listed, or is listed and
 * not shown keeps the old key. Safe to begin again after any interruption.
 */
export async function resealRecords(core: VaultCore): Promise<Resealing> {
  if (!(await listRecords(core)).ok) return { kind: 'stopped' };
  const blocked: string[] = [];
  for (const collection of sealedCollections) {
    const outcome = await resealCollection(core, collection);
    if (outcome.kind === 'stopped') return outcome;
    if (outcome.kind === 'blocked') blocked.push(...outcome.records);
  }
  return blocked.length > 0 ? { kind: 'blocked', records: blocked } : { kind: 'done' };
}

async function resealCollection(core: VaultCore, collection: string): Promise<Resealing> {
  let looked = false;
  for (let round = 0; round < maxRounds; round += 1) {
    const pass = await resealPass(core, collection);
    if (pass === undefined) return { kind: 'stopped' };
    // Whatever was written in this round is looked at once more: another device may have been quicker.
    if (pass.written > 0) continue;
    if (pass.left.length === 0) return { kind: 'done' };
    if (looked) return { kind: 'blocked', records: pass.left.map((id) => `${collection} ${id}`) };
    // What looks wrong may be newer than the manifest that was read: rows are held against the present one before they are named.
    looked = true;
    await catchUp(core);
  }
  return { kind: 'stopped' };
}

/** `left`: ids of records that keep the old key. */
type Pass = { readonly written: number; readonly left: readonly string[] };

async function resealPass(core: VaultCore, collection: string): Promise<Pass | undefined> {
  const { run } = core;
  const seen: SealedRow[] = [];
  const left: string[] = [];
  let written = 0;
  for (;;) {
    const page = await core.ports.backend.sealedRowsAfter(collection, seen.at(-1)?.id, pageRowsOf(collection));
    if (!page.ok || core.isOver(run)) return undefined;
    if (page.value.length === 0) break;
    const resealed = await resealRows(core, collection, page.value);
    if (resealed === undefined || core.isOver(run)) return undefined;
    seen.push(...page.value);
    written += resealed.written;
    // A record that was removed and does not open has nothing to lose with the key.
    left.push(...page.value.filter(({ id, deletedAt }) => deletedAt === null && resealed.left.includes(id)).map(({ id }) => id));
  }
  if (written > 0) return { written, left };
  const shown = seen.map(({ id, version, deletedAt }) => ({ id, version, deleted: deletedAt !== null }));
  const verified = await core.client.ask('verifyRecords', { collection, rows: shown });
  if (!verified.ok || core.isOver(run)) return undefined;
  const missing = verified.value.findings.filter(({ code }) => code === 'missing').map(({ id }) => id);
  return { written, left: [...left, ...missing] };
}

/** Seals the rows of a page that are under a retired key again, with as many writes as they want. */
async function resealRows(core: VaultCore, collection: string, rows: readonly SealedRow[]): Promise<Pass | undefined> {
  let waiting = rows.map((row) => keptRow(collection, row));
  let left: readonly string[] = [];
  let written = 0;
  for (;;) {
    const outcome = await writeChange(core, async (client) => {
      const resealed = await client.ask('resealRecords', waiting);
      if (!resealed.ok) return resealed;
      left = resealed.value.unreadable;
      return succeed(resealed.value.prepared);
    });
    if (!outcome.ok) {
      // Another device wrote one of them: the next round reads them again.
      const { code: where, failure } = outcome.failure;
      return where === 'server' && failure.code === 'refused' && failure.reason === 'PT409' ? { written: written + 1, left } : undefined;
    }
    if (outcome.value === undefined) return { written, left };
    const done = new Set(outcome.value.prepared.change.records.map(({ id }) => id));
    written += done.size;
    waiting = waiting.filter(({ id }) => !done.has(id));
  }
}
