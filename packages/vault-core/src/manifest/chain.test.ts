import { describe, expect, test } from 'vitest';
import type { SimulatedServer } from '../../tests/simulated-server.ts';
import {
  byMaster,
  codeOf,
  edit,
  entryId,
  finishRotation,
  makeWorld,
  master,
  minCost,
  must,
  rowOf,
  sampleEntry,
  send,
  userId,
  type World,
} from '../../tests/vault-world.ts';
import { digestOf } from '../crypto/sealing.ts';
import { saveEdits } from '../entries/edit-entries.ts';
import { changeMaster, removeSlot } from '../slots/change-slots.ts';
import { beginRotation } from '../slots/rotate-vault-key.ts';
import type { SlotSecret } from '../slots/slot-secret.ts';
import { openVault } from '../slots/unlock.ts';
import { commitDraft } from './change.ts';
import { compareStates, takeDeviceState } from './device-state.ts';
import { headPart } from './manifest-head.ts';
import { shardOf } from './manifest-shard.ts';
import { acceptRestoredEpoch, listEntries, type OpenVault, pinOf } from './open-vault.ts';
import type { VaultPin } from './pin.ts';
import { rebuildManifest } from './rebuild-manifest.ts';
import { joinStates } from './restore-state.ts';
import { sealCheckpoint } from './seal-checkpoint.ts';
import { verifyRows } from './verify-rows.ts';

const victim = entryId(2);
const later = 'a heron stands in the moat';

/** What a device with that pin is shown by a server. */
const show = (world: World, server: SimulatedServer, pin: VaultPin | undefined, presented: SlotSecret = byMaster) =>
  openVault(world.ports, userId, server.snapshot(pin?.epoch), pin, presented);

const codes = (vault: OpenVault) => vault.findings.map(({ code }) => code);

function pinned(vault: OpenVault): VaultPin {
  const pin = pinOf(vault);
  if (pin === undefined) throw new Error('nothing to remember');
  return pin;
}

/** Another device's writes on a server, from the state that it shows. */
async function writes(world: World, server: SimulatedServer, titles: readonly string[], vault?: OpenVault): Promise<OpenVault> {
  let state = vault ?? must(await show(world, server, undefined));
  for (const title of titles) {
    const edits = [{ kind: 'add', id: entryId(100 + listEntries(state).length), entry: sampleEntry(title) }] as const;
    state = send(server, must(await saveEdits(world.ports, state, edits)));
  }
  return state;
}

/** This device’s copies of the manifest's parts. */
const copiesOf = (server: SimulatedServer) => [...server.parts].map(([part, envelope]) => ({ part, envelope }));

describe('with a pin', () => {
  test('a device that was away for many writes follows, and says nothing', async () => {
    const world = await makeWorld(2);
    const pin = pinned(world.vault);
    const present = await writes(world, world.server, ['a', 'b', 'c'], world.vault);
    const vault = must(await show(world, world.server, pin));
    expect([vault.standing, vault.findings]).toEqual([{ kind: 'follows', joined: false }, []]);
    expect(pinOf(vault)).toEqual(pinOf(present));
  });

  test('fork and join: a branch that went further than this device is forked, whatever its epoch', async () => {
    const world = await makeWorld(2);
    const branch = world.server.copy();
    await edit(world, [{ kind: 'update', row: rowOf(world, victim), entry: sampleEntry('changed') }]);
    const pin = pinned(world.vault);
    await writes(world, branch, ['x', 'y', 'z']);
    const shown = must(await show(world, branch, pin));
    expect(codes(shown)).toEqual(['forked']);
    expect(codeOf(await saveEdits(world.ports, shown, []))).toBe('unaccepted_state');
    expect(pinOf(shown)).toBeUndefined();
  });

  test('roll back, then overtake: the old state with newer writes on it is forked', async () => {
    const world = await makeWorld(2);
    const before = world.server.copy();
    await writes(world, world.server, ['a', 'b'], world.vault);
    const pin = pinned(must(await show(world, world.server, undefined)));
    expect(codes(must(await show(world, before, pin)))).toEqual(['rolled_back']);
    await writes(world, before, ['p', 'q']);
    expect(before.epoch).toBe(pin.epoch);
    expect(codes(must(await show(world, before, pin)))).toEqual(['forked']);
    await writes(world, before, ['r']);
    expect(codes(must(await show(world, before, pin)))).toEqual(['forked']);
    // Nor do the digests of the true history lead to the false head.
    before.history = [...world.server.history, ...before.history.slice(-1)];
    expect(codes(must(await show(world, before, pin)))).toEqual(['forked']);
  });

  test('digests withheld, exchanged or planted do not lead to the head', async () => {
    const world = await makeWorld(1);
    const pin = pinned(world.vault);
    await writes(world, world.server, ['a', 'b', 'c'], world.vault);
    const whole = world.server.history;
    const [one, two, ...rest] = whole.filter(({ epoch }) => epoch > pin.epoch);
    if (one === undefined || two === undefined) throw new Error('no history');
    const false_ = { ...two, digest: await digestOf(world.ports.crypto, 'another') };
    for (const history of [[], [two, ...rest], [one, false_, ...rest], [one, one, two, ...rest], [...rest, one, two]]) {
      world.server.history = history.map((link, index) => ({ ...link, epoch: pin.epoch + 1 + index }));
      expect(codes(must(await show(world, world.server, pin)))).toEqual(['forked']);
    }
    world.server.history = whole;
    expect(codes(must(await show(world, world.server, pin)))).toEqual([]);
  });

  test('a claim that the owner chose between two states, made by a server, leads nowhere', async () => {
    const world = await makeWorld(2);
    const branch = world.server.copy();
    await edit(world, [{ kind: 'remove', id: victim }]);
    const pin = pinned(world.vault);
    await writes(world, branch, ['x', 'y']);
    const last = branch.history.at(-1);
    const own = { chain: pin.chain ?? '', digest: pin.headDigest };
    if (last === undefined) throw new Error('no history');
    branch.history = [...branch.history.slice(0, -1), { ...last, parents: [own, own] }];
    expect(codes(must(await show(world, branch, pin)))).toEqual(['forked']);
  });

  test('a pin from before heads had a chain is compared by its epoch once, and what follows has the chain', async () => {
    const world = await makeWorld(2);
    const { chain: _, keyId: __, head: ___, ...old } = pinned(world.vault);
    const branch = world.server.copy();
    await writes(world, world.server, ['a'], world.vault);
    const opened = must(await show(world, world.server, old));
    expect(codes(opened)).toEqual([]);
    expect(pinned(opened).chain).toBe(opened.chain);
    expect(codes(must(await show(world, branch, pinned(opened))))).toEqual(['rolled_back']);
    expect(codes(must(await show(world, branch, { ...old, headDigest: pinned(opened).headDigest })))).toEqual(['forked']);
    expect(codes(must(await show(world, branch, { ...old, epoch: old.epoch + 1 })))).toEqual(['rolled_back']);
  });
});

test('without a pin a vault opens, and that is the first time, not a check', async () => {
  const world = await makeWorld(1);
  expect(must(await show(world, world.server, undefined)).standing).toEqual({ kind: 'first_time' });
});

describe('a restore', () => {
  /** A server that was restored to the state before the last writes, and a device that knows those. */
  async function restored() {
    const world = await makeWorld(2);
    const backup = world.server.copy();
    await edit(world, [{ kind: 'update', row: rowOf(world, victim), entry: sampleEntry('changed') }]);
    await edit(world, [{ kind: 'add', id: entryId(3), entry: sampleEntry('added') }]);
    return { world, backup, pin: pinned(world.vault), copies: copiesOf(world.server) };
  }

  test('the server’s state: the next head names both, and devices pinned on either follow with a notice', async () => {
    const { world, backup, pin } = await restored();
    // Another device was at the backup's state, and has gone on from it.
    const other = pinned(await writes(world, backup, ['on the restored']));
    const shown = must(await show(world, backup, pin));
    expect(codes(shown)).toEqual(['rolled_back']);
    const accepted = acceptRestoredEpoch(shown);
    expect(pinOf(accepted)).toBeUndefined();
    const joined = send(backup, must(await joinStates(world.ports, accepted)));
    expect(joined.epoch).toBe(Math.max(pin.epoch, other.epoch) + 1);
    expect(pinned(joined).epoch).toBe(backup.epoch);
    for (const device of [pin, other]) {
      const followed = must(await show(world, backup, device));
      expect(codes(followed)).toEqual(['restored_elsewhere']);
      expect(codes(must(await show(world, backup, pinned(followed))))).toEqual([]);
    }
    await writes(world, backup, ['later'], joined);
    expect(codes(must(await show(world, backup, pin)))).toEqual(['restored_elsewhere']);
    // The state that was not chosen does not come back.
    expect(codes(must(await show(world, world.server, pinned(joined))))).toEqual(['rolled_back']);
  });

  test('an old head put back as the newest write, and the owner’s choice on the device that saw most: the others follow', async () => {
    const { world, backup, pin } = await restored();
    const between = world.server.history.at(-2);
    const old = backup.history.at(-1);
    if (between === undefined || old === undefined) throw new Error('no history');
    backup.epoch = world.server.epoch + 1;
    backup.history = [...world.server.history, { ...old, epoch: backup.epoch }];
    const shown = must(await show(world, backup, pin));
    expect(codes(shown)).toEqual(['rolled_back', 'head_stale']);
    send(backup, must(await joinStates(world.ports, acceptRestoredEpoch(shown))));
    const stood = { ...pin, epoch: between.epoch, chain: between.chain, headDigest: between.digest };
    for (const device of [pin, stood]) expect(codes(must(await show(world, backup, device)))).toEqual(['restored_elsewhere']);
  });

  test('this device’s state: its list is the vault’s again, and rows that the server has in an older version are named', async () => {
    const { world, backup, pin, copies } = await restored();
    const shown = must(await show(world, backup, pin));
    expect(codes(shown)).toEqual(['rolled_back']);
    const taken = await takeDeviceState(world.ports, shown, copies);
    if (taken === undefined) throw new Error('no state of the device');
    expect(compareStates(taken, shown)).toEqual({ added: 0, changed: 1, removed: 1, records: {}, isWhole: true });
    const joined = send(backup, must(await joinStates(world.ports, acceptRestoredEpoch(taken))));
    expect(
      listEntries(joined)
        .map(({ details }) => details.title)
        .sort(),
    ).toEqual(['added', 'changed', 'site1']);
    const report = await verifyRows(world.ports, joined, backup.select());
    expect(report.findings).toEqual([
      { code: 'stale', entryId: victim },
      { code: 'missing', entryId: entryId(3) },
    ]);
    expect(codes(must(await show(world, backup, pin)))).toEqual(['restored_elsewhere']);
    expect(codes(must(await show(world, backup, undefined)))).toEqual([]);
  });

  test('a part that this device has no copy of is named as missing, and the others are kept', async () => {
    const { world, backup, pin, copies } = await restored();
    const shown = must(await show(world, backup, pin));
    const some = copies.filter(({ part }) => part !== shardOf(victim));
    const taken = await takeDeviceState(world.ports, shown, some);
    expect(taken?.findings.slice(1)).toEqual([{ code: 'shard_missing', part: shardOf(victim) }]);
    expect(await takeDeviceState(world.ports, { ...shown, lastHead: undefined }, copies)).toBeUndefined();
  });
});

describe('a rotation', () => {
  async function rotate(world: World, vault: OpenVault, from: string, to: string): Promise<OpenVault> {
    const wanted = [{ kind: 'master', master: to, cost: minCost }, { kind: 'recovery' }] as const;
    const begun = must(await beginRotation(world.ports, vault, { kind: 'master', master: from }, wanted));
    return finishRotation(world, send(world.server, begun));
  }

  test('a device that was away for two rotations follows them both', async () => {
    const world = await makeWorld(2);
    const pin = pinned(world.vault);
    const once = await rotate(world, world.vault, master, later);
    const twice = await rotate(world, once, later, 'a third one');
    expect(twice.head?.former?.map(({ keyId }) => keyId)).toEqual([pin.keyId, once.keys.keyId]);
    const third = { kind: 'master', master: 'a third one' } as const;
    for (const known of [pin, pinned(once), pinned(twice)]) expect(codes(must(await show(world, world.server, known, third)))).toEqual([]);
  });

  test('old key after rotation: a head under the key that was ended is another key’s, though its chain is right', async () => {
    const world = await makeWorld(2);
    const old = world.vault;
    const oldSlots = new Map(world.server.slots);
    const pin = pinned(await rotate(world, old, master, later));
    // The thief has the old key and acts as the server, which knows every digest.
    const thief = { ...old, epoch: pin.epoch, headDigest: pin.headDigest, chain: pin.chain ?? '' };
    world.server.slots = oldSlots;
    send(world.server, must(await commitDraft(world.ports, thief, {})));
    const shown = must(await show(world, world.server, pin));
    expect(codes(shown)).toEqual(expect.arrayContaining(['rekeyed', 'key_ended']));
    expect(codeOf(await saveEdits(world.ports, shown, []))).toBe('unaccepted_state');
    // The right master is not called wrong: what it would open is not shown.
    expect(codeOf(await show(world, world.server, pin, { kind: 'master', master: later }))).toBe('key_changed');
  });

  test('a key that the device’s own does not vouch for is another key’s', async () => {
    const world = await makeWorld(1);
    const pin = pinned(world.vault);
    const rotated = await rotate(world, world.vault, master, later);
    const forged = { ...rotated, head: rotated.head && { ...rotated.head, former: [{ keyId: pin.keyId ?? '', wrapped: 'A'.repeat(80) }] } };
    send(world.server, must(await commitDraft(world.ports, forged, {})));
    expect(codes(must(await show(world, world.server, pin, { kind: 'master', master: later })))).toEqual(['rekeyed', 'slots_changed']);
  });
});

describe('a head that is gone', () => {
  /** What an attacker does who puts an old state back under a head that is deleted. */
  async function headDeleted() {
    const world = await makeWorld(2);
    const sealed = must(await sealCheckpoint(world.ports, world.vault, { sequence: 7, hash: 'h' }));
    if (sealed !== undefined) world.vault = send(world.server, sealed);
    const old = world.server.copy();
    world.vault = send(world.server, must(await changeMaster(world.ports, world.vault, byMaster, later, minCost)));
    await edit(world, [
      { kind: 'update', row: rowOf(world, victim), entry: sampleEntry('changed') },
      { kind: 'remove', id: entryId(1) },
      { kind: 'add', id: entryId(3), entry: sampleEntry('added') },
    ]);
    const pin = pinned(world.vault);
    const copies = copiesOf(world.server);
    const shown = world.server.copy();
    shown.parts.delete(headPart);
    return { world, old, pin, copies, shown };
  }
  const present: SlotSecret = { kind: 'master', master: later };

  test('is an alarm on a device with a pin and on one without', async () => {
    const { world, pin, shown } = await headDeleted();
    for (const known of [pin, undefined]) {
      const vault = must(await show(world, shown, known, present));
      expect(codes(vault)).toEqual(['head_missing']);
      expect(pinOf(vault)).toBeUndefined();
      expect(codeOf(await saveEdits(world.ports, acceptRestoredEpoch(vault), []))).toBe('manifest_unreadable');
    }
  });

  test('head deleted, then "repair": where nothing was written since, the device’s head comes back whole', async () => {
    const { world, pin, shown } = await headDeleted();
    const accepted = acceptRestoredEpoch(must(await show(world, shown, pin, present)));
    const mended = send(shown, must(await rebuildManifest(world.ports, accepted, { rows: shown.select() })));
    expect(mended.head).toMatchObject({ checkpoint: { sequence: 7 }, slots: pin.slots, strongest: pin.strongest });
    expect(listEntries(mended).map(({ details }) => details.title)).toEqual(['changed', 'added']);
    expect(codes(must(await show(world, shown, pin, present)))).toEqual([]);
  });

  test('head deleted and old rows put back: every one that differs goes on being named, and the old master is not listed', async () => {
    const { world, old, pin, copies, shown } = await headDeleted();
    shown.rows = new Map(old.rows);
    shown.slots = new Map([...shown.slots, ...old.slots]);
    for (const part of [...shown.parts.keys()]) shown.parts.delete(part);
    const accepted = acceptRestoredEpoch(must(await show(world, shown, pin, present)));
    const sources = { rows: shown.select(), copies };
    const mended = send(shown, must(await rebuildManifest(world.ports, accepted, sources)));
    expect(listEntries(mended).map(({ details }) => details.title)).toEqual(['changed', 'added']);
    expect(mended.head?.slots.map(({ id }) => id).sort()).toEqual(pin.slots?.map(({ id }) => id).sort());
    const report = await verifyRows(world.ports, mended, shown.select());
    expect(report.findings.map(({ code, entryId: id }) => `${code} ${id}`).sort()).toEqual(
      [`missing ${entryId(3)}`, `stale ${victim}`, `unlisted ${entryId(1)}`].sort(),
    );
    const next = must(await show(world, shown, pinned(mended), present));
    expect(codes(next)).toEqual(['slot_unlisted']);
  });

  test('one shard deleted and its old row put back: this device’s copy is listed, and the row goes on being named', async () => {
    const { world, old, pin, copies } = await headDeleted();
    const part = shardOf(victim);
    const row = old.rows.get(victim);
    if (row !== undefined) world.server.rows.set(victim, row);
    world.server.parts.delete(part);
    const vault = must(await show(world, world.server, pin, present));
    expect(vault.findings).toEqual([{ code: 'shard_missing', part }]);
    const mended = must(await rebuildManifest(world.ports, vault, { rows: world.server.select(), copies })).next;
    const { findings } = await verifyRows(world.ports, mended, world.server.select());
    expect(findings).toEqual([{ code: 'stale', entryId: victim }]);
  });

  test('head deleted and digests withheld: what this device knows is the least that is listed, not the newest', async () => {
    const { world, pin, shown } = await headDeleted();
    await edit(world, [{ kind: 'add', id: entryId(4), entry: sampleEntry('from elsewhere') }]);
    shown.rows = new Map(world.server.rows);
    shown.parts = new Map([...world.server.parts].filter(([part]) => part !== headPart));
    shown.epoch = world.server.epoch;
    const vault = must(await show(world, shown, pin, present));
    expect(codes(vault)).toEqual(['head_missing', 'forked']);
    const mended = must(await rebuildManifest(world.ports, acceptRestoredEpoch(vault), { rows: shown.select() })).next;
    expect(
      listEntries(mended)
        .map(({ details }) => details.title)
        .sort(),
    ).toEqual(['added', 'changed', 'from elsewhere']);
  });

  test('a shard that is older than what this device knew does not count as surviving', async () => {
    const { world, old, pin, copies, shown } = await headDeleted();
    for (const [part, text] of old.parts) if (part !== headPart) shown.parts.set(part, text);
    const vault = must(await show(world, shown, pin, present));
    const mended = must(await rebuildManifest(world.ports, acceptRestoredEpoch(vault), { rows: shown.select(), copies })).next;
    expect(listEntries(mended).map(({ details }) => details.title)).toEqual(['changed', 'added']);
  });

  test('without anything to go by, only the way in that was just opened is listed', async () => {
    const { world, shown } = await headDeleted();
    const accepted = acceptRestoredEpoch(must(await show(world, shown, undefined, present)));
    const mended = must(await rebuildManifest(world.ports, accepted, { rows: shown.select() })).next;
    expect(mended.head?.slots.map(({ id }) => id)).toEqual([accepted.openedSlot]);
    expect(codeOf(await removeSlot(world.ports, mended, accepted.openedSlot ?? ''))).toBe('last_slot');
  });

  test('epoch 999999999999999 beside it is named, and nothing is written on it', async () => {
    const { world, pin, shown } = await headDeleted();
    shown.epoch = 999_999_999_999_999;
    for (const known of [pin, undefined]) {
      const vault = must(await show(world, shown, known, present));
      expect(codes(vault)).toContain('epoch_raised');
      expect(codeOf(await rebuildManifest(world.ports, acceptRestoredEpoch(vault), { rows: [] }))).toBe('epoch_raised');
    }
    shown.epoch = pin.epoch + 1_000_001;
    expect(codes(must(await show(world, shown, pin, present)))).toContain('epoch_raised');
  });
});
