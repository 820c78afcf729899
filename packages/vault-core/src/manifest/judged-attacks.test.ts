import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SimulatedServer } from '../../tests/simulated-server.ts';
import {
  byMaster,
  codeOf,
  edit,
  entryId,
  finishRotation,
  makeWorld,
  minCost,
  must,
  rowOf,
  sampleEntry,
  send,
  unlock,
  userId,
  type World,
} from '../../tests/vault-world.ts';
import { digestOf } from '../crypto/sealing.ts';
import { saveEdits, sealPrepared } from '../entries/edit-entries.ts';
import { needsOverride } from '../finding.ts';
import { changeMaster } from '../slots/change-slots.ts';
import { beginRotation } from '../slots/rotate-vault-key.ts';
import type { Slot } from '../slots/slot.ts';
import type { SlotSecret } from '../slots/slot-secret.ts';
import { openVault, unwrapVaultKey } from '../slots/unlock.ts';
import { nextChain } from './chain.ts';
import { commitDraft } from './change.ts';
import { headPart, sealPart } from './manifest-head.ts';
import { shardOf, shardPlain } from './manifest-shard.ts';
import { acceptRestoredEpoch, type OpenVault, pinOf } from './open-vault.ts';
import { pointOf, type VaultPin } from './pin.ts';
import { rebuildManifest } from './rebuild-manifest.ts';
import { joinStates } from './restore-state.ts';
import { verifyRows } from './verify-rows.ts';

const later = 'a heron stands in the moat';
const byLater: SlotSecret = { kind: 'master', master: later };

const codes = (vault: OpenVault) => vault.findings.map(({ code }) => code);

function pinned(vault: OpenVault): VaultPin {
  const pin = pinOf(vault);
  if (pin === undefined) throw new Error('nothing to remember');
  return pin;
}

const show = (world: Pick<World, 'ports'>, server: SimulatedServer, pin: VaultPin | undefined, secret: SlotSecret) =>
  openVault(world.ports, userId, server.snapshot(pin?.epoch), pin, secret);

const masterOf = (slots: Iterable<Slot>) => {
  const slot = [...slots].find(({ kind }) => kind === 'master');
  if (slot?.kind !== 'master') throw new Error('no master slot');
  return slot;
};

const withOtherSalt = (slot: Extract<Slot, { kind: 'master' }>): Slot => ({
  ...slot,
  parameters: { ...slot.parameters, salt: 'A'.repeat(22) },
});

async function rotate(world: World, vault: OpenVault, from: SlotSecret, to: string): Promise<OpenVault> {
  const begun = must(await beginRotation(world.ports, vault, from, [{ kind: 'master', master: to, cost: minCost }, { kind: 'recovery' }]));
  return finishRotation(world, send(world.server, begun));
}

/** A device that saw the vault's key rotated, and the server of somebody who has the former key and master: the state from before, without a head. */
async function formerKeyWithoutHead() {
  const world = await makeWorld(2);
  const thief = world.server.copy();
  const rotated = await rotate(world, world.vault, byMaster, later);
  const pin = pinned(rotated);
  thief.parts.delete(headPart);
  thief.epoch = pin.epoch + 1;
  // What comes next can be computed from what the database hands out to everybody.
  const digest = await digestOf(world.ports.crypto, 'no head at all');
  thief.history = [
    ...world.server.history,
    { epoch: thief.epoch, chain: await nextChain(world.ports.crypto, [pointOf(pin)]), digest, parents: null },
  ];
  return { world, thief, pin, rotated };
}

describe('a former key behind a missing head', () => {
  test('the right master is not called incorrect', async () => {
    const { world, thief, pin } = await formerKeyWithoutHead();
    expect(codeOf(await show(world, thief, pin, byLater))).toBe('key_changed');
    // Nor where the former head lies there as it was.
    thief.parts.set(headPart, (await formerHead(world, pin)) ?? '');
    expect(codeOf(await show(world, thief, pin, byLater))).toBe('key_changed');
  });

  test('a former master whose derivation is cheaper than the present one’s is not tried, and is said to be of a former key', async () => {
    const { world, thief, pin } = await formerKeyWithoutHead();
    const dearer = { ...pin, strongest: { ...minCost, passes: minCost.passes + 1 } };
    expect(codeOf(await show(world, thief, dearer, byMaster))).toBe('key_changed');
  });

  test('where the head alone is missing, nothing says which ways in are the vault’s', async () => {
    const world = await makeWorld(1);
    const pin = pinned(world.vault);
    world.server.parts.delete(headPart);
    expect(codeOf(await show(world, world.server, pin, { kind: 'master', master: 'mistyped' }))).toBe('head_lost');
  });

  test('the former master opens nothing without the alarm of another key, which no confirmation takes away', async () => {
    const { world, thief, pin } = await formerKeyWithoutHead();
    const opened = must(await show(world, thief, pin, byMaster));
    expect(codes(opened)).toEqual(['rekeyed', 'key_ended', 'head_missing', 'slots_changed']);
    const accepted = acceptRestoredEpoch(opened);
    expect(codes(accepted)).toEqual(['key_ended', 'head_missing']);
    expect(pinOf(accepted)).toBeUndefined();
  });

  test('listing the entries again, pressed twice, writes nothing, and the device does not move to that key', async () => {
    const { world, thief, pin } = await formerKeyWithoutHead();
    const accepted = acceptRestoredEpoch(must(await show(world, thief, pin, byMaster)));
    for (let press = 1; press <= 2; press += 1)
      expect(codeOf(await rebuildManifest(world.ports, accepted, { rows: thief.select() }))).toBe('unaccepted_state');
    // A repair under that key by the thief, elsewhere, is the same alarm.
    const elsewhere = acceptRestoredEpoch(must(await show(world, thief, undefined, byMaster)));
    send(thief, must(await rebuildManifest(world.ports, elsewhere, { rows: thief.select() })));
    const shown = must(await show(world, thief, pin, byMaster));
    expect(codes(shown).slice(0, 2)).toEqual(['rekeyed', 'key_ended']);
    expect(codeOf(await joinStates(world.ports, acceptRestoredEpoch(shown)))).toBe('unaccepted_state');
    expect(pinOf(acceptRestoredEpoch(shown))).toBeUndefined();
  });

  test('a pin from before ended keys were remembered does not move to it either', async () => {
    const { world, thief, pin } = await formerKeyWithoutHead();
    const { former, ...old } = pin;
    expect(former).toHaveLength(1);
    const opened = must(await show(world, thief, old, byMaster));
    expect(codes(opened)).toContain('key_ended');
    expect(codeOf(await rebuildManifest(world.ports, acceptRestoredEpoch(opened), { rows: [] }))).toBe('unaccepted_state');
  });

  test('under another vault’s name it is the same', async () => {
    const { world, thief, pin } = await formerKeyWithoutHead();
    thief.vaultId = '11111111-2222-4333-8444-555555555555';
    expect(codes(must(await show(world, thief, pin, byMaster)))).toEqual(['vault_replaced', 'rekeyed', 'key_ended', 'head_missing']);
  });

  test('a backup from before the rotation: its key is rotated in a browser that knows nothing, and the device goes on from that by the owner’s confirmation', async () => {
    const { world, thief, pin, rotated } = await formerKeyWithoutHead();
    const fresh = acceptRestoredEpoch(must(await show(world, thief, undefined, byMaster)));
    const mended = send(thief, must(await rebuildManifest(world.ports, fresh, { rows: thief.select() })));
    const third = await rotate({ ...world, server: thief }, mended, byMaster, 'a third one');
    const shown = must(await show(world, thief, pin, { kind: 'master', master: 'a third one' }));
    expect(codes(shown)).toEqual(expect.arrayContaining(['rekeyed']));
    expect(codes(shown)).not.toContain('key_ended');
    const joined = send(thief, must(await joinStates(world.ports, acceptRestoredEpoch(shown))));
    expect(pinned(joined)).toMatchObject({ keyId: third.keys.keyId, former: pin.former });
    expect(pinned(joined).keyId).not.toBe(rotated.keys.keyId);
  });
});

/** The head that the vault had before its rotation, sealed for the epoch that is claimed. */
async function formerHead(world: World, pin: VaultPin): Promise<string | undefined> {
  const { head, keys } = world.vault;
  return (
    head && sealPart(world.ports, keys, { userId, vaultId: pin.vaultId, part: headPart }, pin.epoch + 1, { ...head, epoch: pin.epoch + 1 })
  );
}

describe('ways in that were changed', () => {
  test('the salt of the master’s slot, at the epoch that the device knows and one higher: the right master is not called incorrect', async () => {
    const world = await makeWorld(1);
    const pin = pinned(world.vault);
    const slot = masterOf(world.server.slots.values());
    world.server.slots.set(slot.id, withOtherSalt(slot));
    for (const epoch of [pin.epoch, pin.epoch + 1, pin.epoch + 2_000_000]) {
      world.server.epoch = epoch;
      expect(codeOf(await show(world, world.server, pin, byMaster))).toBe('slots_changed');
      // A new device has nothing to hold them against, and says that.
      expect(await show(world, world.server, undefined, byMaster)).toMatchObject({ failure: { code: 'wrong_key', unproven: true } });
    }
    // What the device knows as it is, is wrong where it does not open.
    world.server.slots.set(slot.id, slot);
    world.server.epoch = pin.epoch;
    expect(await show(world, world.server, pin, byLater)).toEqual({ ok: false, failure: { code: 'wrong_key' } });
  });

  test('the master’s slot taken away, or put into no known shape', async () => {
    const world = await makeWorld(1);
    const pin = pinned(world.vault);
    const slot = masterOf(world.server.slots.values());
    world.server.slots.delete(slot.id);
    expect(codeOf(await show(world, world.server, pin, byMaster))).toBe('slots_changed');
    world.server.slots.set(slot.id, { ...slot, wrapped: 'x'.repeat(401) });
    expect(codeOf(await show(world, world.server, pin, byMaster))).toBe('slots_changed');
  });

  test('in an open vault a proof by the right master is not called incorrect either', async () => {
    const world = await makeWorld(1);
    const slot = masterOf(world.server.slots.values());
    world.server.slots.set(slot.id, withOtherSalt(slot));
    const opened = must(await unlock(world, { kind: 'recovery', key: world.recoveryKey }, pinOf(world.vault)));
    expect(codes(opened)).toEqual(['slot_altered']);
    expect(codeOf(await unwrapVaultKey(world.ports, opened, byMaster))).toBe('slots_changed');
    expect(codeOf(await unwrapVaultKey(world.ports, world.vault, byLater))).toBe('wrong_key');
  });

  test('changed on another device: to be known and no alarm, because a head that follows lists them; the former master is not called incorrect', async () => {
    const world = await makeWorld(1);
    const pin = pinned(world.vault);
    const elsewhere = must(await unlock(world));
    const changed = send(world.server, must(await changeMaster(world.ports, elsewhere, byMaster, later, minCost)));
    const opened = must(await show(world, world.server, pin, byLater));
    expect([opened.findings, opened.changedWays.map(({ change }) => change)]).toEqual([[], ['added', 'removed']]);
    expect(codeOf(await show(world, world.server, pin, byMaster))).toBe('slots_changed');
    expect(must(await show(world, world.server, pinned(changed), byLater)).changedWays).toEqual([]);
  });

  test('listed by a head that does not follow they are an alarm, and so they are where the head is gone', async () => {
    const world = await makeWorld(2);
    const branch = world.server.copy();
    await edit(world, [{ kind: 'update', row: rowOf(world, entryId(1)), entry: sampleEntry('changed') }]);
    const pin = pinned(world.vault);
    const other = must(await unlock({ ...world, server: branch }));
    send(branch, must(await changeMaster(world.ports, other, byMaster, later, minCost)));
    expect(codes(must(await show(world, branch, pin, byLater)))).toEqual(['forked', 'slots_changed']);
    world.server.parts.delete(headPart);
    expect(codes(must(await show(world, world.server, pin, byMaster)))).toEqual(['head_missing']);
    const planted = masterOf((await makeWorld(0, 40)).server.slots.values());
    world.server.slots.set(planted.id, planted);
    expect(codes(must(await show(world, world.server, pin, byMaster)))).toEqual(['head_missing', 'slots_changed']);
  });

  test('a vault of another owner’s name is another vault, and no device with a pin takes it without a word', async () => {
    const world = await makeWorld(0);
    const pin = { ...pinned(world.vault), userId: 'ffffffff-6a0d-4b1e-9c55-0d6f1f3f2a11' };
    expect(codes(must(await show(world, world.server, pin, byMaster)))).toEqual(['vault_replaced']);
    expect(codeOf(await show(world, world.server, pin, byLater))).toBe('slots_changed');
  });
});

describe('whatever a server shows', { timeout: 120_000 }, () => {
  type Stage = Awaited<ReturnType<typeof setStage>>;
  let stage: Stage;

  /** One vault through a rotation, and what a server with the former key and one with a key of its own can put together. */
  async function setStage() {
    const world = await makeWorld(2);
    const former = { vault: world.vault, server: world.server.copy() };
    const present = await rotate(world, world.vault, byMaster, later);
    const pin = pinned(present);
    const server = world.server.copy();
    const newer = send(server, must(await saveEdits(world.ports, present, [{ kind: 'add', id: entryId(9), entry: sampleEntry('newer') }])));
    // Whoever knows the former master seals a vault of a key of their own behind it, under this vault's name.
    const stranger = await makeWorld(1, 77);
    return {
      ports: world.ports,
      pin,
      honest: { same: world.server, higher: server },
      newer,
      states: { pinned: { vault: present, server: world.server }, former, unknown: { vault: stranger.vault, server: stranger.server } },
    };
  }

  beforeAll(async () => {
    stage = await setStage();
  });

  const shown = fc.record({
    head: fc.constantFrom('there', 'gone', 'unreadable', 'no envelope'),
    key: fc.constantFrom('pinned', 'former', 'unknown'),
    epoch: fc.constantFrom('lower', 'same', 'higher', 'absurd'),
    slots: fc.constantFrom('same', 'of the key', 'another salt', 'one planted', 'none'),
    links: fc.constantFrom('true', 'made up', 'withheld'),
    device: fc.constantFrom('pinned', 'new'),
  });

  type Shown = typeof shown extends fc.Arbitrary<infer Value> ? Value : never;

  async function serverOf({ head, key, epoch, slots, links }: Shown) {
    const { ports, pin, states } = stage;
    const { vault, server: from } = states[key];
    const server = from.copy();
    server.vaultId = pin.vaultId;
    server.epoch = { lower: pin.epoch - 1, same: pin.epoch, higher: pin.epoch + 1, absurd: 999_999_999_999_999 }[epoch];
    const own = new Map(states.pinned.server.slots);
    const salted = withOtherSalt(masterOf(own.values()));
    const planted = masterOf(states.unknown.server.slots.values());
    server.slots = {
      same: own,
      'of the key': new Map(from.slots),
      'another salt': new Map([...own, [salted.id, salted]]),
      'one planted': new Map([[planted.id, planted], ...own]),
      none: new Map(),
    }[slots];
    const isAsItWas = key === 'pinned' && epoch === 'same';
    const chain = await nextChain(ports.crypto, [pointOf(pin)]);
    if (head === 'there' && !isAsItWas && vault.head !== undefined) {
      const at = Math.min(server.epoch, 999_999_999_999);
      const place = { userId, vaultId: pin.vaultId, part: headPart };
      const text = await sealPart(ports, vault.keys, place, at, { ...vault.head, vaultId: pin.vaultId, epoch: at, chain });
      server.parts.set(headPart, text);
    }
    const text = server.parts.get(headPart) ?? '';
    if (head === 'gone') server.parts.delete(headPart);
    if (head === 'unreadable') server.parts.set(headPart, `${text.slice(0, -8)}AAAAAAAA`);
    if (head === 'no envelope') server.parts.set(headPart, 'nothing of the kind');
    const known = states.pinned.server.history;
    const digest = await digestOf(ports.crypto, server.parts.get(headPart) ?? '');
    server.history = links === 'made up' && !isAsItWas ? [...known, { epoch: server.epoch, chain, digest, parents: null }] : [...known];
    if (links === 'withheld') server.history = [];
    return server;
  }

  const attempt = async (state: Shown, secret: SlotSecret) => {
    const server = await serverOf(state);
    const pin = state.device === 'pinned' ? stage.pin : undefined;
    return { server, opened: await show(stage, server, pin, secret) };
  };

  test('the right master is never called incorrect on a device with a pin', async () => {
    await fc.assert(
      fc.asyncProperty(shown, async (state) => {
        const { opened } = await attempt(state, byLater);
        if (opened.ok) return;
        expect(['key_superseded', 'key_changed', 'head_lost', 'slots_changed', 'wrong_key', 'no_slot', 'too_many_slots']).toContain(
          opened.failure.code,
        );
        if (state.device === 'pinned') expect(opened.failure.code).not.toMatch(/wrong_key|no_slot|too_many_slots/);
        else if (opened.failure.code === 'wrong_key') expect(opened.failure).toEqual({ code: 'wrong_key', unproven: true });
      }),
      { numRuns: 600 },
    );
  });

  test('no pin moves to the former key or to one of a stranger’s without a word, and to the former one with none', async () => {
    await fc.assert(
      fc.asyncProperty(shown, fc.constantFrom(byMaster, byLater), async (state, secret) => {
        const { opened } = await attempt(state, secret);
        if (!opened.ok || state.device === 'new') return;
        const { keyId } = opened.value.keys;
        if (keyId === stage.pin.keyId) return;
        expect(codes(opened.value)).toContain('rekeyed');
        expect(pinOf(opened.value)).toBeUndefined();
        if (keyId !== stage.states.former.vault.keys.keyId) return;
        const accepted = acceptRestoredEpoch(opened.value);
        for (const write of [
          commitDraft(stage.ports, accepted, {}),
          joinStates(stage.ports, accepted),
          rebuildManifest(stage.ports, accepted, { rows: [] }),
        ])
          expect(['unaccepted_state', 'manifest_unreadable']).toContain(codeOf(await write));
        expect(pinOf(accepted)).toBeUndefined();
      }),
      { numRuns: 600 },
    );
  });

  test('a missing head and other ways in are always said, and nothing is remembered of a vault without a head', async () => {
    await fc.assert(
      fc.asyncProperty(shown, fc.constantFrom(byMaster, byLater), async (state, secret) => {
        const { server, opened } = await attempt(state, secret);
        if (!opened.ok) return;
        const { head, findings, changedWays } = opened.value;
        if (head === undefined) {
          expect(codes(opened.value)).toContain(state.head === 'gone' ? 'head_missing' : 'head_unreadable');
          expect(pinOf(opened.value)).toBeUndefined();
          expect(pinOf(acceptRestoredEpoch(opened.value))).toBeUndefined();
        }
        if (state.device === 'new') return;
        const known = new Map(stage.states.pinned.server.slots);
        const differ = known.size !== server.slots.size || [...server.slots.values()].some((slot) => known.get(slot.id) !== slot);
        const said = changedWays.length > 0 || findings.some(({ code }) => code === 'slots_changed' || code.startsWith('slot_'));
        if (differ) expect(said).toBe(true);
        // Where they are the known ones and the head is the known one, nothing is said.
        if (state.key === 'pinned' && state.head === 'there' && state.epoch === 'same' && state.slots === 'same')
          expect(findings).toEqual([]);
      }),
      { numRuns: 600 },
    );
  });

  test('of a state that went on since, with the ways in put back that this device knows, what does not open is not called wrong without saying what cannot be told', async () => {
    const { honest, pin, newer } = stage;
    const server = honest.higher.copy();
    const changed = must(await changeMaster(stage.ports, newer, byLater, 'the newest master', minCost));
    send(server, changed);
    // The server shows the newest head, and the ways in from before.
    server.slots = new Map(honest.same.slots);
    const byNewest = { kind: 'master', master: 'the newest master' } as const;
    expect(await show(stage, server, pin, byNewest)).toMatchObject({ failure: { code: 'wrong_key', unproven: true } });
    const opened = must(await show(stage, server, pin, byLater));
    expect(opened.findings.some(needsOverride)).toBe(false);
    expect(codes(opened).toSorted()).toEqual(['slot_missing', 'slot_unlisted']);
  });
});

test.each(['a shard', 'a row whose shard is gone'])(
  'the key that a rotation is ending makes up nothing that a repair takes in: %s',
  async (what) => {
    const world = await makeWorld(3);
    const former = world.vault;
    const begun = must(
      await beginRotation(world.ports, former, byMaster, [{ kind: 'master', master: later, cost: minCost }, { kind: 'recovery' }]),
    );
    const pin = pinned(send(world.server, begun));
    // Whoever has the former key and the server holds the rotation up, loses the head, and tells a history that anybody can compute.
    const id = entryId(1);
    const evil = sampleEntry('site1', { url: 'https://evil.example' }, { password: 'planted' });
    const forged = must(await sealPrepared(world.ports, former, id, 9, evil, undefined));
    const epoch = pin.epoch + 1;
    const place = { userId, vaultId: former.vaultId, part: shardOf(id) };
    if (what === 'a shard')
      world.server.parts.set(place.part, await sealPart(world.ports, former.keys, place, epoch, shardPlain([forged.item])));
    else world.server.parts.delete(place.part);
    const row = world.server.rows.get(id);
    if (row === undefined) throw new Error('no row');
    world.server.rows.set(id, { ...row, ...forged.write });
    world.server.parts.delete(headPart);
    world.server.epoch = epoch;
    const chain = await nextChain(world.ports.crypto, [pointOf(pin)]);
    world.server.history.push({ epoch, chain, digest: await digestOf(world.ports.crypto, 'made up'), parents: null });

    const shown = acceptRestoredEpoch(must(await show(world, world.server, pin, byLater)));
    const repaired = send(world.server, must(await rebuildManifest(world.ports, shown, { rows: world.server.select() })));
    const report = await verifyRows(world.ports, repaired, world.server.select());
    const verified = [...report.verified].map((one) => one.id);
    expect(verified).not.toContain(id);
    expect(report.findings).toContainEqual({ code: 'unlisted', entryId: id });
    // Every other entry is as it was.
    expect(verified.length).toBe(2);
  },
);
