import { ownBytes, wipe } from '@castellan/foundation/bytes';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { minNewCost, strongerCost } from '../crypto/argon2id.ts';
import { detailsRootOf, keysOfVaultKey, vaultKeyBytes } from '../crypto/keyring.ts';
import { type EditFailure, type Prepared, sealPrepared } from '../entries/edit-entries.ts';
import { parseEntryEnvelope } from '../entries/entry-envelope.ts';
import { iconUnderFormerKey } from '../entries/entry-icon.ts';
import { listedEntry, readEntry } from '../entries/read-entry.ts';
import type { Finding } from '../finding.ts';
import { inChunks } from '../in-chunks.ts';
import { type Commit, type CommitFailure, commitDraft } from '../manifest/change.ts';
import { byShard, fitChange } from '../manifest/fit-change.ts';
import type { OpenVault } from '../manifest/open-vault.ts';
import { sealRetiredKey, wrapFormerKeys } from '../manifest/retired-keys.ts';
import type { VaultRow } from '../manifest/vault-row.ts';
import type { Bytes, VaultPorts } from '../ports.ts';
import { notReadBack } from '../version-one/migrate-version-one.ts';
import { makeSlot, type NewSlot, type NewSlotFailure, strongestOf } from './new-slot.ts';
import type { Slot } from './slot.ts';
import type { SlotSecret } from './slot-secret.ts';
import { type OpenFailure, unwrapVaultKey } from './unlock.ts';

export type RotationStartFailure =
  | OpenFailure
  | NewSlotFailure
  | CommitFailure
  /** `salt_reused`: a passkey would wrap the new key under what it gave for the old one. */
  | { readonly code: 'rotation_running' | 'migration_running' | 'salt_reused' };

/** The first write of a rotation, and the recovery key as it is printed once, where one was asked for. */
export type RotationStart = Commit & { readonly recoveryKey: string | undefined };

/** Rows sealed again with one write. */
const batchSize = 200;

/**
 * Starts to give the vault another key: new slots (the old ones all go: devices are enrolled again, and a passkey stays a way in
 * only by a new slot with another salt) and a head under the new key, in which the old key is kept, sealed. From then on
 * everything is written under the new key.
 */
export async function beginRotation(
  ports: VaultPorts,
  vault: OpenVault,
  authority: SlotSecret,
  wanted: readonly NewSlot[],
): Promise<Result<RotationStart, RotationStartFailure>> {
  const { head } = vault;
  if (head === undefined) return fail({ code: 'manifest_unreadable' });
  if (head.retired.length > 0) return fail({ code: 'rotation_running' });
  if (head.v1 === 'open') return fail({ code: 'migration_running' });
  if (!wanted.some(({ kind }) => kind !== 'device')) return fail({ code: 'no_slot' });
  if (wanted.some((slot) => slot.kind === 'passkey' && hasSalt(vault.slots, slot.prfSalt))) return fail({ code: 'salt_reused' });
  const unwrapped = await unwrapVaultKey(ports, vault, authority);
  if (!unwrapped.ok) return unwrapped;
  const fresh = ownBytes(ports.randomBytes(vaultKeyBytes));
  const started = await startUnder(ports, vault, head, { old: unwrapped.value.key, fresh }, wanted);
  wipe(fresh, unwrapped.value.key);
  return started;
}

const hasSalt = (slots: readonly Slot[], salt: string) =>
  slots.some(({ kind, parameters }) => kind === 'passkey' && parameters.prfSalt === salt);

async function startUnder(
  ports: VaultPorts,
  vault: OpenVault,
  head: NonNullable<OpenVault['head']>,
  { old, fresh }: { readonly old: Bytes; readonly fresh: Bytes },
  wanted: readonly NewSlot[],
): Promise<Result<RotationStart, RotationStartFailure>> {
  const slots: Slot[] = [];
  let recoveryKey: string | undefined;
  for (const slot of wanted) {
    const made = await makeSlot(ports, vault.userId, fresh, slot, strongerCost(minNewCost, head.strongest));
    if (!made.ok) return made;
    slots.push(made.value.slot);
    recoveryKey = made.value.recoveryKey ?? recoveryKey;
  }
  const keys = await keysOfVaultKey(ports.crypto, fresh);
  const oldDetails = await detailsRootOf(ports.crypto, old);
  const keyId = vault.keys.keyId;
  const retired = [{ keyId, wrapped: await sealRetiredKey(ports, 'secrets', vault, keyId, keys, old) }];
  const retiredDetails = [{ keyId, wrapped: await sealRetiredKey(ports, 'details', vault, keyId, keys, oldDetails) }];
  wipe(oldDetails);
  const former = await wrapFormerKeys(ports, vault, head, { ended: vault.keys, next: keys, key: old });
  const strongest = strongerCost(head.strongest, strongestOf(slots));
  const removedSlots = [...new Set([...vault.slots.map(({ id }) => id), ...head.slots.map(({ id }) => id)])];
  const draft = {
    keys,
    retired: new Map([[keyId, vault.keys]]),
    slots,
    removedSlots,
    head: { retired, retiredDetails, former, strongest },
  };
  const commit = await commitDraft(ports, vault, draft);
  return commit.ok ? succeed({ ...commit.value, recoveryKey }) : commit;
}

/**
 * What to do next. `reseal` and `finish`: send the commit, go on from its `next`, read the rows again, ask again. `blocked`:
 * everything else is done, and these entries or shards keep the old key from being let go; mend or remove them.
 */
export type RotationStep =
  | { readonly kind: 'reseal' | 'finish'; readonly commit: Commit }
  | { readonly kind: 'blocked'; readonly findings: readonly Finding[] }
  | { readonly kind: 'done' };

/** The next step of a rotation, from the vault and all rows as they are now: safe to ask again after any interruption. */
export async function nextRotationStep(
  ports: VaultPorts,
  vault: OpenVault,
  rows: readonly VaultRow[],
): Promise<Result<RotationStep, CommitFailure | EditFailure>> {
  if (vault.head === undefined) return fail({ code: 'manifest_unreadable' });
  if (vault.keys.secrets === undefined) return fail({ code: 'locked' });
  if (vault.head.retired.length === 0) return succeed({ kind: 'done' });
  const prepared = await resealSome(ports, vault, rows);
  const old = [...vault.shards, ...vault.records].filter(([, shard]) => shard.keyId !== vault.keys.keyId).map(([part]) => part);
  if (prepared.length > 0 || old.length > 0) {
    // Shards go over to the new key with their rows; those whose rows all went before are sealed again at the end.
    const reseal = prepared.length > 0 ? [] : old;
    const commit = await fitChange(prepared, (some) =>
      commitDraft(ports, vault, { list: some.map(({ item }) => item), entries: some.map(({ write }) => write), reseal }),
    );
    return commit.ok ? succeed({ kind: 'reseal', commit: commit.value }) : commit;
  }
  const findings = await notReadBack(ports, vault, rows);
  if (findings.length > 0) return succeed({ kind: 'blocked', findings });
  const commit = await commitDraft(ports, vault, { retired: new Map(), head: { retired: [], retiredDetails: [] } });
  return commit.ok ? succeed({ kind: 'finish', commit: commit.value }) : commit;
}

/** Up to a batch of rows under a retired key, sealed again; rows that cannot be read are passed over, so that they stop no others. */
async function resealSome(ports: VaultPorts, vault: OpenVault, rows: readonly VaultRow[]): Promise<Prepared[]> {
  const waiting = byShard(rows).filter((row) => {
    const envelope = parseEntryEnvelope(row.password_encrypted);
    return envelope.ok && envelope.value.keyId !== vault.keys.keyId && listedEntry(vault, row.id) !== undefined;
  });
  for (let start = 0; start < waiting.length; start += batchSize) {
    const resealed = await inChunks(waiting.slice(start, start + batchSize), (row) => resealOne(ports, vault, row));
    const prepared = resealed.filter((item) => item !== undefined);
    if (prepared.length > 0) return prepared;
  }
  return [];
}

async function resealOne(ports: VaultPorts, vault: OpenVault, row: VaultRow): Promise<Prepared | undefined> {
  const entry = await readEntry(ports, vault, row);
  if (!entry.ok) return undefined;
  const sealed = await sealPrepared(
    ports,
    vault,
    row.id,
    entry.value.version + 1,
    entry.value,
    await iconUnderFormerKey(ports, vault, row),
  );
  return sealed.ok ? sealed.value : undefined;
}
