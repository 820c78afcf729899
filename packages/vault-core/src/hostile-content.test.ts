import { toBase64Url } from '@castellan/foundation/bytes';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  byMaster,
  codeOf,
  edit,
  entryId,
  makeWorld,
  must,
  rowOf,
  sampleEntry,
  send,
  testPorts,
  unlock,
  userId,
  type World,
} from '../tests/vault-world.ts';
import { digestOf, sealPadded } from './crypto/sealing.ts';
import { saveEdits } from './entries/edit-entries.ts';
import { openDetails, parseEntryEnvelope, sealEntry } from './entries/entry-envelope.ts';
import { datesExist, parseDetails, parseSecrets } from './entries/entry-parse.ts';
import { readEntry, readSecrets } from './entries/read-entry.ts';
import { headPart, openHead, parsePartEnvelope, sealPart } from './manifest/manifest-head.ts';
import { shardOf } from './manifest/manifest-shard.ts';
import type { OpenVault } from './manifest/open-vault.ts';
import { rebuildManifest } from './manifest/rebuild-manifest.ts';
import { openRetiredKeys, sealRetiredKey } from './manifest/retired-keys.ts';
import { sealCheckpoint } from './manifest/seal-checkpoint.ts';
import { parseSnapshot } from './manifest/snapshot.ts';
import { verifyRows } from './manifest/verify-rows.ts';
import { memoryFacts } from './memory-facts.ts';
import { addSlot, changeMaster, removeSlot } from './slots/change-slots.ts';
import { beginRotation, nextRotationStep } from './slots/rotate-vault-key.ts';
import { unwrapKey } from './slots/slot-wrapping.ts';
import { nextMigrationStep } from './version-one/migrate-version-one.ts';

/** The open vault as a code on a known device would have opened it. */
function detailsTier(vault: OpenVault): OpenVault {
  return { ...vault, keys: { ...vault.keys, secrets: undefined } };
}

const version = {
  replacedAt: '2026-01-01T00:00:00.000Z',
  details: sampleEntry('old').details,
  secrets: { password: 'p', notes: '', totp: '', fields: [] },
};
const whole = sampleEntry('x', {}, { history: [version] });

test('property: an entry with any one member missing, of another type or too long is no entry', () => {
  const wrong = fc.constantFrom(
    undefined,
    null,
    7,
    {},
    [],
    [7],
    true,
    'x'.repeat(200_001),
    [[]],
    [{ name: 1 }],
    [{ name: 'n', value: 1 }],
    [{ name: 'n', value: 'v', hidden: 'no' }],
    [null],
  );
  const allowed: Record<string, (value: unknown) => boolean> = {
    expiresAt: (value) => value === null,
    trashedAt: (value) => value === null,
    favorite: (value) => value === true,
    canary: (value) => value === true,
    hasTotp: (value) => value === true,
    tags: (value) => Array.isArray(value) && value.length === 0,
    fields: (value) => Array.isArray(value) && value.length === 0,
    history: (value) => Array.isArray(value) && value.length === 0,
  };
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(whole.details)),
      fc.constantFrom(...Object.keys(whole.secrets)),
      wrong,
      (detail, secret, value) => {
        expect(parseDetails({ ...whole.details, [detail]: value }) !== undefined).toBe(allowed[detail]?.(value) ?? false);
        expect(parseSecrets({ ...whole.secrets, [secret]: value }) !== undefined).toBe(allowed[secret]?.(value) ?? false);
        if (secret === 'history') return;
        const { history: _, ...present } = { ...whole.secrets, [secret]: value };
        expect(parseSecrets({ ...whole.secrets, history: [{ ...version, secrets: present }] }) !== undefined).toBe(
          allowed[secret]?.(value) ?? false,
        );
      },
    ),
    { seed: 46, numRuns: 1_000 },
  );
  for (const bad of [null, 7, [], 'x']) expect([parseDetails(bad), parseSecrets(bad)]).toEqual([undefined, undefined]);
  expect(parseSecrets({ ...whole.secrets, history: Array.from({ length: 21 }, () => version) })).toBeUndefined();
  for (const bad of [null, { ...version, replacedAt: 1 }, { ...version, details: {} }])
    expect(parseSecrets({ ...whole.secrets, history: [bad] })).toBeUndefined();
  expect(parseDetails({ ...whole.details, category: '' })).toBeUndefined();
  expect(parseDetails({ ...whole.details, kind: 'weapon' })).toBeUndefined();
  expect([datesExist(whole.details), datesExist({ ...whole.details, expiresAt: '2026-99-99T00:00:00.000Z' })]).toEqual([true, false]);
});

test('a snapshot in any other shape is refused, and one odd slot does not spoil the others', async () => {
  const id = entryId(1);
  for (const bad of [
    null,
    [],
    'x',
    {},
    { exists: 'yes' },
    { exists: true },
    { exists: true, vault_id: id },
    { exists: true, vault_id: id, epoch: 0 },
    { exists: true, vault_id: 'x', epoch: 1 },
    { exists: true, vault_id: id, epoch: 1, parts: [{ part: 128, envelope: '' }] },
    { exists: true, vault_id: id, epoch: 1, slots: Array.from({ length: 65 }, () => ({})) },
  ]) {
    expect(codeOf(parseSnapshot(bad))).toBe('snapshot_malformed');
  }
  expect(must(parseSnapshot({ exists: false, vault_id: null, epoch: null, slots: null, parts: null }))).toEqual({ exists: false });
  const world = await makeWorld(0);
  const slots = [...world.server.slots.values()];
  const odd = must(parseSnapshot({ exists: true, vault_id: id, epoch: 1, slots: [{}, null, ...slots, slots[0]] }));
  expect(odd).toMatchObject({ slots, foreignSlots: 3 });
  expect(must(parseSnapshot({ exists: true, vault_id: id, epoch: 1 }))).toMatchObject({ slots: [], foreignSlots: 0 });
});

/** Puts a shard and a head over it in place that were sealed with the vault's own keys but hold what no client writes. */
async function plantShard(world: World, part: number, plain: unknown, at = world.server.epoch): Promise<string[]> {
  const { ports, vault } = world;
  const envelope = await sealPart(ports, vault.keys, { ...vault, part }, at, plain);
  const head = { ...vault.head, shards: { [String(part)]: { epoch: at, digest: await digestOf(ports.crypto, envelope) } } };
  world.server.parts = new Map([
    [part, envelope],
    [headPart, await sealPart(ports, vault.keys, { ...vault, part: headPart }, world.server.epoch, head)],
  ]);
  return must(await unlock(world)).findings.map(({ code }) => code);
}

test('a shard that lists what it may not is refused whole, though the right key sealed it', async () => {
  const world = await makeWorld(1);
  const [item] = [...(world.vault.shards.get(1)?.items.values() ?? [])];
  expect(await plantShard(world, 1, { items: [item] })).toEqual([]);
  for (const plain of [
    null,
    [],
    {},
    { items: {} },
    { items: [{}] },
    { items: [{ ...item, id: entryId(2) }] },
    { items: [{ ...item, details: { title: 'x' } }] },
  ]) {
    expect(await plantShard(world, 1, plain)).toEqual(['shard_altered']);
  }
});

test('a shard from after the head, or under a key that nobody has, is altered', async () => {
  const world = await makeWorld(1);
  const text = world.server.parts.get(1) ?? '';
  world.server.parts.set(1, text.replace('.2.', '.3.'));
  expect(must(await unlock(world)).findings).toEqual([{ code: 'shard_altered', part: 1 }]);
  world.server.parts.set(1, text.replace(/^m2\.[^.]+/, `m2.${'A'.repeat(22)}`));
  expect(must(await unlock(world)).findings).toEqual([{ code: 'shard_altered', part: 1 }]);
  expect(codeOf(parsePartEnvelope('m2.'.padEnd(16_777_217, 'A')))).toBe('malformed');
});

test('a head that contradicts its envelope is unreadable, and no head is not a vault of another shape', async () => {
  const { ports, vault } = await makeWorld(1);
  const place = { userId, vaultId: vault.vaultId };
  for (const head of [
    { ...vault.head, epoch: 9 },
    { ...vault.head, vaultId: entryId(1) },
    { ...vault.head, shards: { ['__proto__x']: {} } },
    { ...vault.head, v1: 'maybe' },
    7,
  ]) {
    const text = await sealPart(ports, vault.keys, { ...place, part: headPart }, 2, head);
    expect(codeOf(await openHead(ports.crypto, vault.keys, place, text))).toBe('unreadable');
  }
  expect(codeOf(await openHead(ports.crypto, vault.keys, place, 'm3.x'))).toBe('unknown_version');
  expect(codeOf(await openHead(ports.crypto, vault.keys, place, 'nonsense'))).toBe('malformed');
  expect(codeOf(await openHead(ports.crypto, vault.keys, place, `m2.${'A'.repeat(22)}.2.AAAA`))).toBe('unreadable');
});

test('without a head nothing is written, migrated or rotated, and rows of version 1 are not believed', async () => {
  const world = await makeWorld(1);
  world.server.parts.delete(headPart);
  const vault = must(await unlock(world));
  const { ports } = world;
  expect(codeOf(await nextMigrationStep(ports, vault, []))).toBe('manifest_unreadable');
  expect(codeOf(await nextRotationStep(ports, vault, []))).toBe('manifest_unreadable');
  expect(codeOf(await beginRotation(ports, vault, byMaster, [{ kind: 'recovery' }]))).toBe('manifest_unreadable');
  expect(codeOf(await sealCheckpoint(ports, vault, { sequence: 1, hash: '' }))).toBe('manifest_unreadable');
  expect(codeOf(await addSlot(ports, vault, byMaster, { kind: 'recovery' }))).toBe('manifest_unreadable');
  expect(codeOf(await removeSlot(ports, vault, entryId(1)))).toBe('last_slot');
  world.server.insert({ id: entryId(9), password_encrypted: 'AAAA' });
  const report = await verifyRows(ports, vault, world.server.select());
  // The shard that survived still says which row is the entry.
  expect([report.epoch, report.findings]).toEqual([2, [{ code: 'planted_v1', entryId: entryId(9) }]]);
  world.server.rows.delete(entryId(9));
  expect(must(await rebuildManifest(ports, vault, { rows: world.server.select() })).next.head?.v1).toBe('none');
  expect(codeOf(await rebuildManifest(ports, detailsTier(vault), { rows: [] }))).toBe('locked');
});

test('nothing is written to a shard that is not verified: no save, no removal', async () => {
  const world = await makeWorld(2);
  world.server.parts.set(shardOf(entryId(1)), 'm2.');
  const vault = must(await unlock(world));
  expect(codeOf(await saveEdits(world.ports, { ...vault, shards: world.vault.shards }, [{ kind: 'remove', id: entryId(1) }]))).toBe(
    'shard_unverified',
  );
  expect(codeOf(await saveEdits(world.ports, vault, [{ kind: 'add', id: entryId(1), entry: sampleEntry('x') }]))).toBe('shard_unverified');
});

test('the details tier holds no key of the secrets, seals no entry, and says so', async () => {
  const world = await makeWorld(1);
  const vault = detailsTier(world.vault);
  expect(memoryFacts(vault).keys.map(({ name }) => name)).toEqual(['entry-details', 'entry-icon', 'manifest', 'retired-details']);
  expect(codeOf(await sealEntry(world.ports, vault.keys, { userId, entryId: entryId(1) }, 1, whole))).toBe('locked');
  expect(codeOf(await nextMigrationStep(world.ports, vault, []))).toBe('locked');
  expect(codeOf(await addSlot(world.ports, vault, { kind: 'master', master: 'no' }, { kind: 'recovery' }))).toBe('wrong_key');
});

test('what the right key sealed and no client writes is unreadable, not believed', async () => {
  const { ports, vault } = await makeWorld(1);
  const place = { userId, entryId: entryId(1) };
  const aad = ['castellan.entry.2', 'details', userId, entryId(1), '1', vault.keys.keyId];
  for (const plain of [Uint8Array.of(0xff), new TextEncoder().encode('{'), new TextEncoder().encode('{"title":1}')]) {
    const text = `v2.${vault.keys.keyId}.1.${await sealPadded(ports, vault.keys.details.entry, aad, plain)}.AAAA`;
    expect(codeOf(await openDetails(ports.crypto, vault.keys, place, must(parseEntryEnvelope(text))))).toBe('unreadable');
  }
});

test('an entry whose details alone were changed shows neither half', async () => {
  const world = await makeWorld(1);
  const row = rowOf(world, entryId(1));
  const [v, key, number, details = '', secrets] = row.password_encrypted.split('.');
  const changed = {
    ...row,
    password_encrypted: [v, key, number, `${details.slice(0, 30)}${details[30] === 'A' ? 'B' : 'A'}${details.slice(31)}`, secrets].join(
      '.',
    ),
  };
  expect(codeOf(await readEntry(world.ports, world.vault, changed))).toBe('altered');
  expect(codeOf(await readEntry(world.ports, world.vault, changed, { evenUnverified: true }))).toBe('unreadable');
  const foreign = { ...row, password_encrypted: row.password_encrypted.replace(/^v2\.[^.]+/, `v2.${'A'.repeat(22)}`) };
  expect(codeOf(await readSecrets(world.ports, world.vault, foreign, { evenUnverified: true }))).toBe('unknown_key');
  expect(codeOf(await saveEdits(world.ports, world.vault, [{ kind: 'trash', row: changed }]))).toBe('altered');
  // The readable mirrors say nothing about what is sealed.
  expect(codeOf(await readEntry(world.ports, world.vault, { ...row, category: 'other' }))).toBe('ok');
});

test('a retired key that does not open is left out, and only a vault with all its keys retires one', async () => {
  const { ports, vault } = await makeWorld(0);
  const { head, keys } = vault;
  if (head === undefined) throw new Error('head');
  const keyId = 'B'.repeat(22);
  const wrongName = await sealRetiredKey(ports, 'secrets', vault, keyId, keys, new Uint8Array(32));
  for (const wrapped of ['', '*', 'AAAA', wrongName]) {
    expect((await openRetiredKeys(ports.crypto, vault, keys, { ...head, retired: [{ keyId, wrapped }] })).size).toBe(0);
  }
  await expect(sealRetiredKey(ports, 'secrets', vault, keyId, detailsTier(vault).keys, new Uint8Array(32))).rejects.toThrow(TypeError);
});

test('a slot whose texts are spelled in another way than they are written is malformed', async () => {
  const world = await makeWorld(0);
  const [slot] = [...world.server.slots.values()];
  if (slot?.kind !== 'master') throw new Error('slot');
  world.server.slots = new Map([[slot.id, { ...slot, parameters: { ...slot.parameters, salt: `${'A'.repeat(21)}B` } }]]);
  expect(codeOf(await unlock(world))).toBe('slot_malformed');
  for (const [wrapped, code] of [
    ['', 'slot_malformed'],
    ['s3.AA.AA', 'unknown_version'],
    ['s2', 'slot_malformed'],
    ['s2.AAAA.AAAA', 'slot_malformed'],
    [`${slot.wrapped}.AAAA`, 'slot_malformed'],
    [slot.wrapped.replace(/[^.]+$/, '*'), 'slot_malformed'],
    [slot.wrapped.replace(/[^.]+$/, 'AAAA'), 'wrong_key'],
  ] as const) {
    expect(codeOf(await unwrapKey(world.ports.crypto, userId, { ...slot, wrapped }, new Uint8Array(32)))).toBe(code);
  }
});

test('changing the master again after a planted slot takes the planted one away with the old', async () => {
  const world = await makeWorld(1);
  const stranger = await makeWorld(0, 31);
  for (const slot of stranger.server.slots.values()) world.server.slots.set(slot.id, slot);
  const vault = must(await unlock(world, { kind: 'recovery', key: world.recoveryKey }));
  const next = send(
    world.server,
    must(
      await changeMaster(world.ports, vault, { kind: 'recovery', key: world.recoveryKey }, 'a later master', {
        memoryKib: 65_536,
        passes: 3,
      }),
    ),
  );
  expect(next.findings.map(({ code }) => code)).toEqual(['slot_unlisted']);
  const [finding] = next.findings;
  if (finding === undefined || !('slotId' in finding)) throw new Error('finding');
  expect(send(world.server, must(await removeSlot(world.ports, next, finding.slotId))).findings).toEqual([]);
  expect(must(await unlock(world, { kind: 'master', master: 'a later master' })).findings).toEqual([]);
});

test('no secret stands in any failure or finding', async () => {
  const world = await makeWorld(0, 1, testPorts(1));
  const canary = 'CANARY-7f3a';
  await edit(world, [{ kind: 'add', id: entryId(1), entry: sampleEntry('x', {}, { password: canary, notes: canary }) }]);
  const row = rowOf(world, entryId(1));
  const spoiled = { ...row, password_encrypted: row.password_encrypted.slice(0, -5) };
  const said = [
    await unlock(world, { kind: 'master', master: canary }),
    await unlock(world, { kind: 'recovery', key: canary }),
    await readEntry(world.ports, world.vault, spoiled, { evenUnverified: true }),
    await saveEdits(world.ports, world.vault, [{ kind: 'update', row: spoiled, entry: sampleEntry('y', {}, { password: canary }) }]),
    (await verifyRows(world.ports, world.vault, [spoiled])).findings,
    toBase64Url(new TextEncoder().encode(JSON.stringify(world.server.select()))),
  ];
  expect(JSON.stringify(said)).not.toContain(canary);
});
