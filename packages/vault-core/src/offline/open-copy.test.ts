import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byMaster, codeOf, edit, entryId, makeWorld, master, must, sampleEntry, userId, type World } from '../../tests/vault-world.ts';
import { checkCost, minNewCost } from '../crypto/argon2id.ts';
import { headPart } from '../manifest/manifest-head.ts';
import { pinOf } from '../manifest/open-vault.ts';
import type { Argon2id } from '../ports.ts';
import { afterContact, copyTermMs, type DeviceCopy, isKeptWay, parseDeviceCopy, termOf } from './device-copy.ts';
import { deviceTargetMs, findDeviceCost, makeDeviceSlot } from './device-slot.ts';
import { openCopy } from './open-copy.ts';

const day = 24 * 60 * 60 * 1000;

/** What a device keeps of a world, as the page gathers it. */
async function copyIn(world: World) {
  const { vault, ports } = world;
  const pin = pinOf(vault);
  if (pin === undefined) throw new Error('nothing to remember');
  const copy: DeviceCopy = {
    ...{ userId, vaultId: vault.vaultId, keyId: vault.keys.keyId, deviceSlotId: null },
    masters: vault.slots.filter(({ kind }) => kind === 'master').map(({ id }) => id),
    own: must(await makeDeviceSlot(ports, vault, master)),
    ways: vault.slots.filter(isKeptWay),
    ...{ contactAtMs: ports.clock.now, latestMs: ports.clock.now },
  };
  const parts = [...world.server.parts].filter(([part]) => part !== headPart).map(([part, envelope]) => ({ part, envelope }));
  return { copy, pin, parts };
}

test('master and recovery key open the copy, with no finding; another master is wrong, and a device’s key is no way in', async () => {
  const world = await makeWorld(3);
  const { copy, pin, parts } = await copyIn(world);
  for (const secret of [byMaster, { kind: 'recovery', key: world.recoveryKey } as const]) {
    const vault = must(await openCopy(world.ports, copy, pin, parts, secret));
    expect(vault.findings).toEqual([]);
    expect([...vault.shards.values()].flatMap(({ items }) => [...items.values()])).toHaveLength(3);
    expect(pinOf(vault)).toEqual(pin);
  }
  expect(codeOf(await openCopy(world.ports, copy, pin, parts, { kind: 'master', master: 'another' }))).toBe('wrong_key');
  const deviceKey = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const byDevice = { kind: 'device', slotId: entryId(1), deviceKey, share: 'A'.repeat(43) } as const;
  expect(codeOf(await openCopy(world.ports, copy, pin, parts, byDevice))).toBe('no_slot');
});

test('a copy with parts that are older than the pin, or lacks one, does not open', async () => {
  const world = await makeWorld(3);
  const before = await copyIn(world);
  await edit(world, [{ kind: 'add', id: entryId(1 + 256), entry: sampleEntry('later') }]);
  const { copy, pin, parts } = await copyIn(world);
  expect(codeOf(await openCopy(world.ports, copy, pin, before.parts, byMaster))).toBe('copy_behind');
  expect(codeOf(await openCopy(world.ports, copy, pin, parts.slice(1), byMaster))).toBe('copy_behind');
  expect(codeOf(await openCopy(world.ports, copy, undefined, parts, byMaster))).toBe('no_copy');
  expect(codeOf(await openCopy(world.ports, copy, { ...pin, vaultId: entryId(9) }, parts, byMaster))).toBe('no_copy');
});

test('the device’s slot asks for no less than the vault, and for a second of this device, unless it is the dearest', async () => {
  const world = await makeWorld();
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 2_000_000 }), fc.constantFrom(1, 2, 4), async (workPerMs, factor) => {
      const clock = { now: 0, nowMs: () => clock.now };
      const argon2id: Argon2id = async (...given) => {
        clock.now += (given[2].memoryKib * given[2].passes) / workPerMs;
        return world.ports.argon2id(...given);
      };
      const floor = { memoryKib: minNewCost.memoryKib * factor, passes: minNewCost.passes };
      const { cost, measuredMs } = must(await findDeviceCost({ ...world.ports, clock, argon2id }, floor));
      expect(checkCost(cost, floor).ok).toBe(true);
      expect(measuredMs >= deviceTargetMs.least || cost.passes === 16).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('a copy ends seven days after the contact, and no clock that was set back opens it', () => {
  fc.assert(
    fc.property(fc.nat(20 * day), fc.nat(20 * day), fc.nat(20 * day), (contactAtMs, seen, now) => {
      const latestMs = contactAtMs + seen;
      const term = termOf({ contactAtMs, latestMs }, now);
      if (Math.max(now, latestMs) >= contactAtMs + copyTermMs) expect(term.kind).toBe('over');
      else expect(term.kind).toBe(now < latestMs - 600_000 ? 'set_back' : 'open');
    }),
  );
});

test('a contact ends the copy of another vault, key or master, or of a device that was removed, and takes ways in away that are gone', async () => {
  const world = await makeWorld();
  const { copy } = await copyIn(world);
  const withDevice = { ...copy, deviceSlotId: entryId(7) };
  const slots = [...world.vault.slots.map(({ id, kind }) => ({ id, kind })), { id: entryId(7), kind: 'device' }];
  const seen = { userId, vaultId: copy.vaultId, headKeyId: copy.keyId, slots };
  expect(afterContact(withDevice, seen, 5)).toEqual({ ...withDevice, contactAtMs: 5, latestMs: 5 });
  const others = [
    { ...seen, userId: entryId(1) },
    { ...seen, vaultId: undefined },
    { ...seen, headKeyId: 'B'.repeat(22) },
    { ...seen, slots: slots.filter(({ kind }) => kind !== 'device') },
    { ...seen, slots: slots.map((slot) => (slot.kind === 'master' ? { ...slot, id: entryId(8) } : slot)) },
    { ...seen, slots: [...slots, { id: entryId(9), kind: 'master' }] },
  ];
  for (const other of others) expect(afterContact(withDevice, other, 5)).toBeUndefined();
  expect(afterContact(copy, { ...seen, slots: slots.filter(({ kind }) => kind !== 'recovery') }, 5)?.ways).toEqual([]);
});

test('a kept copy with a master slot among its ways, or a slot of another key, is none', async () => {
  const { copy } = await copyIn(await makeWorld());
  expect(parseDeviceCopy(structuredClone(copy))).toEqual(copy);
  expect(parseDeviceCopy({ ...copy, ways: [copy.own] })).toBeUndefined();
  expect(parseDeviceCopy({ ...copy, own: copy.ways[0] })).toBeUndefined();
  expect(parseDeviceCopy({ ...copy, keyId: 'B'.repeat(22) })).toBeUndefined();
});

test('another master makes no slot for the device, and a derivation that fails at any point makes none either', async () => {
  const world = await makeWorld();
  expect(codeOf(await makeDeviceSlot(world.ports, world.vault, 'another'))).toBe('wrong_key');
  const failingFrom = (first: number) => {
    let asked = 0;
    const argon2id: Argon2id = async (...given) => {
      asked += 1;
      if (asked >= first) throw new Error('out of memory');
      return world.ports.argon2id(...given);
    };
    return makeDeviceSlot({ ...world.ports, argon2id }, world.vault, master);
  };
  let first = 1;
  for (let made = await failingFrom(first); !made.ok; made = await failingFrom(first)) {
    expect(made.failure.code).toBe('derivation_failed');
    first += 1;
  }
  // The known answers, the vault's own slot, the measurement and the new slot each derived at least once.
  expect(first).toBeGreaterThan(4);
});
