import fc from 'fast-check';
import { expect, test } from 'vitest';
import { needsOverride } from '../finding.ts';
import type { SlotChange } from '../slots/slot-changes.ts';
import { judgeOpening, judgeShown, type OpenedVaultFacts, type OpeningFacts, type ShownVault } from './judge-opening.ts';

const pinned = 'the pinned key';
const ended = 'a key that a rotation has ended';
const successor = 'a key that came after';
const unknown = 'an unknown key';
const here = { userId: 'the owner', vaultId: 'the vault' };
const pinEpoch = 100;

const pinOfKind = {
  new: undefined,
  pinned: { ...here, epoch: pinEpoch, keyId: pinned, former: [ended] },
  'from before ended keys were remembered': { ...here, epoch: pinEpoch, keyId: pinned },
  'from before keys were remembered': { ...here, epoch: pinEpoch },
  'of another vault': { ...here, vaultId: 'another', epoch: pinEpoch, keyId: pinned, former: [ended] },
  'of another owner': { ...here, userId: 'another', epoch: pinEpoch, keyId: pinned, former: [ended] },
} as const satisfies Record<string, OpeningFacts['pin']>;

type DeviceKind = keyof typeof pinOfKind;

const epochs = fc.constantFrom(1, pinEpoch - 1, pinEpoch, pinEpoch + 1, pinEpoch + 1_000_001, 999_999_999_999_999);
const keys = fc.constantFrom(pinned, ended, successor, unknown);
const device = fc.constantFrom(...(Object.keys(pinOfKind) as DeviceKind[]));
const change: fc.Arbitrary<SlotChange> = fc.record({
  slotId: fc.constant('slot'),
  change: fc.constantFrom('added', 'removed', 'replaced'),
});
const changes = fc.array(change, { maxLength: 2 });

const openedFacts: fc.Arbitrary<OpenedVaultFacts> = keys.chain((keyId) =>
  fc.record({
    kind: fc.constant('opened'),
    keyId: fc.constant(keyId),
    head: fc.oneof(
      fc.constantFrom('missing', 'unreadable'),
      // Only a key that came after can prove that it did.
      fc.record({ epoch: epochs, vouchedKeys: fc.constant(new Set(keyId === successor ? [ended, pinned] : [])) }),
    ),
    history: fc.constantFrom('leads', 'joined', 'unchained', 'astray'),
    rememberedHead: fc.constantFrom('opens', 'shut', 'none'),
    slots: fc.record({ unlikePin: changes, unlikeHead: changes, newInHead: changes }),
  }),
);

const shownFacts: fc.Arbitrary<ShownVault> = fc.record({
  userId: fc.constant(here.userId),
  vaultId: fc.constantFrom(here.vaultId, undefined),
  epoch: epochs,
  headKeyId: fc.option(keys, { nil: undefined }),
});

const opening = fc.record({ kind: device, shown: shownFacts, outcome: openedFacts }).map(({ kind, shown, outcome }) => ({
  kind,
  shown: { ...shown, vaultId: here.vaultId, headKeyId: typeof outcome.head === 'object' ? outcome.keyId : undefined },
  outcome,
}));

const runs = { numRuns: 5000 };
const codesOf = ({ findings }: ReturnType<typeof judgeOpening>) => findings.map(({ code }): string => code);

test('a pin moves without the owner’s word only to a head that follows from it, under its own key or one that proves to come after it', () => {
  fc.assert(
    fc.property(opening, ({ kind, shown, outcome }) => {
      const verdict = judgeOpening({ pin: pinOfKind[kind], shown, outcome });
      if (verdict.pin !== 'moves' || kind === 'new') return;
      expect(kind).not.toMatch(/^of another/);
      expect(typeof outcome.head).toBe('object');
      expect(outcome.history).not.toBe('astray');
      expect(typeof outcome.head === 'object' && outcome.head.epoch >= pinEpoch && outcome.head.epoch === shown.epoch).toBe(true);
      if (kind !== 'from before keys were remembered') expect([pinned, successor]).toContain(outcome.keyId);
    }),
    runs,
  );
});

test('no pin moves to a key that a rotation has ended, whatever is shown and whatever the owner says', () => {
  fc.assert(
    fc.property(opening, ({ kind, shown, outcome }) => {
      const pin = pinOfKind[kind];
      const verdict = judgeOpening({ pin, shown, outcome });
      const isEnded = pin !== undefined && 'former' in pin && outcome.keyId === ended;
      // A pin that does not know which keys were ended goes on under none that is not proven.
      const mayBe = kind === 'from before ended keys were remembered' && ![pinned, successor].includes(outcome.keyId);
      if (isEnded || mayBe) expect([verdict.pin, ...codesOf(verdict)]).toEqual(expect.arrayContaining(['stays', 'rekeyed', 'key_ended']));
      else if (kind !== 'from before ended keys were remembered') expect(verdict.pin).not.toBe('stays');
    }),
    runs,
  );
});

test('a vault without a readable head is never taken as it is: the alarm says so, and that the key is another one where it is', () => {
  fc.assert(
    fc.property(opening, ({ kind, shown, outcome }) => {
      if (typeof outcome.head === 'object') return;
      const verdict = judgeOpening({ pin: pinOfKind[kind], shown, outcome });
      expect(codesOf(verdict)).toContain(`head_${outcome.head}`);
      expect(verdict.pin).not.toBe('moves');
      const isOwn = outcome.keyId === pinned && outcome.rememberedHead !== 'shut';
      if (kind === 'pinned') expect(codesOf(verdict).includes('rekeyed')).toBe(!isOwn);
    }),
    runs,
  );
});

test('ways in that differ from those known are said at any epoch: an alarm, or to be known where a head that follows vouches for them', () => {
  fc.assert(
    fc.property(opening, ({ kind, shown, outcome }) => {
      const verdict = judgeOpening({ pin: pinOfKind[kind], shown, outcome });
      const codes = codesOf(verdict);
      const isAlarm = verdict.findings.some(
        (finding) => needsOverride(finding) && !['epoch_raised', 'head_stale', 'head_ahead'].includes(finding.code),
      );
      for (const { change: how } of outcome.slots.unlikeHead)
        expect(codes).toContain({ added: 'slot_unlisted', removed: 'slot_missing', replaced: 'slot_altered' }[how]);
      if (verdict.changedWays.length > 0) expect([isAlarm, verdict.standing.kind]).toEqual([false, 'follows']);
      if (kind !== 'pinned' || outcome.slots.unlikePin.length === 0) return;
      const isVouched = typeof outcome.head === 'object' && !isAlarm && outcome.history !== 'unchained';
      expect(codes.includes('slots_changed')).toBe(!isVouched);
      if (isVouched) expect(verdict.changedWays).toEqual(outcome.slots.newInHead);
    }),
    runs,
  );
});

test('what was presented is called wrong only where it was held against the very ways in that this device remembers', () => {
  const tried = fc.uniqueArray(keys).map((some) => new Set(some));
  fc.assert(
    fc.property(
      device,
      shownFacts,
      fc.option(fc.boolean(), { nil: undefined }),
      tried,
      fc.boolean(),
      (kind, shown, waysAreKnown, triedKeys, isKnownHead) => {
        const pin = pinOfKind[kind];
        const { refusal } = judgeOpening({ pin, shown, outcome: { kind: 'refused', waysAreKnown, triedKeys, isKnownHead } });
        if (kind === 'new') expect(refusal).toBe('unproven');
        if (pin === undefined) return;
        const isFormer = 'former' in pin && triedKeys.size === 1 && triedKeys.has(ended);
        if (isFormer) expect(refusal).toBe('key_changed');
        if (refusal !== 'wrong' && refusal !== 'unproven') return;
        expect(waysAreKnown).not.toBe(false);
        expect(shown.headKeyId).toBeDefined();
        expect(shown.vaultId).toBe(here.vaultId);
        if (kind !== 'from before keys were remembered') expect(shown.headKeyId).toBe(pinned);
        if (refusal === 'wrong') expect([waysAreKnown, isKnownHead]).toEqual([true, true]);
      },
    ),
    runs,
  );
});

test('before anything is opened, a vault that is gone, another, older, or under an ended key is an alarm; one that is not known is none', () => {
  fc.assert(
    fc.property(device, shownFacts, (kind, shown) => {
      const pin = pinOfKind[kind];
      const wanted = [
        pin !== undefined && shown.vaultId === undefined && 'vault_missing',
        kind.startsWith('of another') && shown.vaultId !== undefined && 'vault_replaced',
        ...(pin !== undefined && 'former' in pin && shown.headKeyId === ended ? ['rekeyed', 'key_ended'] : []),
        pin !== undefined && !kind.startsWith('of another') && shown.vaultId !== undefined && shown.epoch < pinEpoch && 'rolled_back',
      ];
      expect(judgeShown(pin, shown)).toEqual(wanted.filter((code) => code !== false));
    }),
    runs,
  );
});
