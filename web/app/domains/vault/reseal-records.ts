import { sealedCollections } from './sealed-collections.ts';
import type { VaultCore } from './store-core.ts';
import type { SealedRow } from './vault-backend.ts';

/** How sealing other apps' records anew went: all are under the present key; some are not readable; somebody did not answer. */
export type Resealing =
  | { readonly kind: 'done' }
  | { readonly kind: 'blocked'; readonly records: readonly string[] }
  | { readonly kind: 'stopped' };

/** Rounds over a collection whose rows are written by other devices meanwhile. */
const mostRounds = 20;

/**
 * Seals every record that is under a retired key anew. From the moment at which the vault was given another key the database
 * takes no text under an older one, so that nothing comes after. Safe to begin again after any interruption.
 */
export async function resealRecords(core: VaultCore): Promise<Resealing> {
  const blocked: string[] = [];
  for (const collection of sealedCollections) {
    const outcome = await resealCollection(core, collection);
    if (outcome.kind === 'stopped') return outcome;
    if (outcome.kind === 'blocked') blocked.push(...outcome.records);
  }
  return blocked.length > 0 ? { kind: 'blocked', records: blocked } : { kind: 'done' };
}

async function resealCollection(core: VaultCore, collection: string): Promise<Resealing> {
  for (let round = 0; round < mostRounds; round += 1) {
    const pass = await resealPass(core, collection);
    if (pass === undefined) return { kind: 'stopped' };
    // Whatever was written in this round is looked at once more: another device may have been quicker.
    if (pass.written > 0) continue;
    return pass.unreadable.length > 0 ? { kind: 'blocked', records: pass.unreadable } : { kind: 'done' };
  }
  return { kind: 'stopped' };
}

type Pass = { readonly written: number; readonly unreadable: readonly string[] };

async function resealPass(core: VaultCore, collection: string): Promise<Pass | undefined> {
  const { run } = core;
  const unreadable: string[] = [];
  let written = 0;
  let after: string | undefined;
  for (;;) {
    const page = await core.ports.backend.sealedRowsAfter(collection, after);
    if (!page.ok || core.isOver(run)) return undefined;
    const last = page.value.at(-1)?.id;
    if (last === undefined) return { written, unreadable };
    after = last;
    const resealed = await core.client.ask('resealRecords', { collection, rows: page.value });
    if (!resealed.ok || core.isOver(run)) return undefined;
    for (const row of resealed.value.sealed) {
      const put = await core.ports.backend.putSealedRow(collection, row);
      if (!put.ok || core.isOver(run)) return undefined;
      written += 1;
    }
    // A record that was removed and does not open has nothing to lose with the key.
    const kept = new Map(page.value.filter(({ removed }) => !removed).map((row): [string, SealedRow] => [row.id, row]));
    unreadable.push(...resealed.value.unreadable.filter((id) => kept.has(id)).map((id) => `${collection} ${id}`));
  }
}
