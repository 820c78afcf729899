import { pooled } from '@castellan/foundation/randomness';
import type { Result } from '@castellan/foundation/result';
import { argon2idOfLibsodium } from '../../packages/vault-core/src/crypto/argon2id-libsodium.ts';
import { inChunks } from '../../packages/vault-core/src/in-chunks.ts';
import type { VaultPorts } from '../../packages/vault-core/src/ports.ts';
import { openRecord, type RecordFields, sealRecord } from '../../packages/vault-core/src/records/sealed-record.ts';
import { createVault } from '../../packages/vault-core/src/slots/create-vault.ts';

/** A row of a sealed table: its id and text. */
export type SealedRow = { readonly id: string; readonly text: string };

const ports: VaultPorts = {
  crypto: crypto.subtle,
  randomBytes: pooled((bytes) => crypto.getRandomValues(new Uint8Array(bytes))),
  clock: { nowMs: () => Date.now() },
  argon2id: argon2idOfLibsodium,
};
const userId = '0b9c7f5e-6a0d-4b1e-9c55-0d6f1f3f2a11';
const slots = [{ kind: 'master', master: 'kestrel over the north tower', cost: { memoryKib: 65_536, passes: 3 } }] as const;
const vault = must(await createVault(ports, userId, slots)).next;

/** The readable columns of a row, which the server tells. */
export const clearColumns = {
  version: 1,
  created_at: '2026-11-22T12:00:00Z',
  updated_at: '2026-11-22T12:00:00Z',
  deleted_at: null,
} as const;

/** Seals rows of a collection as the vault's Worker does. */
export function sealRows(collection: string, rows: readonly (RecordFields & { readonly id: string })[]): Promise<readonly SealedRow[]> {
  return inChunks(rows, async ({ id, ...fields }) => ({
    id,
    text: must(await sealRecord(ports, vault, { class: 'row', collection, id, version: 1 }, fields)),
  }));
}

/** Opens them, with their readable columns. */
export async function openRows(collection: string, sealed: readonly SealedRow[]): Promise<readonly RecordFields[]> {
  const opened = await inChunks(sealed, ({ id, text }) => openRecord(ports, vault, { class: 'row', collection, id, version: 1 }, text));
  return opened.map((one, at) => ({ ...must(one), ...clearColumns, id: sealed[at]?.id }));
}

/** A row of a table: a time, and its limit where it has one. */
export function row(what: string, ms: number, limit?: number): string {
  return `| ${what} | ${ms.toFixed(ms < 10 ? 1 : 0)} ms | ${limit === undefined ? '' : `${limit} ms`} | ${limit === undefined ? '' : ms <= limit ? 'yes' : 'no'} |`;
}

function must<Value>(result: Result<Value, { readonly code: string }>): Value {
  if (result.ok) return result.value;
  throw new Error(`unexpected failure: ${result.failure.code}`);
}
