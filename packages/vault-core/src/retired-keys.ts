import { fromBase64Url, toBase64Url, wipe } from './bytes.ts';
import { frame } from './framing.ts';
import { type KeySet, keysOfDetailsRoot, keysOfVaultKey } from './keyring.ts';
import type { ManifestHead } from './manifest-head.ts';
import type { Bytes, PlatformKey, VaultCrypto, VaultPorts } from './ports.ts';
import { openBytes, sealBytes } from './sealing.ts';

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
