import * as z from 'zod/mini';
import { identifierSchema, keyIdSchema, type Slot, slotSchema } from '../slots/slot.ts';

/**
 * What a device keeps of the ways to open the vault without its server, beside its pin, the manifest's parts and the rows, which lie
 * sealed as they are. No master slot of the server is in it: the one master slot is made for this device.
 */
export type DeviceCopy = {
  readonly userId: string;
  readonly vaultId: string;
  /** The vault key that every slot here wraps. */
  readonly keyId: string;
  /** The server's master slots as they were at the last contact, by id: none of them is kept. */
  readonly masters: readonly string[];
  /** This device's slot at the server, where it has one: once that is gone, the device was removed. */
  readonly deviceSlotId: string | null;
  /** The slot that the master opens on this device, and nowhere else; `null` until the master was given here. */
  readonly own: Slot | null;
  /** The recovery key's slot and those of passkeys. */
  readonly ways: readonly Slot[];
  /** When the server last answered, by this device's clock, in milliseconds since 1970. */
  readonly contactAtMs: number;
  /** The latest time that this device's clock was seen to show. */
  readonly latestMs: number;
};

const copySchema = z.object({
  userId: identifierSchema,
  vaultId: identifierSchema,
  keyId: keyIdSchema,
  masters: z.array(identifierSchema).check(z.maxLength(64)),
  deviceSlotId: z.nullable(identifierSchema),
  own: z.nullable(slotSchema),
  ways: z.array(slotSchema).check(z.maxLength(64)),
  contactAtMs: z.number().check(z.nonnegative()),
  latestMs: z.number().check(z.nonnegative()),
});

/** A copy as it was kept, or `undefined` where it is none, or holds a slot that has no place in one. */
export function parseDeviceCopy(value: unknown): DeviceCopy | undefined {
  const copy = copySchema.safeParse(value).data;
  if (copy === undefined) return undefined;
  const isWhole = copy.ways.every(isKeptWay) && (copy.own === null || copy.own.kind === 'master');
  return isWhole && slotsOf(copy).every(({ key_id }) => key_id === copy.keyId) ? copy : undefined;
}

/** What opens the vault without the server's share and is no guess at a master: a slot that may lie on this device as it is. */
export function isKeptWay({ kind }: Pick<Slot, 'kind'>): boolean {
  return kind === 'recovery' || kind === 'passkey';
}

/** Every slot of a copy, the device's own first. */
export function slotsOf({ own, ways }: Pick<DeviceCopy, 'own' | 'ways'>): readonly Slot[] {
  return own === null ? ways : [own, ...ways];
}

/** For how long after the last contact a copy opens without the server: seven days, in milliseconds. */
export const copyTermMs = 7 * 24 * 60 * 60 * 1000;
/** How far a clock may be behind the latest time that it has shown, as when it is set right: ten minutes, in milliseconds. */
const clockSlackMs = 600_000;

/** `open`: until when. `over`: seven days have passed. `set_back`: the clock shows less than it has shown before. */
export type CopyTerm = { readonly kind: 'open'; readonly untilMs: number } | { readonly kind: 'over' | 'set_back' };

/** Whether a copy may be opened now. A clock that was set back makes no copy last longer: it is not opened by such a clock at all. */
export function termOf({ contactAtMs, latestMs }: Pick<DeviceCopy, 'contactAtMs' | 'latestMs'>, nowMs: number): CopyTerm {
  const untilMs = contactAtMs + copyTermMs;
  if (Math.max(nowMs, latestMs) >= untilMs) return { kind: 'over' };
  return nowMs < Math.max(latestMs, contactAtMs) - clockSlackMs ? { kind: 'set_back' } : { kind: 'open', untilMs };
}

/** What the server shows of the vault before anything of it was opened. */
export type SeenVault = {
  readonly userId: string;
  readonly vaultId: string | undefined;
  readonly headKeyId: string | undefined;
  readonly slots: readonly { readonly id: string; readonly kind: string }[];
};

/**
 * The copy after a contact with the server, or `undefined` where it has ended: another vault or key, another master, or this device
 * was removed. A way in that is not shown any more leaves the copy; none is added before it was opened and verified.
 */
export function afterContact(copy: DeviceCopy, seen: SeenVault, nowMs: number): DeviceCopy | undefined {
  const there = new Map(seen.slots.map(({ id, kind }) => [id, kind]));
  const masters = seen.slots.filter(({ kind }) => kind === 'master').map(({ id }) => id);
  const isSame =
    copy.userId === seen.userId &&
    copy.vaultId === seen.vaultId &&
    copy.keyId === seen.headKeyId &&
    isSameSet(copy.masters, masters) &&
    (copy.deviceSlotId === null || there.get(copy.deviceSlotId) === 'device');
  if (!isSame) return undefined;
  return { ...copy, ways: copy.ways.filter(({ id, kind }) => there.get(id) === kind), contactAtMs: nowMs, latestMs: nowMs };
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}
