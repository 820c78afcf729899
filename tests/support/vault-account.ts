import { systemClock } from '@castellan/foundation/clock';
import { argon2idOfLibsodium } from '@castellan/vault-core/crypto/argon2id-libsodium';
import { saveEdits } from '@castellan/vault-core/entries/edit-entries';
import type { Entry } from '@castellan/vault-core/entries/entry';
import { readEntry } from '@castellan/vault-core/entries/read-entry';
import { newIdentifier } from '@castellan/vault-core/identifier';
import type { Commit } from '@castellan/vault-core/manifest/change';
import type { OpenVault } from '@castellan/vault-core/manifest/open-vault';
import { parseSnapshot } from '@castellan/vault-core/manifest/snapshot';
import { parseVaultRow } from '@castellan/vault-core/manifest/vault-row';
import { adoptRecords, type RecordDraft, saveRecords } from '@castellan/vault-core/records/save-records';
import { openRecord } from '@castellan/vault-core/records/sealed-record';
import { openVault } from '@castellan/vault-core/slots/unlock';

export type { Entry } from '@castellan/vault-core/entries/entry';

/** Asks a server with the owner's session: a path of its API, and what is sent. */
export type Ask = (path: string, body?: unknown) => Promise<unknown>;

type Row = Readonly<Record<string, unknown>>;

const ports = {
  crypto: crypto.subtle,
  randomBytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
  clock: systemClock,
  argon2id: argon2idOfLibsodium,
};

/** A new identifier, as the product makes them. */
export const newId = (): string => newIdentifier(ports.randomBytes);

function must<Value>(
  result: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly failure: { readonly code: string } },
): Value {
  if (result.ok) return result.value;
  throw new Error(`The vault refused: ${result.failure.code}`);
}

/** Opens the vault of a server as its page does, by the master. */
export async function openAccountVault(ask: Ask, userId: string, master: string): Promise<OpenVault> {
  const snapshot = must(parseSnapshot(await ask('/rest/v1/rpc/vault_snapshot', {})));
  return must(await openVault(ports, userId, snapshot, undefined, { kind: 'master', master }));
}

/** Writes entries and sealed records into an open vault, as the product's own changes. */
export async function fillVault(
  ask: Ask,
  vault: OpenVault,
  entries: readonly { readonly id: string; readonly entry: Entry }[],
  records: readonly RecordDraft[],
): Promise<void> {
  const send = async ({ expectedEpoch, change, next }: Commit): Promise<OpenVault> => {
    await ask('/rest/v1/rpc/write_vault', { expected_epoch: expectedEpoch, change_id: newId(), change });
    return next;
  };
  const adopted = await adoptRecords(ports, vault, []);
  const listed = adopted === undefined ? vault : await send(must(adopted));
  const filled = await send(
    must(
      await saveEdits(
        ports,
        listed,
        entries.map(({ id, entry }) => ({ kind: 'add', id, entry })),
      ),
    ),
  );
  await send(must(await saveRecords(ports, filled, records)));
}

/** Every entry of a vault in clear, by id; one that does not open ends the test. */
export async function entriesOf(ask: Ask, vault: OpenVault): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  for (const row of (await ask('/rest/v1/vault_entries?select=*')) as readonly Row[]) {
    const parsed = parseVaultRow(row);
    if (parsed === undefined) throw new Error('A row of the vault is none.');
    const { details, secrets } = must(await readEntry(ports, vault, parsed));
    entries.set(parsed.id, { details, secrets });
  }
  return entries;
}

/** Every record of a sealed collection in clear, by id, with when it was made and removed. */
export async function recordsOf(ask: Ask, vault: OpenVault, collection: string): Promise<ReadonlyMap<string, unknown>> {
  const records = new Map<string, unknown>();
  for (const row of (await ask(`/rest/v1/${collection}?select=*`)) as readonly Row[]) {
    const [id, version] = [String(row['id']), Number(row['version'])];
    const fields = must(await openRecord(ports, vault, { class: 'row', collection, id, version }, String(row['sealed'])));
    records.set(id, { fields, createdAt: row['created_at'], isRemoved: row['deleted_at'] !== null });
  }
  return records;
}
