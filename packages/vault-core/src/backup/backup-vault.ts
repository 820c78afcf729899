import type { Result } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { parseSnapshot, type Snapshot } from '../manifest/snapshot.ts';
import { identifierSchema, keyIdSchema, slotSchema } from '../slots/slot.ts';

const vaultSchema = z.object({
  userId: identifierSchema,
  vaultId: identifierSchema,
  epoch: z.int().check(z.minimum(1)),
  keyId: keyIdSchema,
  slot: z.nullable(slotSchema),
});

/**
 * What a backup's payload says of the vault under `vault`: whose it was, its state and its key. `slot`: the way in that a
 * passphrase of the file's own opens, which the vault itself does not have.
 */
export type BackupVault = Readonly<z.infer<typeof vaultSchema>>;

/** The member `vault` of a payload, or `undefined`. */
export function parseBackupVault(value: unknown): BackupVault | undefined {
  return vaultSchema.safeParse(value).data;
}

/** The vault of a payload as a server would show it, for `openVault`: the rows of `vault_slots` and `vault_manifest` as they stand there. */
export function snapshotOfBackup(
  vault: BackupVault,
  slots: readonly unknown[],
  parts: readonly unknown[],
): Result<Snapshot, { readonly code: 'snapshot_malformed' }> {
  const ways = vault.slot === null ? slots : [...slots, vault.slot];
  return parseSnapshot({ exists: true, vault_id: vault.vaultId, epoch: vault.epoch, slots: ways, parts });
}
