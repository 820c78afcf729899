import { lastPart, maxPartCharacters } from '@castellan/vault-core/manifest/manifest-head';
import { parsePin } from '@castellan/vault-core/manifest/parse-pin';
import type { VaultPin } from '@castellan/vault-core/manifest/pin';
import type { PartCopy } from '@castellan/vault-core/manifest/rebuild-manifest';
import { mayComeNext, type SentState } from '@castellan/vault-core/manifest/sent-state';
import { openStoredRecords } from '../../../lib/stored-records.ts';

/** This device's half of a device slot. */
export type DeviceKey = { readonly slotId: string; readonly userId: string; readonly vaultId: string; readonly key: CryptoKey };

/** What this device remembers of the vault. It outlives sign-out: that a vault exists is not for the server to say alone. */
export type DeviceMemory = {
  readonly pins: () => Promise<readonly VaultPin[]>;
  /** Keeps what was accepted, unless this device knows a later state already. `isOverride`: the owner accepted an earlier or other one. */
  readonly keepPin: (pin: VaultPin, isOverride: boolean) => Promise<void>;
  /** Forgets the pin, and what was sent. */
  readonly forgetPin: (userId: string) => Promise<void>;
  /** What was sent and may have been taken, since the pin that is kept. */
  readonly sent: () => Promise<readonly SentState[]>;
  /** Keeps what is about to be sent; of many the newest. */
  readonly keepSent: (state: SentState) => Promise<void>;
  /** Drops what was certainly not taken. */
  readonly forgetSent: (state: SentState) => Promise<void>;
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
  // Beside the pins, so that an older page in another tab finds its database as it knows it.
  const sent = openStoredRecords('vault-pins', parseSent);
  const dropSent = async (are: (state: SentState, index: number) => boolean) => {
    const newestFirst = (await sent.all()).toSorted((one, other) => (other.pin.seenAtMs ?? 0) - (one.pin.seenAtMs ?? 0));
    await sent.put(new Map(newestFirst.filter(are).map((state) => [sentName(state), undefined])));
  };
  const keys = openStoredRecords('vault-device-keys', parseDeviceKey);
  const parts = openStoredRecords('vault-parts', parseCopy);
  return {
    pins: pins.all,
    keepPin: async (pin, isOverride) => {
      // The owner's choice ends whatever else could have come next, before it is kept.
      if (isOverride) await dropSent(() => true);
      await pins.change(pin.userId, (known) => pinToKeep(known, pin, isOverride));
      await dropSent((state) => !mayComeNext(pin, state.pin));
    },
    forgetPin: async (userId) => {
      await dropSent(() => true);
      await pins.change(userId, () => undefined);
    },
    sent: sent.all,
    keepSent: async (state) => {
      await sent.put(new Map([[sentName(state), state]]));
      await dropSent((_, index) => index >= maxSent);
    },
    forgetSent: ({ pin }) => dropSent((state) => state.pin.headDigest === pin.headDigest),
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

const maxSent = 8;

const sentName = ({ pin }: SentState) => `${pin.userId}/${pin.headDigest}`;

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

function parseSent(value: unknown): SentState | undefined {
  if (typeof value !== 'object' || value === null || !('pin' in value && 'parts' in value && value.parts instanceof Map)) return undefined;
  const pin = parsePin(value.pin);
  const areParts = [...value.parts].every(
    ([part, envelope]) => Number.isInteger(part) && (envelope === null || typeof envelope === 'string'),
  );
  return pin !== undefined && areParts ? { pin, parts: value.parts } : undefined;
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
