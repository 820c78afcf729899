import { lastPart, maxPartCharacters } from '@castellan/vault-core/manifest/manifest-head';
import { parsePin } from '@castellan/vault-core/manifest/parse-pin';
import type { VaultPin } from '@castellan/vault-core/manifest/pin';
import type { PartCopy } from '@castellan/vault-core/manifest/rebuild-manifest';
import { openStoredRecords } from '../../../lib/stored-records.ts';

/** This device's half of a device slot. */
export type DeviceKey = { readonly slotId: string; readonly userId: string; readonly vaultId: string; readonly key: CryptoKey };

/** What this device remembers of the vault. It outlives sign-out: that a vault exists is not for the server to say alone. */
export type DeviceMemory = {
  readonly pins: () => Promise<readonly VaultPin[]>;
  /** Keeps what was accepted, unless this device knows a later state already. `isOverride`: the owner accepted an earlier or other one. */
  readonly keepPin: (pin: VaultPin, isOverride: boolean) => Promise<void>;
  readonly forgetPin: (userId: string) => Promise<void>;
  /** This device's copies of the manifest's parts, sealed as they were written: what a repair and a restore go by. */
  readonly copies: (userId: string) => Promise<readonly PartCopy[]>;
  /** Keeps copies of parts; `null` drops one. */
  readonly keepCopies: (userId: string, parts: ReadonlyMap<number, string | null>) => Promise<void>;
  readonly deviceKeys: () => Promise<readonly DeviceKey[]>;
  readonly keepDeviceKey: (key: DeviceKey) => Promise<void>;
  readonly forgetDeviceKey: (slotId: string) => Promise<void>;
};

/** The browser's own memory, in IndexedDB: the only place that holds a key which cannot be read. */
export function browserDeviceMemory(): DeviceMemory {
  const pins = openStoredRecords('vault-pins', parsePin);
  const keys = openStoredRecords('vault-device-keys', parseDeviceKey);
  const parts = openStoredRecords('vault-parts', parseCopy);
  return {
    pins: pins.all,
    keepPin: (pin, isOverride) => pins.change(pin.userId, (known) => pinToKeep(known, pin, isOverride)),
    forgetPin: (userId) => pins.change(userId, () => undefined),
    copies: async (userId) => (await parts.all()).filter((copy) => copy.userId === userId),
    keepCopies: (userId, changed) =>
      parts.put(
        new Map([...changed].map(([part, envelope]) => [`${userId}/${part}`, envelope === null ? undefined : { userId, part, envelope }])),
      ),
    deviceKeys: keys.all,
    keepDeviceKey: (key) => keys.change(key.slotId, () => key),
    forgetDeviceKey: (slotId) => keys.change(slotId, () => undefined),
  };
}

/**
 * What is remembered next: of two states of one vault the later, unless the owner chose (`isOverride`), because another tab may have
 * written meanwhile; and never one under a key that a rotation has ended, whoever chose.
 */
export function pinToKeep(known: VaultPin | undefined, pin: VaultPin, isOverride: boolean): VaultPin {
  if (known === undefined) return pin;
  const isEnded = pin.keyId !== undefined && known.former?.includes(pin.keyId) === true;
  return isEnded || (!isOverride && known.vaultId === pin.vaultId && known.epoch > pin.epoch) ? known : pin;
}

/** Makes a device's half: a key for HMAC that the browser uses and never shows. */
export async function makeDeviceKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign']);
}

function parseCopy(value: unknown): (PartCopy & { readonly userId: string }) | undefined {
  if (typeof value !== 'object' || value === null || !('userId' in value && 'part' in value && 'envelope' in value)) return undefined;
  const { userId, part, envelope } = value;
  if (typeof userId !== 'string' || typeof part !== 'number' || typeof envelope !== 'string') return undefined;
  const isPart = Number.isInteger(part) && part >= 0 && part <= lastPart && envelope.length <= maxPartCharacters;
  return isPart ? { userId, part, envelope } : undefined;
}

function parseDeviceKey(value: unknown): DeviceKey | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('slotId' in value && 'userId' in value && 'vaultId' in value && 'key' in value)) return undefined;
  const { slotId, userId, vaultId, key } = value;
  if (typeof slotId !== 'string' || typeof userId !== 'string' || typeof vaultId !== 'string') return undefined;
  return key instanceof CryptoKey && !key.extractable ? { slotId, userId, vaultId, key } : undefined;
}
