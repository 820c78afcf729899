import { toBase64Url } from '@castellan/foundation/bytes';
import { describe, expect, test } from 'vitest';
import {
  byMaster,
  codeOf,
  edit,
  entryId,
  makeWorld,
  must,
  rowOf,
  sampleEntry,
  seededBytes,
  send,
  unlock,
  userId,
  type World,
} from '../../tests/vault-world.ts';
import { saveEdits } from '../entries/edit-entries.ts';
import { isSealedEntry, openIcon, sealIcon } from '../entries/entry-envelope.ts';
import { readManySecrets, readSecrets } from '../entries/read-entry.ts';
import type { Argon2id } from '../ports.ts';
import { addSlot, changeMaster } from '../slots/change-slots.ts';
import type { Slot } from '../slots/slot.ts';
import { openVault, reopenVault } from '../slots/unlock.ts';
import { headPart } from './manifest-head.ts';
import { shardOf } from './manifest-shard.ts';
import { acceptRestoredEpoch, listEntries, pinOf } from './open-vault.ts';
import { rebuildManifest } from './rebuild-manifest.ts';
import type { VaultRow } from './vault-row.ts';
import { verifyRows } from './verify-rows.ts';

const victim = entryId(2);

/** A character that base64url or the framing of an envelope holds, and another one than was there. */
function flipped(text: string, index: number): string {
  const was = text[index];
  return `${text.slice(0, index)}${was === 'A' ? 'B' : 'A'}${text.slice(index + 1)}`;
}

/** What the client says after the server changed something: findings of rows by code and entry, and how many read well. */
async function rowsAfter(world: World, change: (rows: Map<string, VaultRow>) => void) {
  change(world.server.rows);
  const vault = must(await unlock(world));
  const rows = world.server.select();
  const report = await verifyRows(world.ports, vault, rows);
  const read = await readManySecrets(
    world.ports,
    vault,
    rows.filter(({ id }) => id !== victim),
  );
  return {
    vault,
    report,
    named: report.findings.map(({ code, entryId: id }) => `${code} ${id}`),
    othersRead: read.filter(({ ok }) => ok).length,
  };
}

function patch(rows: Map<string, VaultRow>, id: string, part: Partial<VaultRow>): void {
  const row = rows.get(id);
  if (row !== undefined) rows.set(id, { ...row, ...part });
}

describe('rows', () => {
  test('a change in any one character of an entry is named, and the other entries read on', { timeout: 30_000 }, async () => {
    const world = await makeWorld(3);
    const vault = must(await unlock(world));
    const row = rowOf(world, victim);
    for (let index = 0; index < row.password_encrypted.length; index += 1) {
      const bad = { ...row, password_encrypted: flipped(row.password_encrypted, index) };
      const report = await verifyRows(world.ports, vault, [bad, rowOf(world, entryId(1)), rowOf(world, entryId(3))]);
      expect(report.findings).toHaveLength(1);
      expect(['altered', 'stale', 'planted_v1']).toContain(report.findings[0]?.code);
      expect(report.verified.size).toBe(2);
      // Even on an explicit confirmation nothing opens but what was sealed; a version that was relabelled is another version.
      const secrets = await readSecrets(world.ports, vault, bad, { evenUnverified: true });
      const detailsOnly = index >= row.password_encrypted.indexOf('.', 26) && index < row.password_encrypted.lastIndexOf('.');
      if (!detailsOnly) expect(secrets.ok).toBe(false);
      expect(codeOf(await readSecrets(world.ports, vault, bad))).not.toBe('ok');
    }
  });

  test('row swap: one entry’s text under another’s id', async () => {
    const world = await makeWorld(3);
    const after = await rowsAfter(world, (rows) =>
      patch(rows, victim, { password_encrypted: rows.get(entryId(1))?.password_encrypted ?? '' }),
    );
    expect(after.named).toEqual([`altered ${victim}`]);
    expect(after.othersRead).toBe(2);
    expect(codeOf(await readSecrets(world.ports, after.vault, rowOf(world, victim), { evenUnverified: true }))).toBe('unreadable');
  });

  test('field swap: the secrets in the place of the details, and the other way round', async () => {
    const world = await makeWorld(2);
    const [v, key, version, details, secrets] = rowOf(world, victim).password_encrypted.split('.');
    const swapped = [v, key, version, secrets, details].join('.');
    const doubled = [v, key, version, details, details].join('.');
    for (const password_encrypted of [swapped, doubled]) {
      const after = await rowsAfter(world, (rows) => patch(rows, victim, { password_encrypted }));
      expect(after.named).toEqual([`altered ${victim}`]);
      expect(codeOf(await readSecrets(world.ports, after.vault, rowOf(world, victim), { evenUnverified: true }))).toBe('unreadable');
    }
  });

  test('user swap: another person’s vault, opened as one’s own', async () => {
    const world = await makeWorld(2);
    const stranger = 'ffffffff-6a0d-4b1e-9c55-0d6f1f3f2a11';
    expect(codeOf(await openVault(world.ports, stranger, world.server.snapshot(), undefined, byMaster))).toBe('wrong_key');
    const asStranger = { ...world.vault, userId: stranger };
    expect(codeOf(await readSecrets(world.ports, asStranger, rowOf(world, victim)))).toBe('unreadable');
  });

  test('version relabel: an old text under a new number', async () => {
    const world = await makeWorld(3);
    const old = rowOf(world, victim);
    await edit(world, [{ kind: 'update', row: old, entry: sampleEntry('changed') }]);
    const relabelled = old.password_encrypted.replace('.1.', '.2.');
    const after = await rowsAfter(world, (rows) => patch(rows, victim, { password_encrypted: relabelled }));
    expect(after.named).toEqual([`altered ${victim}`]);
    expect(codeOf(await readSecrets(world.ports, after.vault, rowOf(world, victim), { evenUnverified: true }))).toBe('unreadable');
  });

  test('row replay: an entry’s own earlier text', async () => {
    const world = await makeWorld(3);
    const old = rowOf(world, victim);
    await edit(world, [{ kind: 'update', row: old, entry: sampleEntry('changed') }]);
    const after = await rowsAfter(world, (rows) => rows.set(victim, { ...old }));
    expect(after.named).toEqual([`stale ${victim}`]);
    expect(after.othersRead).toBe(2);
    expect(codeOf(await readSecrets(world.ports, after.vault, old))).toBe('stale');
    expect(codeOf(await saveEdits(world.ports, after.vault, [{ kind: 'update', row: old, entry: sampleEntry('x') }]))).toBe('stale');
    // The owner may say that this is what is left of it.
    await edit({ ...world, vault: after.vault }, [{ kind: 'adopt', row: old }]);
    expect((await rowsAfter(world, () => undefined)).named).toEqual([]);
  });

  test('deletion: a listed entry without a row', async () => {
    const world = await makeWorld(3);
    const after = await rowsAfter(world, (rows) => rows.delete(victim));
    expect(after.named).toEqual([`missing ${victim}`]);
    expect([after.report.verified.size, after.report.total]).toEqual([2, 3]);
    await edit({ ...world, vault: after.vault }, [{ kind: 'remove', id: victim }]);
    expect((await rowsAfter(world, () => undefined)).named).toEqual([]);
  });

  test('resurrection: a removed entry’s row put back is unlisted, shown apart, and adopted only by the owner’s confirmation', async () => {
    const world = await makeWorld(3);
    const row = rowOf(world, victim);
    await edit(world, [{ kind: 'remove', id: victim }]);
    const after = await rowsAfter(world, (rows) => rows.set(victim, row));
    expect(after.named).toEqual([`unlisted ${victim}`]);
    expect(after.report.unlisted.map(({ details }) => details.title)).toEqual(['site2']);
    expect(codeOf(await readSecrets(world.ports, after.vault, row))).toBe('unlisted');
    expect(codeOf(await readSecrets(world.ports, after.vault, row, { evenUnverified: true }))).toBe('ok');
  });

  test('planting: a row that nobody sealed for this vault', async () => {
    const world = await makeWorld(1);
    const foreign = rowOf(await makeWorld(3, 99), entryId(3));
    const after = await rowsAfter(world, (rows) => rows.set(foreign.id, foreign));
    expect(after.named).toEqual([`unreadable ${foreign.id}`]);
  });

  test('relabelled mirrors: category and favourite beside the entry are not believed', async () => {
    const world = await makeWorld(2);
    for (const part of [{ category: 'finance' }, { favorite: true, category: 'work' }]) {
      const after = await rowsAfter(world, (rows) => patch(rows, victim, part));
      expect(after.named).toEqual([`relabelled ${victim}`]);
      expect(listEntries(after.vault).find(({ id }) => id === victim)?.details).toMatchObject({ category: 'work', favorite: false });
    }
  });

  test('planted rows of version 1 are refused where there never was any, beside entries and in their place', async () => {
    const world = await makeWorld(2);
    const after = await rowsAfter(world, (rows) => {
      patch(rows, victim, { password_encrypted: 'bm90IHNlYWxlZCBieSB0aGUgb3duZXI=', title: 'bank' });
      rows.set(entryId(7), { ...rowOf(world, entryId(1)), id: entryId(7), password_encrypted: 'AAAA' });
    });
    expect(after.named.sort()).toEqual([`planted_v1 ${victim}`, `planted_v1 ${entryId(7)}`].sort());
    expect(after.report.unconverted).toEqual([]);
  });

  test('truncated texts, empty texts and unknown versions are named, whatever is left of them', async () => {
    const world = await makeWorld(2);
    const text = rowOf(world, victim).password_encrypted;
    const vault = must(await unlock(world));
    for (const [password_encrypted, code] of [
      [text.replace('v2.', 'v3.'), 'unknown_version'],
      [text.slice(0, 40), 'malformed'],
      ['v2.', 'malformed'],
      ['', 'malformed'],
      [`${text}.AAAA`, 'malformed'],
      [text.replace(/^v2\.[^.]+/, `v2.${'A'.repeat(22)}`), 'unknown_key'],
      [text.replace('.1.', '.01.'), 'malformed'],
      ['v2.'.padEnd(1_048_577, 'A'), 'malformed'],
    ] as const) {
      const row = { ...rowOf(world, victim), password_encrypted };
      expect(codeOf(await readSecrets(world.ports, vault, row, { evenUnverified: true }))).toBe(code);
      const report = await verifyRows(world.ports, vault, [row, rowOf(world, entryId(1))]);
      expect(report.findings).toEqual([{ code: isSealedEntry(password_encrypted) ? 'altered' : 'planted_v1', entryId: victim }]);
    }
    for (let length = 0; length < text.length; length += 7) {
      const row = { ...rowOf(world, victim), password_encrypted: text.slice(0, length) };
      expect((await readSecrets(world.ports, vault, row, { evenUnverified: true })).ok).toBe(false);
    }
  });

  test('an icon opens for its own entry alone, whatever byte is changed', async () => {
    const { ports, vault } = await makeWorld(0);
    const place = { userId, entryId: victim };
    const text = await sealIcon(ports, vault.keys, place, Uint8Array.of(1, 2, 3));
    expect(must(await openIcon(ports.crypto, vault.keys, place, text))).toEqual(Uint8Array.of(1, 2, 3));
    expect(codeOf(await openIcon(ports.crypto, vault.keys, { ...place, entryId: entryId(1) }, text))).toBe('unreadable');
    expect(codeOf(await openIcon(ports.crypto, vault.keys, place, text.replace('i2', 'i3')))).toBe('unknown_version');
    expect(codeOf(await openIcon(ports.crypto, vault.keys, place, 'x'.repeat(200_001)))).toBe('malformed');
    expect(codeOf(await openIcon(ports.crypto, vault.keys, place, text.replace(/^i2\.[^.]+/, `i2.${'A'.repeat(22)}`)))).toBe('unknown_key');
    for (let index = 0; index < text.length; index += 1)
      expect((await openIcon(ports.crypto, vault.keys, place, flipped(text, index))).ok).toBe(false);
  });
});

describe('the manifest', () => {
  test('a change in any one character of head or shard is named, and the rest of the vault is usable', { timeout: 60_000 }, async () => {
    const world = await makeWorld(2);
    const part = shardOf(victim);
    for (const at of [headPart, part]) {
      const text = world.server.parts.get(at) ?? '';
      for (let index = 0; index < text.length; index += 1) {
        world.server.parts.set(at, flipped(text, index));
        const opened = await reopenVault(world.ports, world.vault, world.server.snapshot(), undefined);
        const codes = opened.ok ? opened.value.findings.map(({ code }) => code) : [opened.failure.code];
        expect(['head_unreadable', 'key_superseded', 'shard_altered', 'shard_stale']).toContain(codes[0]);
        if (opened.ok && at === part) expect(listEntries(opened.value).map(({ id }) => id)).toEqual([entryId(1)]);
      }
      world.server.parts.set(at, text);
    }
  });

  test('shard replay, deletion, swap and planting', async () => {
    const world = await makeWorld(2);
    const part = shardOf(victim);
    const old = world.server.parts.get(part) ?? '';
    await edit(world, [{ kind: 'update', row: rowOf(world, victim), entry: sampleEntry('changed') }]);
    const present = world.server.parts.get(part) ?? '';
    const other = world.server.parts.get(shardOf(entryId(1))) ?? '';
    for (const [text, code] of [
      [old, 'shard_stale'],
      [undefined, 'shard_missing'],
      [other, 'shard_stale'],
      [present.replace('m2.', 'm3.'), 'shard_altered'],
      ['', 'shard_altered'],
    ] as const) {
      if (text === undefined) world.server.parts.delete(part);
      else world.server.parts.set(part, text);
      const vault = must(await unlock(world));
      expect(vault.findings).toEqual([{ code, part }]);
      // Nothing is written over a listing that cannot be believed; what the others list goes on.
      expect(
        codeOf(await saveEdits(world.ports, vault, [{ kind: 'add', id: victim.replace('000002', '0000ff'), entry: sampleEntry('n') }])),
      ).toBe('shard_unverified');
      expect(
        codeOf(await saveEdits(world.ports, vault, [{ kind: 'update', row: rowOf(world, entryId(1)), entry: sampleEntry('n') }])),
      ).toBe('ok');
      const mended = must(await rebuildManifest(world.ports, vault, { rows: world.server.select() }));
      expect(listEntries(mended.next)).toHaveLength(2);
      expect(mended.next.findings).toEqual([]);
    }
    world.server.parts.set(part, present);
    world.server.parts.set(60, other);
    const vault = must(await unlock(world));
    expect(vault.findings).toEqual([{ code: 'shard_unlisted', part: 60 }]);
    expect(must(await saveEdits(world.ports, vault, [{ kind: 'add', id: entryId(60), entry: sampleEntry('n') }])).next.findings).toEqual(
      [],
    );
  });

  test('head replay: an older head over newer shards is named, and nothing is written until the owner has said so', async () => {
    const world = await makeWorld(2);
    const old = world.server.parts.get(headPart) ?? '';
    await edit(world, [{ kind: 'update', row: rowOf(world, victim), entry: sampleEntry('changed') }]);
    world.server.parts.set(headPart, old);
    const vault = must(await unlock(world));
    expect(vault.findings.map(({ code }) => code)).toEqual(['head_stale', 'shard_altered']);
    expect(pinOf(vault)).toBeUndefined();
    expect(codeOf(await saveEdits(world.ports, vault, [{ kind: 'remove', id: entryId(1) }]))).toBe('unaccepted_state');
    expect(codeOf(await saveEdits(world.ports, acceptRestoredEpoch(vault), [{ kind: 'remove', id: entryId(1) }]))).toBe('ok');
  });

  test('a head that claims to be ahead of the server, and one that is gone', async () => {
    const world = await makeWorld(2);
    world.server.epoch = 1;
    expect(must(await unlock(world)).findings.map(({ code }) => code)).toEqual(['head_ahead']);
    world.server.epoch = 2;
    world.server.parts.delete(headPart);
    const vault = must(await unlock(world));
    expect(vault.findings).toEqual([{ code: 'head_missing' }]);
    expect(codeOf(await saveEdits(world.ports, vault, []))).toBe('manifest_unreadable');
    world.server.insert({ id: entryId(70), password_encrypted: 'AAAA' });
    const rows = world.server.select();
    const next = send(world.server, must(await rebuildManifest(world.ports, acceptRestoredEpoch(vault), { rows })));
    expect(listEntries(next)).toHaveLength(2);
    expect(next.head).toMatchObject({ v1: 'closed', unconverted: [{ id: entryId(70) }] });
    // The recovery key was neither known to this device nor just opened: it is not taken for the owner's.
    expect(must(await unlock(world)).findings.map(({ code }) => code)).toEqual(['slot_unlisted']);
  });

  test('whole-vault rollback: below this device’s pin it is named, and only the owner’s explicit confirmation goes on from it', async () => {
    const world = await makeWorld(2);
    const before = world.server.copy();
    await edit(world, [{ kind: 'update', row: rowOf(world, victim), entry: sampleEntry('changed') }]);
    const pin = pinOf(world.vault);
    const open = (server: World['server']) => unlock({ ...world, server }, byMaster, pin);
    expect(must(await open(world.server)).findings).toEqual([]);
    const rolled = must(await open(before));
    expect(rolled.findings).toEqual([{ code: 'rolled_back' }]);
    expect(codeOf(await saveEdits(world.ports, rolled, []))).toBe('unaccepted_state');
    const accepted = acceptRestoredEpoch(rolled);
    // It is remembered once the head that goes on from it, and names what this device knew, was written.
    expect(pinOf(accepted)).toBeUndefined();
    expect(pinOf(must(await saveEdits(world.ports, accepted, [])).next)?.epoch).toBe(4);
    // Two histories of one epoch.
    const forked = before.copy();
    const unpinned = must(await unlock({ ...world, server: before }));
    send(forked, must(await saveEdits(world.ports, unpinned, [{ kind: 'remove', id: victim }])));
    expect(must(await open(forked)).findings).toEqual([{ code: 'forked' }]);
    // Another vault in its place, and none at all.
    const replaced = await makeWorld(1, 50);
    expect(must(await open(replaced.server)).findings).toEqual([{ code: 'vault_replaced' }]);
    expect(codeOf(await openVault(world.ports, userId, { exists: false }, pin, byMaster))).toBe('vault_missing');
  });
});

describe('slots', () => {
  const masterSlot = (world: World) => {
    const slot = [...world.server.slots.values()].find(({ kind }) => kind === 'master');
    if (slot?.kind !== 'master') throw new Error('no master slot');
    return slot;
  };

  test('a change in any one character of a wrapped key is refused and named', async () => {
    const world = await makeWorld(0);
    const slot = masterSlot(world);
    const commitmentEnd = slot.wrapped.lastIndexOf('.');
    for (let index = 0; index < slot.wrapped.length; index += 1) {
      world.server.slots.set(slot.id, { ...slot, wrapped: flipped(slot.wrapped, index) });
      const code = codeOf(await unlock(world));
      expect(['slot_malformed', 'unknown_version', 'wrong_key', 'damaged']).toContain(code);
      if (index > commitmentEnd && index < slot.wrapped.length - 1) expect(code).toBe('damaged');
    }
  });

  test('every bound field of a slot: kind, id, key and parameters', async () => {
    const world = await makeWorld(0);
    const slot = masterSlot(world);
    const changed: Slot[] = [
      { ...slot, id: slot.id.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) },
      { ...slot, key_id: 'A'.repeat(22) },
      { ...slot, parameters: { ...slot.parameters, memoryKib: 65_537 } },
      { ...slot, parameters: { ...slot.parameters, passes: 4 } },
      { ...slot, parameters: { ...slot.parameters, salt: toBase64Url(new Uint8Array(16)) } },
    ];
    for (const bad of changed) {
      world.server.slots.delete(slot.id);
      world.server.slots.set(bad.id, bad);
      expect(codeOf(await unlock(world))).toBe('wrong_key');
      world.server.slots.delete(bad.id);
    }
  });

  test('KDF downgrade: too weak, or weaker than this device has seen, is refused before a guess is made', async () => {
    const world = await makeWorld(0);
    const slot = masterSlot(world);
    let derivations = 0;
    const ports: World['ports'] = {
      ...world.ports,
      argon2id: (...call) => {
        if (call[2].memoryKib > 2_048) derivations += 1;
        return world.ports.argon2id(...call);
      },
    };
    const withCost = (cost: Partial<typeof slot.parameters>, pinned?: { memoryKib: number; passes: number }) => {
      world.server.slots.set(slot.id, { ...slot, parameters: { ...slot.parameters, ...cost } });
      const pin = pinOf(world.vault);
      return openVault(ports, userId, world.server.snapshot(), pin && pinned && { ...pin, strongest: pinned }, byMaster);
    };
    expect(codeOf(await withCost({ memoryKib: 19_455 }))).toBe('too_weak');
    expect(codeOf(await withCost({ passes: 1 }))).toBe('too_weak');
    expect(codeOf(await withCost({}, { memoryKib: 65_537, passes: 3 }))).toBe('weaker_than_before');
    expect(codeOf(await withCost({}, { memoryKib: 65_536, passes: 4 }))).toBe('weaker_than_before');
    // Absurd KDF: memory and time would be spent on nothing.
    expect(codeOf(await withCost({ memoryKib: 1_048_577 }))).toBe('absurd');
    expect(codeOf(await withCost({ passes: 17 }))).toBe('absurd');
    expect(codeOf(await withCost({ memoryKib: Number.MAX_SAFE_INTEGER }))).toBe('absurd');
    expect(codeOf(await withCost({ memoryKib: 1_048_576, passes: 9 }))).toBe('absurd');
    expect(derivations).toBe(0);
    for (const parameters of [
      { ...slot.parameters, lanes: 4 },
      { ...slot.parameters, version: 16 },
      { ...slot.parameters, memoryKib: 1e300 },
      {},
    ]) {
      world.server.slots.set(slot.id, { ...slot, parameters } as Slot);
      expect(world.server.snapshot()).toMatchObject({ foreignSlots: 1 });
      expect(codeOf(await unlock(world))).toBe('no_slot');
    }
  });

  test('slot swap and slot replay: an earlier master’s slot put back is named', async () => {
    const world = await makeWorld(1);
    const old = masterSlot(world);
    world.vault = send(
      world.server,
      must(
        await changeMaster(world.ports, world.vault, byMaster, 'another master altogether', {
          memoryKib: 65_536,
          passes: 3,
        }),
      ),
    );
    const present = masterSlot(world);
    world.server.slots.delete(present.id);
    world.server.slots.set(old.id, old);
    const vault = must(await unlock(world));
    expect(vault.findings).toEqual([
      { code: 'slot_unlisted', slotId: old.id },
      { code: 'slot_missing', slotId: present.id },
    ]);
    world.server.slots.delete(old.id);
    world.server.slots.set(present.id, { ...old, id: present.id } as Slot);
    expect(codeOf(await unlock(world))).toBe('wrong_key');
  });

  test('slot planting: a planted slot is named, and does not keep the owner’s own from opening', async () => {
    const world = await makeWorld(2);
    const stranger = await makeWorld(0, 40);
    const own = [...world.server.slots.values()];
    const planted = [...stranger.server.slots.values()];
    const absurd = planted.map((slot) =>
      slot.kind === 'master' ? { ...slot, parameters: { ...slot.parameters, memoryKib: 2_000_000 } } : slot,
    );
    for (const hostile of [planted, absurd]) {
      world.server.slots = new Map([...hostile, ...own].map((slot) => [slot.id, slot]));
      // The stranger's master is the same text in these tests: what it wraps is the stranger's key, under the stranger's name.
      const vault = must(await unlock(world, { kind: 'recovery', key: world.recoveryKey }));
      expect(vault.findings).toEqual(hostile.map(({ id }) => ({ code: 'slot_unlisted', slotId: id })));
      expect(listEntries(vault)).toHaveLength(2);
      expect(codeOf(await unlock(world, { kind: 'master', master: 'a wrong one' }))).toBe('wrong_key');
    }
  });

  test('slot flooding: however many slots are planted before the owner’s own, what the owner presents is never called wrong', async () => {
    const world = await makeWorld(1);
    const own = [...world.server.slots.values()];
    const planted = await Promise.all([1, 2, 3, 4, 5].map(async (seed) => [...(await makeWorld(0, 40 + seed)).server.slots.values()]));
    world.server.slots = new Map([...planted.flat(), ...own].map((slot) => [slot.id, slot]));
    const recovery = { kind: 'recovery', key: world.recoveryKey } as const;
    // A new device tries every printed key; of masters, which cost a derivation each, it names the flood.
    expect(listEntries(must(await unlock(world, recovery)))).toHaveLength(1);
    const strange = { kind: 'master', master: 'none of the planted ones' } as const;
    expect(codeOf(await unlock(world, strange))).toBe('too_many_slots');
    // A device that knows the vault tries what it knows first, and checks nothing while the slots are not those.
    const pin = pinOf(world.vault);
    expect(pin?.slots?.map(({ id }) => id).toSorted()).toEqual(own.map(({ id }) => id).toSorted());
    const opened = must(await unlock(world, byMaster, pin));
    expect(opened.findings).toEqual(planted.flat().map(({ id }) => ({ code: 'slot_unlisted', slotId: id })));
    expect(codeOf(await unlock(world, strange, pin))).toBe('slots_changed');
    const broken: Argon2id = () => Promise.reject(new Error('no memory'));
    expect(codeOf(await unlock({ ...world, ports: { ...world.ports, argon2id: broken } }, strange, pin))).toBe('derivation_failed');
  });

  test('hostile derivations: of masters that are planted, no more is computed than one of the vault’s own may ask for', async () => {
    const world = await makeWorld(0);
    const own = masterSlot(world);
    const planted = [1, 2, 3].map((number) => ({
      ...own,
      id: entryId(number),
      parameters: { ...own.parameters, memoryKib: 1_048_576, passes: 7 },
    }));
    let work = 0;
    const ports: World['ports'] = {
      ...world.ports,
      argon2id: (...call) => {
        if (call[2].memoryKib > 2_048) work += call[2].memoryKib * call[2].passes;
        return world.ports.argon2id(...call);
      },
    };
    world.server.slots = new Map([...planted, own].map((slot) => [slot.id, slot]));
    const strange = { kind: 'master', master: 'none of these' } as const;
    expect(codeOf(await unlock({ ...world, ports }, strange))).toBe('too_many_slots');
    expect(work).toBeLessThanOrEqual(8_388_608);
    expect(codeOf(await unlock({ ...world, ports }))).toBe('ok');
  });

  test('slot altering: a changed byte of the slot that a device knows is not called a wrong master, whatever epoch is claimed', async () => {
    const world = await makeWorld(0);
    const pin = pinOf(world.vault);
    const slot = masterSlot(world);
    const [version = '', commitment = '', sealed = ''] = slot.wrapped.split('.');
    const flipped = `${commitment.startsWith('A') ? 'B' : 'A'}${commitment.slice(1)}`;
    world.server.slots.set(slot.id, { ...slot, wrapped: [version, flipped, sealed].join('.') });
    expect(codeOf(await unlock(world))).toBe('wrong_key');
    expect(codeOf(await unlock(world, byMaster, pin))).toBe('slots_changed');
    const later = { ...world.server.snapshot(), epoch: world.server.epoch + 1 };
    expect(codeOf(await openVault(world.ports, userId, later, pin, byMaster))).toBe('slots_changed');
  });

  test('a slot that wraps another key than it names is refused', async () => {
    const world = await makeWorld(0);
    const keyId = world.vault.keys.keyId;
    const { makeSlot } = await import('../slots/new-slot.ts');
    const { wrapKey } = await import('../slots/slot-wrapping.ts');
    const { recoveryKek } = await import('../slots/slot-secret.ts');
    const key = new Uint8Array(seededBytes(8)(20));
    const outline = { ...must(await makeSlot(world.ports, userId, new Uint8Array(32), { kind: 'recovery' })).slot, key_id: keyId };
    const wrapped = await wrapKey(world.ports, userId, outline, await recoveryKek(crypto.subtle, key), new Uint8Array(32));
    world.server.slots = new Map([[outline.id, { ...outline, wrapped }]]);
    const { printRecoveryKey } = await import('../slots/recovery-key.ts');
    expect(codeOf(await unlock(world, { kind: 'recovery', key: printRecoveryKey(key) }))).toBe('key_mismatch');
    const short = await wrapKey(world.ports, userId, outline, await recoveryKek(crypto.subtle, key), new Uint8Array(31));
    world.server.slots = new Map([[outline.id, { ...outline, wrapped: short }]]);
    expect(codeOf(await unlock(world, { kind: 'recovery', key: printRecoveryKey(key) }))).toBe('damaged');
  });

  test('nothing that opens the vault adds a slot unless it is presented once more', async () => {
    const world = await makeWorld(0);
    expect(codeOf(await addSlot(world.ports, world.vault, { kind: 'master', master: 'guessed' }, { kind: 'recovery' }))).toBe('wrong_key');
  });
});
