import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headPart } from './manifest-head.ts';
import type { VaultPin } from './pin.ts';
import { mayComeNext, type SentState, takenState } from './sent-state.ts';

const owner = 'the owner';
const keys = ['the first key', 'the second key', 'the third key'] as const;

const pin: fc.Arbitrary<VaultPin> = fc
  .record({
    userId: fc.constantFrom(owner, 'another owner'),
    vaultId: fc.constantFrom('the vault', 'another vault'),
    epoch: fc.integer({ min: 1, max: 6 }),
    head: fc.stringMatching(/^[ab]{1,3}$/),
    keyId: fc.constantFrom(...keys),
    former: fc.subarray([...keys]),
  })
  .map((drawn) => ({ ...drawn, headDigest: `digest of ${drawn.head}`, strongest: { memoryKib: 65_536, passes: 3 } }));

const sentOf = (next: VaultPin): SentState => ({ pin: next, parts: new Map([[headPart, next.head ?? null]]) });
const sent = fc.array(pin.map(sentOf), { maxLength: 4 });
const known = fc.option(pin, { nil: undefined });
const shown = fc.record({
  userId: fc.constantFrom(owner, 'another owner'),
  vaultId: fc.constantFrom('the vault', 'another vault', undefined),
  head: fc.option(fc.stringMatching(/^[ab]{1,3}$/), { nil: undefined }),
});

const runs = { numRuns: 5000 };

test('what was sent is believed only where its head is shown byte for byte, for the same owner and vault', () => {
  fc.assert(
    fc.property(known, sent, shown, (remembered, states, now) => {
      const taken = takenState(remembered, states, now);
      if (taken === undefined) return;
      expect(states).toContain(taken);
      expect(now.head).toBeDefined();
      expect([taken.pin.userId, taken.pin.vaultId, taken.parts.get(headPart)]).toEqual([now.userId, now.vaultId, now.head]);
    }),
    runs,
  );
});

test('what this device sent last and the server shows is never another’s', () => {
  fc.assert(
    fc.property(known, sent, pin, (remembered, states, next) => {
      const before = remembered && { ...remembered, userId: next.userId, epoch: next.epoch - 1, former: [] };
      const { userId, vaultId, head } = next;
      expect(takenState(before, [...states, sentOf(next)], { userId, vaultId, head })?.parts.get(headPart)).toBe(head);
    }),
    runs,
  );
});

test('it takes no device to an earlier epoch, to another state of the same one, to another owner, or to a key that a rotation has ended', () => {
  fc.assert(
    fc.property(pin, sent, shown, (remembered, states, now) => {
      const taken = takenState(remembered, states, now)?.pin;
      if (taken === undefined) return;
      expect(taken.userId).toBe(remembered.userId);
      expect(taken.epoch).toBeGreaterThan(remembered.epoch);
      expect(remembered.former).not.toContain(taken.keyId);
    }),
    runs,
  );
});

test('a damaged record of what was sent, without a head, is taken for no vault that has none', () => {
  fc.assert(
    fc.property(pin, (next) => {
      const { userId, vaultId } = next;
      expect(takenState(undefined, [{ pin: next, parts: new Map() }], { userId, vaultId, head: undefined })).toBeUndefined();
    }),
    runs,
  );
});

/** One step of a device's life: it sends, some state of those is shown again, or another state becomes what it remembers. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('sends'), head: fc.stringMatching(/^[a-z]{8}$/) }),
  fc.record({ kind: fc.constant('is shown'), which: fc.nat() }),
  fc.record({ kind: fc.constant('sees another'), head: fc.stringMatching(/^[A-Z]{8}$/) }),
);

test('whatever is withheld and shown again, in whatever order and by however many tabs, what is remembered only goes forward, and what was passed never comes back', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const at = (epoch: number, head: string): VaultPin => ({
        ...{ userId: owner, vaultId: 'the vault', epoch, head, headDigest: head, keyId: keys[0], former: [] },
        strongest: { memoryKib: 65_536, passes: 3 },
      });
      let remembered = at(1, 'the first');
      let waiting: readonly SentState[] = [];
      const ever: SentState[] = [];
      const passed = new Set<string | undefined>();
      const remember = (next: VaultPin) => {
        expect(next.epoch).toBeGreaterThan(remembered.epoch);
        passed.add(remembered.head);
        remembered = next;
        waiting = waiting.filter((state) => mayComeNext(next, state.pin));
      };
      for (const one of steps) {
        if (one.kind === 'sends') {
          const state = sentOf(at(remembered.epoch + 1, one.head));
          ever.push(state);
          waiting = [...waiting, state];
        } else if (one.kind === 'is shown') {
          const { head } = ever[one.which % ever.length]?.pin ?? {};
          // Even where nothing was cleared, as by a tab that was closed meanwhile.
          const taken = takenState(remembered, ever, { userId: owner, vaultId: 'the vault', head });
          expect(taken).toEqual(takenState(remembered, waiting, { userId: owner, vaultId: 'the vault', head }));
          if (taken === undefined) continue;
          expect(passed).not.toContain(taken.pin.head);
          remember(taken.pin);
        } else remember(at(remembered.epoch + 1, one.head));
      }
    }),
    runs,
  );
});
