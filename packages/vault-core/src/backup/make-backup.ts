import { wipe } from '@castellan/foundation/bytes';
import { frame } from '@castellan/foundation/framing';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { Encrypter } from 'age-encryption';
import { deriveSealingKey, importRoot, sealBytes } from '../crypto/sealing.ts';
import type { OpenVault } from '../manifest/open-vault.ts';
import type { Argon2idCost, Bytes, PlatformKey, VaultPorts } from '../ports.ts';
import { makeSlot, type NewSlotFailure } from '../slots/new-slot.ts';
import type { Slot } from '../slots/slot.ts';
import type { SlotSecret } from '../slots/slot-secret.ts';
import { type OpenFailure, unwrapVaultKey } from '../slots/unlock.ts';
import { piecesOfStream, streamOf } from './age-streams.ts';
import { keyStanza, slotStanza } from './backup-stanzas.ts';
import type { BackupVault } from './backup-vault.ts';

/** How a backup shall be opened: by what opens the vault, or by a passphrase of its own that the stock age program takes too. */
export type BackupWay =
  | { readonly kind: 'keys' }
  | { readonly kind: 'passphrase'; readonly passphrase: string; readonly cost: Argon2idCost };

/**
 * Why no backup is begun. `proof_refused`: what was presented does not open the vault's key. `passphrase_weak`: it is weaker than a
 * master may be without a question. `not_whole`: the vault has no head that is readable.
 */
export type MakeBackupFailure =
  | { readonly code: 'proof_refused'; readonly because: OpenFailure['code'] }
  | { readonly code: 'passphrase_weak' | 'not_whole' }
  | NewSlotFailure;

/** What a backup is made with beside the ports. */
export type BackupTools = {
  /** The measure that a master is held to. */
  readonly isWeak: (password: string) => boolean;
  /** What scrypt is given, as a power of two; tests take less. */
  readonly scryptLogN?: number;
};

/** A backup that was begun: what its payload says of the vault, and its encryption. */
export type BegunBackup = {
  readonly vault: BackupVault;
  /** Encrypts the payload piece by piece, header first. Called once. */
  readonly encrypt: (payload: AsyncIterable<Uint8Array>) => AsyncGenerator<Bytes>;
};

/** scrypt as age itself chooses it: a second and 256 MiB. */
const usualScryptLogN = 18;

/** The key that wraps file keys, drawn from the vault key. */
export function backupKeyOf(ports: Pick<VaultPorts, 'crypto'>, root: PlatformKey): Promise<PlatformKey> {
  return deriveSealingKey(ports.crypto, root, 'castellan.vault.2/backup');
}

/** What a wrapped file key is bound to. */
export function backupAad({ userId, vaultId, keyId }: Pick<BackupVault, 'userId' | 'vaultId' | 'keyId'>): Bytes {
  return frame('castellan.backup.1', userId, vaultId, keyId);
}

/** Begins a backup of an open vault. What opens the vault's key is presented once more, however the file shall be opened. */
export async function makeBackup(
  ports: VaultPorts,
  tools: BackupTools,
  vault: OpenVault,
  authority: SlotSecret,
  way: BackupWay,
): Promise<Result<BegunBackup, MakeBackupFailure>> {
  if (vault.head === undefined) return fail({ code: 'not_whole' });
  if (way.kind === 'passphrase' && tools.isWeak(way.passphrase)) return fail({ code: 'passphrase_weak' });
  const unwrapped = await unwrapVaultKey(ports, vault, authority);
  if (!unwrapped.ok) return fail({ code: 'proof_refused', because: unwrapped.failure.code });
  const { userId, vaultId, keys } = vault;
  const named = { userId, vaultId, epoch: vault.head.epoch, keyId: keys.keyId };
  const listed = new Set(vault.head.slots.map(({ id }) => id));
  const vaultKey = unwrapped.value.key;
  try {
    if (way.kind === 'keys') {
      const key = await backupKeyOf(ports, await importRoot(ports.crypto, vaultKey));
      // What is not listed was planted, but for the way that has just shown what it is.
      const isWay = ({ id }: Slot) => id === unwrapped.value.slot.id || listed.has(id);
      return succeed({ vault: { ...named, slot: null }, encrypt: underKeys(ports, named, key, vault.slots.filter(isWay)) });
    }
    const { passphrase, cost } = way;
    const slot = await makeSlot(ports, userId, vaultKey, { kind: 'master', master: passphrase, cost });
    if (!slot.ok) return slot;
    const logN = tools.scryptLogN ?? usualScryptLogN;
    return succeed({ vault: { ...named, slot: slot.value.slot }, encrypt: underPassphrase(passphrase, logN) });
  } finally {
    wipe(vaultKey);
  }
}

function underKeys(
  ports: VaultPorts,
  named: Pick<BackupVault, 'userId' | 'vaultId' | 'keyId'>,
  key: PlatformKey,
  slots: readonly Slot[],
): BegunBackup['encrypt'] {
  const ways = slots.filter(({ kind, key_id }) => kind !== 'device' && key_id === named.keyId);
  const encrypter = new Encrypter();
  encrypter.addRecipient({
    wrapFileKey: async (fileKey) => {
      const wrapped = await sealBytes(ports, key, backupAad(named), Uint8Array.from(fileKey));
      return [...ways.map(slotStanza), keyStanza({ ...named, wrapped })];
    },
  });
  return (payload) => encrypted(encrypter, payload);
}

function underPassphrase(passphrase: string, logN: number): BegunBackup['encrypt'] {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase.normalize('NFKC'));
  encrypter.setScryptWorkFactor(logN);
  return (payload) => encrypted(encrypter, payload);
}

async function* encrypted(encrypter: Encrypter, payload: AsyncIterable<Uint8Array>): AsyncGenerator<Bytes> {
  yield* piecesOfStream(await encrypter.encrypt(streamOf(payload)));
}
