import { fromBase64Url, utf8, wipe } from '@castellan/foundation/bytes';
import { frame } from '@castellan/foundation/framing';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type CostFailure, checkCost, type DerivationFailure, guardArgon2id } from '../crypto/argon2id.ts';
import { deriveBytes, importRoot } from '../crypto/sealing.ts';
import type { Argon2idCost, Bytes, PlatformKey, VaultCrypto, VaultPorts } from '../ports.ts';
import { parseRecoveryKey, type RecoveryKeyFailure } from './recovery-key.ts';
import type { Slot } from './slot.ts';

/** What a person or a device presents to open a slot. */
export type SlotSecret =
  | { readonly kind: 'master'; readonly master: string }
  | { readonly kind: 'recovery'; readonly key: string }
  | { readonly kind: 'passkey'; readonly credentialId: string; readonly prfOutput: Bytes }
  /** `deviceKey`: this device's non-extractable HMAC key; `share`: what the server gave for a fresh code, base64url of 32 bytes. */
  | { readonly kind: 'device'; readonly slotId: string; readonly deviceKey: PlatformKey; readonly share: string };

export type SlotSecretFailure =
  | CostFailure
  | DerivationFailure
  | RecoveryKeyFailure
  | { readonly code: 'share_malformed' | 'slot_malformed' };

/** A master as it is derived from: NFKC, so that every keyboard spells it alike. */
export function masterBytes(master: string): Bytes {
  return utf8(master.normalize('NFKC'));
}

/** The key-encryption keys that a secret may mean for a slot; more than one only where a recovery key was typed doubtfully. */
export async function slotKeys(
  ports: VaultPorts,
  slot: Slot,
  secret: SlotSecret,
  strongest: Argon2idCost | undefined,
): Promise<Result<readonly Bytes[], SlotSecretFailure>> {
  if (secret.kind === 'master' && slot.kind === 'master') {
    const cost = checkCost({ memoryKib: slot.parameters.memoryKib, passes: slot.parameters.passes }, strongest);
    if (!cost.ok) return cost;
    const salt = fromBase64Url(slot.parameters.salt);
    if (salt === undefined) return fail({ code: 'slot_malformed' });
    const password = masterBytes(secret.master);
    const kek = await guardArgon2id(ports.argon2id)(password, salt, cost.value);
    wipe(password);
    return kek.ok ? succeed([kek.value]) : kek;
  }
  if (secret.kind === 'recovery') {
    const keys = parseRecoveryKey(secret.key);
    return keys.ok ? succeed(await Promise.all(keys.value.map((key) => recoveryKek(ports.crypto, key)))) : keys;
  }
  if (secret.kind === 'passkey') return succeed([await passkeyKek(ports.crypto, secret.prfOutput)]);
  if (secret.kind === 'device') {
    const share = parseShare(secret.share);
    return share === undefined
      ? fail({ code: 'share_malformed' })
      : succeed([await deviceKek(ports.crypto, secret.deviceKey, share, slot.id)]);
  }
  return fail({ code: 'slot_malformed' });
}

/** The 32 bytes of a device share, or `undefined`. */
export function parseShare(text: string): Bytes | undefined {
  const share = fromBase64Url(text);
  return share?.byteLength === 32 ? share : undefined;
}

/** HKDF of the printed key's 20 bytes. */
export async function recoveryKek(crypto: VaultCrypto, key: Bytes): Promise<Bytes> {
  return deriveBytes(crypto, await importRoot(crypto, key), 'castellan.slot.2/recovery', 32);
}

/** HKDF of what the authenticator's PRF gave (WebAuthn Level 3 §10.1.4). */
export async function passkeyKek(crypto: VaultCrypto, prfOutput: Bytes): Promise<Bytes> {
  return deriveBytes(crypto, await importRoot(crypto, prfOutput), 'castellan.slot.2/passkey', 32);
}

/** HMAC under this device's key of the server's share: neither half alone is worth anything. */
export async function deviceKek(crypto: VaultCrypto, deviceKey: PlatformKey, share: Bytes, slotId: string): Promise<Bytes> {
  return new Uint8Array(await crypto.sign('HMAC', deviceKey, frame('castellan.slot.2/device', share, slotId)));
}
