import { concatBytes, fromBase64Url, toBase64Url } from '@castellan/foundation/bytes';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { vaultKeyBytes } from '../crypto/keyring.ts';
import { deriveMacKey, deriveSealingKey, importRoot, openBytes, sealBytes } from '../crypto/sealing.ts';
import type { Bytes, VaultCrypto, VaultPorts } from '../ports.ts';
import { type Slot, slotAad } from './slot.ts';

/**
 * Why a slot does not open. `wrong_key`: the master, passkey or recovery key is another; `damaged`: it is the right one and the
 * wrapped key was changed; `slot_malformed`: not in the shape of version 2; `unknown_version`: of another version.
 */
export type UnwrapFailure = { readonly code: 'wrong_key' | 'damaged' | 'slot_malformed' | 'unknown_version' };

type Wrappable = Pick<Slot, 'id' | 'kind' | 'key_id' | 'parameters'>;

/** `s2.<commitment>.<sealed>`: a key of 32 bytes wrapped under the slot's key-encryption key, which the commitment binds. */
export async function wrapKey(ports: VaultPorts, userId: string, slot: Wrappable, kek: Bytes, key: Bytes): Promise<string> {
  const { crypto } = ports;
  const root = await importRoot(crypto, kek);
  const aad = slotAad(userId, slot);
  const commitment = new Uint8Array(await crypto.sign('HMAC', await deriveMacKey(crypto, root, 'castellan.slot.2/commit'), aad));
  const wrapKey = await deriveSealingKey(crypto, root, 'castellan.slot.2/wrap');
  const sealed = await sealBytes(ports, wrapKey, concatBytes(aad, commitment), key);
  return `s2.${toBase64Url(commitment)}.${toBase64Url(sealed)}`;
}

/**
 * The key that a slot wraps. The commitment is compared first: where it differs the key-encryption key is another (or the
 * slot's identity or parameters were changed), where it agrees and the sealed key does not open, the slot is damaged.
 */
export async function unwrapKey(crypto: VaultCrypto, userId: string, slot: Slot, kek: Bytes): Promise<Result<Bytes, UnwrapFailure>> {
  const [version, commitmentText, sealedText, ...more] = slot.wrapped.split('.');
  if (version !== 's2') return fail({ code: /^s\d+$/.test(version ?? '') ? 'unknown_version' : 'slot_malformed' });
  const commitment = fromBase64Url(commitmentText ?? '');
  const sealed = fromBase64Url(sealedText ?? '');
  if (commitment?.byteLength !== 32 || sealed === undefined || more.length > 0) return fail({ code: 'slot_malformed' });
  const root = await importRoot(crypto, kek);
  const aad = slotAad(userId, slot);
  const commitKey = await deriveMacKey(crypto, root, 'castellan.slot.2/commit');
  if (!(await crypto.verify('HMAC', commitKey, commitment, aad))) return fail({ code: 'wrong_key' });
  const key = await openBytes(crypto, await deriveSealingKey(crypto, root, 'castellan.slot.2/wrap'), concatBytes(aad, commitment), sealed);
  return key?.byteLength === vaultKeyBytes ? succeed(key) : fail({ code: 'damaged' });
}
