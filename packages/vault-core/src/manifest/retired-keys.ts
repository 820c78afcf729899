import { fromBase64Url, toBase64Url, wipe } from '@castellan/foundation/bytes';
import { frame } from '@castellan/foundation/framing';
import { type KeySet, keysOfDetailsRoot, keysOfVaultKey } from '../crypto/keyring.ts';
import { openBytes, sealBytes } from '../crypto/sealing.ts';
import type { Bytes, PlatformKey, VaultCrypto, VaultPorts } from '../ports.ts';
import { type ManifestHead, maxFormerKeys } from './manifest-head.ts';

type VaultPlace = { readonly userId: string; readonly vaultId: string };

function retiredAad(tier: 'secrets' | 'details', { userId, vaultId }: VaultPlace, oldKeyId: string, newKeyId: string): Bytes {
  return frame(tier === 'secrets' ? 'castellan.retired.2' : 'castellan.retired-details.2', userId, vaultId, oldKeyId, newKeyId);
}

/** A retired vault key (or, for devices that open the details only, its details root) sealed under the present key. */
export async function sealRetiredKey(
  ports: VaultPorts,
  tier: 'secrets' | 'details',
  place: VaultPlace,
  oldKeyId: string,
  present: KeySet,
  key: Bytes,
): Promise<string> {
  const sealingKey = tier === 'secrets' ? present.secrets?.retired : present.details.retired;
  if (sealingKey === undefined) throw new TypeError('a vault key is retired under both tiers');
  return toBase64Url(await sealBytes(ports, sealingKey, retiredAad(tier, place, oldKeyId, present.keyId), key));
}

async function openRetired(crypto: VaultCrypto, key: PlatformKey, aad: Bytes, wrapped: string): Promise<Bytes | undefined> {
  const sealed = fromBase64Url(wrapped);
  return sealed && openBytes(crypto, key, aad, sealed);
}

/** The vault keys that a rotation has retired and not yet let go, opened as far as the present keys reach. */
export async function openRetiredKeys(
  crypto: VaultCrypto,
  place: VaultPlace,
  present: KeySet,
  head: ManifestHead,
): Promise<ReadonlyMap<string, KeySet>> {
  const opened = new Map<string, KeySet>();
  const tier = present.secrets === undefined ? 'details' : 'secrets';
  const sealingKey = present.secrets?.retired ?? present.details.retired;
  for (const { keyId, wrapped } of tier === 'secrets' ? head.retired : head.retiredDetails) {
    const key = await openRetired(crypto, sealingKey, retiredAad(tier, place, keyId, present.keyId), wrapped);
    if (key === undefined) continue;
    const keys = tier === 'secrets' ? await keysOfVaultKey(crypto, key) : await keysOfDetailsRoot(crypto, key, keyId);
    wipe(key);
    if (keys.keyId === keyId) opened.set(keyId, keys);
  }
  return opened;
}

/** The keys that earlier rotations have ended, by key id. Who has opened the details alone cannot tell, and gets none. */
export function openFormerKeys(crypto: VaultCrypto, place: VaultPlace, present: KeySet, head: ManifestHead) {
  if (present.secrets === undefined) return Promise.resolve(new Map<string, KeySet>());
  return openRetiredKeys(crypto, place, present, { ...head, retired: head.former ?? [] });
}

/** The former keys as a rotation's first head lists them: those that were listed, wrapped again, and the one that it ends. */
export async function wrapFormerKeys(
  ports: VaultPorts,
  place: VaultPlace,
  head: ManifestHead,
  { ended, next, key }: { readonly ended: KeySet; readonly next: KeySet; readonly key: Bytes },
): Promise<NonNullable<ManifestHead['former']>> {
  const former: NonNullable<ManifestHead['former']> = [];
  for (const { keyId, wrapped } of head.former ?? []) {
    if (ended.secrets === undefined) continue;
    const earlier = await openRetired(ports.crypto, ended.secrets.retired, retiredAad('secrets', place, keyId, ended.keyId), wrapped);
    if (earlier === undefined) continue;
    former.push({ keyId, wrapped: await sealRetiredKey(ports, 'secrets', place, keyId, next, earlier) });
    wipe(earlier);
  }
  former.push({ keyId: ended.keyId, wrapped: await sealRetiredKey(ports, 'secrets', place, ended.keyId, next, key) });
  return former.slice(-maxFormerKeys);
}
