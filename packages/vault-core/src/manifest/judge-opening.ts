import { type Finding, isFinal, needsOverride, type VaultFindingCode } from '../finding.ts';
import { type SlotChange, slotFindings } from '../slots/slot-changes.ts';
import { maxEpoch, maxEpochStep } from './manifest-head.ts';
import type { VaultPin } from './pin.ts';

/** The vault that a server shows, before anything of it was opened. Nothing of that is believed. */
export type ShownVault = {
  readonly userId: string;
  /** `undefined`: there is none. */
  readonly vaultId: string | undefined;
  /** The writes that the server counts. */
  readonly epoch: number;
  /** The key that the head says it is under; `undefined` where there is no head, or none in a known shape. */
  readonly headKeyId: string | undefined;
};

/** Nothing opened with what the owner presented. */
export type RefusedOpening = {
  readonly kind: 'refused';
  /** The slots that were tried are those that this device remembers, byte for byte; `undefined` where it remembers none. */
  readonly waysAreKnown: boolean | undefined;
  /** The keys that the slots which were to be tried say they wrap. */
  readonly triedKeys: ReadonlySet<string>;
  /** The head is the very one that this device remembers, so that nothing was written since. */
  readonly isKnownHead: boolean;
};

/** A key was opened, and this is what it opens. */
export type OpenedVaultFacts = {
  readonly kind: 'opened';
  readonly keyId: string;
  /** `vouchedKeys`: the keys that the head proves to have ended, because it wraps them. */
  readonly head: 'missing' | 'unreadable' | { readonly epoch: number; readonly vouchedKeys: ReadonlySet<string> };
  /** Where the history leads from the head that this device remembers. `unchained`: that is from before heads had a chain, and its epoch fits. */
  readonly history: 'leads' | 'joined' | 'unchained' | 'astray';
  /** Whether the head that this device remembers opens under the key; `none` where it keeps none. */
  readonly rememberedHead: 'opens' | 'shut' | 'none';
  readonly slots: {
    /** How those that are there differ from those that this device remembers. */
    readonly unlikePin: readonly SlotChange[];
    /** How they differ from those that the head lists. */
    readonly unlikeHead: readonly SlotChange[];
    /** How those that the head lists differ from those that this device remembers, or sent since where the history leads over that. */
    readonly newInHead: readonly SlotChange[];
  };
};

/** What a device remembers, as far as an opening is judged by it. */
export type RememberedVault = Pick<VaultPin, 'userId' | 'vaultId' | 'epoch' | 'keyId' | 'former'>;

/** Everything that an opening is judged by. Who gathers it decides nothing. */
export type OpeningFacts = {
  /** What this device remembers, of whichever vault; `undefined` on a new one. */
  readonly pin: RememberedVault | undefined;
  readonly shown: ShownVault;
  readonly outcome: RefusedOpening | OpenedVaultFacts;
};

/**
 * How the opened state follows from what this device remembers. `first_time`: it remembers nothing. `apart`: it does not follow.
 * `joined`: on the way the owner chose between two states.
 */
export type Standing = { readonly kind: 'first_time' | 'apart' } | { readonly kind: 'follows'; readonly joined: boolean };

/** Why what was presented cannot be called wrong. */
export type UncheckedCode = 'key_changed' | 'head_lost' | 'slots_changed';

export type Verdict = {
  /** The gravest first. */
  readonly findings: readonly Finding[];
  readonly standing: Standing;
  /** Ways in that changed since this device last looked, as a head that follows lists them: for the owner to know, and nothing wrong. */
  readonly changedWays: readonly SlotChange[];
  /** Where nothing opened: `wrong` is wrong; of `unproven` this device cannot tell whether the server changed the ways in. */
  readonly refusal: UncheckedCode | 'wrong' | 'unproven';
  readonly pin: PinMove;
};

/** Whether this device may remember what it was shown: at once, by the owner’s confirmation, or never. */
export type PinMove = 'moves' | 'asks' | 'stays';

export function pinMoveOf(findings: readonly Finding[]): PinMove {
  if (findings.some(isFinal)) return 'stays';
  return findings.some(needsOverride) ? 'asks' : 'moves';
}

/** What is wrong with a vault before anything of it was opened: the part of the rule below that wants no key. The gravest first. */
export function judgeShown(pin: RememberedVault | undefined, shown: ShownVault): readonly VaultFindingCode[] {
  const { isOther, isEnded, isOlder } = holdAgainst(pin, shown, shown.headKeyId, shown.epoch);
  return [
    ...otherVault(isOther, shown),
    ...(isEnded ? (['rekeyed', 'key_ended'] as const) : []),
    ...(isOlder ? (['rolled_back'] as const) : []),
  ];
}

/**
 * The one rule by which every opening is judged: by slots, with or without a head, before and after a repair or a rotation.
 *
 * With a pin, the chain must lead from it to the head, under the pin's key or one that was proven to come after it. Without a
 * head nothing is proven: the key must be the pin's own. A key that this device knows to have been ended is never gone on from.
 * What was presented is wrong only where it was held against the very slots that this device remembers.
 */
export function judgeOpening({ pin, shown, outcome }: OpeningFacts): Verdict {
  if (outcome.kind === 'refused') {
    const standing = { kind: pin === undefined ? 'first_time' : 'apart' } as const;
    return { findings: [], standing, changedWays: [], refusal: refusalOf(outcome, shown, pin), pin: 'stays' };
  }
  const head = typeof outcome.head === 'object' ? outcome.head : undefined;
  const { known, isOther, isEnded: wasEnded, isOlder } = holdAgainst(pin, shown, outcome.keyId, head?.epoch ?? shown.epoch);
  const isProven = known === undefined || isProvenKey(outcome, head, known.keyId);
  // A pin from before ended keys were remembered cannot tell whether one that is not proven was ended.
  const isEnded = wasEnded || (!isProven && known.keyId !== undefined && known.former === undefined);
  const isForked = known !== undefined && outcome.history === 'astray';
  const follows = known !== undefined && isProven && !isOlder && !isForked;
  const isVouched = follows && head !== undefined && outcome.history !== 'unchained';
  const joined = outcome.history === 'joined';
  const { unlikePin, unlikeHead, newInHead } = outcome.slots;
  const codes: readonly (VaultFindingCode | false | undefined)[] = [
    ...otherVault(isOther, shown),
    (!isProven || isEnded) && 'rekeyed',
    isEnded && 'key_ended',
    typeof outcome.head === 'string' && `head_${outcome.head}`,
    isOlder ? 'rolled_back' : isForked && 'forked',
    epochFinding(shown.epoch, head?.epoch, known?.epoch),
    known !== undefined && !isVouched && unlikePin.length > 0 && 'slots_changed',
    isVouched && joined && 'restored_elsewhere',
  ];
  const findings = [...codes.flatMap((code) => (code ? [{ code }] : [])), ...slotFindings(unlikeHead)];
  return {
    findings,
    standing: pin === undefined ? { kind: 'first_time' } : follows ? { kind: 'follows', joined } : { kind: 'apart' },
    changedWays: isVouched ? newInHead : [],
    refusal: 'wrong',
    pin: pinMoveOf(findings),
  };
}

/** What needs no key: whether it is the vault that this device knows, under a key that it knows to have been ended, or an older state. */
function holdAgainst(pin: RememberedVault | undefined, { userId, vaultId }: ShownVault, keyId: string | undefined, epoch: number) {
  const known = pin?.userId === userId && pin.vaultId === vaultId ? pin : undefined;
  return {
    known,
    isOther: pin !== undefined && known === undefined,
    isEnded: keyId !== undefined && pin?.former?.includes(keyId) === true,
    isOlder: known !== undefined && epoch < known.epoch,
  };
}

function otherVault(isOther: boolean, { vaultId }: ShownVault): readonly VaultFindingCode[] {
  return isOther ? [vaultId === undefined ? 'vault_missing' : 'vault_replaced'] : [];
}

/** Whether a key is the remembered one, or was proven to come after it. A pin from before keys were remembered takes that of a head. */
function isProvenKey(
  { keyId, rememberedHead }: OpenedVaultFacts,
  head: Exclude<OpenedVaultFacts['head'], string> | undefined,
  remembered: string | undefined,
): boolean {
  if (remembered === undefined) return head !== undefined;
  if (head === undefined) return keyId === remembered && rememberedHead !== 'shut';
  return keyId === remembered || head.vouchedKeys.has(remembered);
}

/** The server's own count of writes, against the head's and what this device remembers. */
function epochFinding(claimed: number, sealed: number | undefined, remembered: number | undefined): VaultFindingCode | undefined {
  if (claimed > Math.min(maxEpoch, remembered === undefined ? maxEpoch : remembered + maxEpochStep)) return 'epoch_raised';
  if (sealed === undefined || sealed === claimed) return undefined;
  return sealed < claimed ? 'head_stale' : 'head_ahead';
}

function refusalOf(
  { waysAreKnown, triedKeys, isKnownHead }: RefusedOpening,
  { userId, vaultId, headKeyId }: ShownVault,
  pin: RememberedVault | undefined,
): Verdict['refusal'] {
  if (pin === undefined) return 'unproven';
  // Ways in of a key that a rotation has ended were put back, whether they were tried or are too cheap for that.
  if (triedKeys.size > 0 && [...triedKeys].every((key) => pin.former?.includes(key) === true)) return 'key_changed';
  if (headKeyId === undefined) return 'head_lost';
  if (pin.userId !== userId || pin.vaultId !== vaultId) return 'slots_changed';
  if (pin.keyId !== undefined && headKeyId !== pin.keyId) return 'key_changed';
  if (waysAreKnown === false) return 'slots_changed';
  return waysAreKnown && isKnownHead ? 'wrong' : 'unproven';
}
