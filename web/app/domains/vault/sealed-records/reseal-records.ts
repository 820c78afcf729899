import { succeed } from '@castellan/foundation/result';
import type { HeldRecord } from '@castellan/vault-core/records/reseal-records';
import type { KeptRow } from '@castellan/vault-core/records/save-records';
import type { VaultCore } from '../session/store-core.ts';
import { catchUp, writeChange } from '../session/write-vault.ts';
import { listRecords } from './list-records.ts';
import { sealedCollections } from './sealed-collections.ts';
import { walkRecords } from './walk-records.ts';

/** How reading all records of other apps back went: each is as it is listed and opens; some do not; somebody did not answer. */
export type ReadingBack =
  | { readonly kind: 'done' }
  | { readonly kind: 'held'; readonly records: readonly HeldRecord[] }
  | { readonly kind: 'stopped' };

/** What a look at all rows of a collection came to: how many were written, and which records keep the keys. */
type Look = { readonly written: number; readonly held: readonly HeldRecord[] };

/** What is done with the rows of a page; `undefined` where somebody did not answer. */
type TakePage = (core: VaultCore, rows: readonly KeptRow[]) => Promise<Look | undefined>;

/** Rounds over a collection whose rows are written by other devices meanwhile. */
const maxRounds = 20;

/**
 * Seals every record that is under another key than the present again, and then reads every record back: hashed against its listing
 * and opened under the present key. From the moment at which the vault was given another key the database takes no text under an
 * older one, so that nothing comes after. Safe to begin again after any interruption.
 */
export const resealRecords = (core: VaultCore) => lookAtAll(core, resealPage);

/** Reads every record back under whichever key it is, and writes nothing: before copies are erased that a record may be wanted from. */
export const readBackRecords = (core: VaultCore) => lookAtAll(core, readBackPage);

async function lookAtAll(core: VaultCore, take: TakePage): Promise<ReadingBack> {
  if (!(await listRecords(core)).ok) return { kind: 'stopped' };
  const records: HeldRecord[] = [];
  for (const collection of sealedCollections) {
    const held = await lookAt(core, collection, take);
    if (held === undefined) return { kind: 'stopped' };
    records.push(...held);
  }
  return records.length > 0 ? { kind: 'held', records } : { kind: 'done' };
}

async function lookAt(core: VaultCore, collection: string, take: TakePage): Promise<readonly HeldRecord[] | undefined> {
  let looked = false;
  for (let round = 0; round < maxRounds; round += 1) {
    const look = await lookOnce(core, collection, take);
    if (look === undefined) return undefined;
    // Whatever was written in this round is looked at once more: another device may have been quicker.
    if (look.written > 0) continue;
    if (look.held.length === 0 || looked) return look.held;
    // What looks wrong may be newer than the manifest that was read: rows are held against the present one before they are named.
    looked = true;
    await catchUp(core);
  }
  return undefined;
}

async function lookOnce(core: VaultCore, collection: string, take: TakePage): Promise<Look | undefined> {
  const held: HeldRecord[] = [];
  let written = 0;
  const shown = await walkRecords(core, collection, async (rows) => {
    const page = await take(core, rows);
    if (page === undefined) return false;
    written += page.written;
    held.push(...page.held);
    return true;
  });
  if (shown === undefined || written > 0) return shown && { written, held };
  const verified = await core.client.ask('verifyRecords', { collection, rows: shown });
  if (!verified.ok) return undefined;
  const missing = verified.value.findings.filter(({ code }) => code === 'missing').map(({ id, code }) => ({ collection, id, code }));
  return { written, held: [...held, ...missing] };
}

async function readBackPage(core: VaultCore, rows: readonly KeptRow[]): Promise<Look | undefined> {
  const read = await core.client.ask('readBackRecords', rows);
  return read.ok ? { written: 0, held: read.value } : undefined;
}

/** Seals the rows of a page again, with as many writes as they want; where none is left to seal, they are read back. */
async function resealPage(core: VaultCore, rows: readonly KeptRow[]): Promise<Look | undefined> {
  let waiting = rows;
  let held: readonly HeldRecord[] = [];
  let written = 0;
  for (;;) {
    const outcome = await writeChange(core, async (client) => {
      const resealed = await client.ask('resealRecords', waiting);
      if (!resealed.ok) return resealed;
      held = resealed.value.held;
      return succeed(resealed.value.prepared);
    });
    if (!outcome.ok) {
      // Another device wrote one of them: the next round reads them again.
      const { code: where, failure } = outcome.failure;
      return where === 'server' && failure.code === 'refused' && failure.reason === 'PT409' ? { written: written + 1, held } : undefined;
    }
    if (outcome.value === undefined) return { written, held };
    const done = new Set(outcome.value.prepared.change.records.map(({ id }) => id));
    written += done.size;
    waiting = waiting.filter(({ id }) => !done.has(id));
  }
}
