import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Entry } from '@castellan/vault-core/entries/entry';
import { readEntry } from '@castellan/vault-core/entries/read-entry';
import { listEntries, type OpenVault } from '@castellan/vault-core/manifest/open-vault';
import type { VaultPorts } from '@castellan/vault-core/ports';
import type { JobContext } from '../contract/vault-work.ts';
import type { ReadAllFailure } from '../contract/work-shapes.ts';
import type { WorkerState } from './worker-state.ts';

/** An entry of the vault, and the row it was read from. */
export type OpenedEntry = { readonly id: string; readonly version: number; readonly text: string; readonly entry: Entry };

/** Every listed entry that opens, and the titles of those that do not. */
export type OpenedEntries = { readonly entries: readonly OpenedEntry[]; readonly left: readonly string[] };

const readAtOnce = 200;

/** Opens the whole vault, some entries at a time, so that orders which come meanwhile are heard. */
export async function readAll(
  ports: VaultPorts,
  state: WorkerState,
  vault: OpenVault,
  { progress, isCancelled }: JobContext,
): Promise<Result<OpenedEntries, ReadAllFailure>> {
  if (vault.keys.secrets === undefined) return fail({ code: 'locked' });
  const listed = listEntries(vault);
  if (listed.some(({ id }) => !state.rows.has(id) && state.findings.get(id) !== 'missing')) return fail({ code: 'rows_unread' });
  const trust = { verified: new Set(state.verified) };
  const entries: OpenedEntry[] = [];
  const left: string[] = [];
  for (let start = 0; start < listed.length; start += readAtOnce) {
    const part = listed.slice(start, start + readAtOnce);
    const read = await Promise.all(
      part.map(async ({ id }) => {
        const row = state.rows.get(id);
        const opened = row === undefined ? undefined : await readEntry(ports, vault, row, trust);
        return { row, opened };
      }),
    );
    for (const [index, { id, details: known }] of part.entries()) {
      const { row, opened } = read[index] ?? {};
      if (row === undefined || opened?.ok !== true) left.push(known.title);
      else {
        const { details, secrets, version } = opened.value;
        entries.push({ id, version, text: row.password_encrypted, entry: { details, secrets } });
      }
    }
    progress(Math.min(start + readAtOnce, listed.length), listed.length);
    await nextTask();
    if (isCancelled()) return fail({ code: 'cancelled' });
  }
  return succeed({ entries, left });
}

/** Lets messages in that arrived meanwhile. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
