import { wipe } from '@castellan/foundation/bytes';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { Decrypter } from 'age-encryption';
import { importRoot, openBytes } from '../crypto/sealing.ts';
import type { Bytes, VaultPorts } from '../ports.ts';
import type { SlotSecret } from '../slots/slot-secret.ts';
import { type OpenFailure, unwrapSlots } from '../slots/unlock.ts';
import { piecesOfStream, streamOf } from './age-streams.ts';
import { type BackupHeader, type HeaderFailure, parseBackupHeader } from './backup-header.ts';
import { backupAad, backupKeyOf } from './make-backup.ts';

/** What the owner presents to open a backup. */
export type BackupSecret = Exclude<SlotSecret, { kind: 'device' }> | { readonly kind: 'passphrase'; readonly passphrase: string };

/**
 * Why a backup does not open. `wrong_passphrase`, and `wrong_key` of the vault's ways in: another one was presented. `damaged`: it is
 * the right one, and the header was changed. `wants_passphrase`, `wants_key`: the file is opened by something else than what was presented.
 */
export type OpenBackupFailure =
  | HeaderFailure
  | { readonly code: 'wrong_passphrase' | 'damaged' | 'wants_passphrase' | 'wants_key' }
  | OpenFailure;

/** A backup whose header was opened. */
export type OpenedBackup = {
  readonly kind: BackupHeader['kind'];
  /**
   * Decrypts what lies behind the header, piece by piece. Throws `BackupDamagedError` where it was changed or cut off: what came
   * before is authentic, and is not the whole.
   */
  readonly decrypt: (rest: AsyncIterable<Uint8Array>) => AsyncGenerator<Bytes>;
};

/** Thrown where the payload is not as it was encrypted, or ends before its end. */
export class BackupDamagedError extends Error {
  override readonly name = 'BackupDamagedError';
}

/** Opens a backup's header with what the owner presents. Costs that are too weak or absurd are refused before they are spent. */
export async function openBackup(ports: VaultPorts, header: Bytes, secret: BackupSecret): Promise<Result<OpenedBackup, OpenBackupFailure>> {
  const parsed = await parseBackupHeader(header);
  if (!parsed.ok) return parsed;
  const key = parsed.value.kind === 'passphrase' ? await byPassphrase(header, secret) : await byKeys(ports, parsed.value, header, secret);
  if (!key.ok) return key;
  return succeed({ kind: parsed.value.kind, decrypt: (rest) => decrypted(header, key.value, rest) });
}

async function byPassphrase(header: Bytes, secret: BackupSecret): Promise<Result<Bytes, OpenBackupFailure>> {
  if (secret.kind !== 'passphrase') return fail({ code: 'wants_passphrase' });
  const decrypter = new Decrypter();
  decrypter.addPassphrase(secret.passphrase.normalize('NFKC'));
  try {
    return succeed(Uint8Array.from(await decrypter.decryptHeader(header)));
  } catch (error) {
    return fail({ code: error instanceof Error && error.message.startsWith('no identity matched') ? 'wrong_passphrase' : 'damaged' });
  }
}

async function byKeys(
  ports: VaultPorts,
  { key, slots }: Extract<BackupHeader, { kind: 'keys' }>,
  header: Bytes,
  secret: BackupSecret,
): Promise<Result<Bytes, OpenBackupFailure>> {
  if (secret.kind === 'passphrase') return fail({ code: 'wants_key' });
  const ways = slots.filter(({ kind, key_id }) => kind !== 'device' && key_id === key.keyId);
  const unwrapped = await unwrapSlots(ports, key.userId, ways, secret, undefined);
  if (!unwrapped.ok) return unwrapped;
  const wrapping = await backupKeyOf(ports, await importRoot(ports.crypto, unwrapped.value.key));
  wipe(unwrapped.value.key);
  const fileKey = await openBytes(ports.crypto, wrapping, backupAad(key), key.wrapped);
  if (fileKey?.byteLength !== fileKeyBytes) return fail({ code: 'damaged' });
  try {
    await knowing(fileKey).decryptHeader(header);
    return succeed(fileKey);
  } catch {
    return fail({ code: 'damaged' });
  }
}

const fileKeyBytes = 16;

/** The library with the file key at hand. It compares the header's code again. */
function knowing(fileKey: Bytes): Decrypter {
  const decrypter = new Decrypter();
  decrypter.addIdentity({ unwrapFileKey: () => fileKey });
  return decrypter;
}

async function* decrypted(header: Bytes, fileKey: Bytes, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Bytes> {
  // That the file could not be read says nothing about what is in it.
  const reading: { failed?: unknown } = {};
  const behind = async function* () {
    yield header;
    try {
      yield* rest;
    } catch (error) {
      reading.failed = error;
      throw error;
    }
  };
  try {
    yield* piecesOfStream(await knowing(fileKey).decrypt(streamOf(behind())));
  } catch {
    throw 'failed' in reading ? reading.failed : new BackupDamagedError();
  }
}
