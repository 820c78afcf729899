import { fail, type Result } from '@castellan/foundation/result';
import { type Commit, type CommitFailure, commitDraft } from '../manifest/change.ts';
import { keysFor, type OpenVault } from '../manifest/open-vault.ts';
import type { VaultRow } from '../manifest/vault-row.ts';
import { verifyListedRow } from '../manifest/verify-rows.ts';
import type { Bytes, VaultPorts } from '../ports.ts';
import { type EnvelopeFailure, openIcon, sealIcon } from './entry-envelope.ts';
import { listedEntry, type ReadFailure, type Trust } from './read-entry.ts';

/**
 * Keeps a site's icon with its entry (`null` takes it away): the entry itself, its version and its listing stay as they are. The
 * row must be the one that the manifest lists, because it is written again. Needs the details tier alone.
 */
export async function keepIcon(
  ports: VaultPorts,
  vault: OpenVault,
  row: VaultRow,
  icon: Uint8Array | null,
  trust: Trust = {},
): Promise<Result<Commit, CommitFailure | ReadFailure>> {
  const item = listedEntry(vault, row.id);
  if (item === undefined) return fail({ code: 'unlisted' });
  if (trust.verified?.has(row) !== true) {
    const code = await verifyListedRow(ports.crypto, row, item);
    if (code !== undefined && code !== 'relabelled') return fail({ code });
  }
  const sealed = icon === null ? null : await sealIcon(ports, vault.keys, { userId: vault.userId, entryId: row.id }, icon);
  const { category, favorite } = item.details;
  return commitDraft(ports, vault, {
    entries: [{ id: row.id, password_encrypted: row.password_encrypted, category, favorite, icon: sealed }],
  });
}

/** The icon in a row, `undefined` where it has none. It is not in the manifest: an earlier one of this entry opens as well. */
export async function readIcon(ports: VaultPorts, vault: OpenVault, row: VaultRow): Promise<Result<Bytes | undefined, EnvelopeFailure>> {
  if (row.icon === null) return { ok: true, value: undefined };
  const keys = keysFor(vault, row.icon.split('.')[1] ?? '') ?? vault.keys;
  return openIcon(ports.crypto, keys, { userId: vault.userId, entryId: row.id }, row.icon);
}

/**
 * The icon of a row that is written while its icon is still under a key which a rotation retires: to be sealed again with it.
 * `undefined` where the stored one stays: there is none, it is under the present key, or it opens for nobody.
 */
export async function iconUnderFormerKey(ports: VaultPorts, vault: OpenVault, row: VaultRow): Promise<Bytes | undefined> {
  const keyId = row.icon?.split('.')[1] ?? '';
  const keys = keyId === vault.keys.keyId ? undefined : keysFor(vault, keyId);
  if (row.icon === null || keys === undefined) return undefined;
  const icon = await openIcon(ports.crypto, keys, { userId: vault.userId, entryId: row.id }, row.icon);
  return icon.ok ? icon.value : undefined;
}
