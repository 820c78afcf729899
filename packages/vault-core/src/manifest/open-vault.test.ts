import { toBase64Url } from '@castellan/foundation/bytes';
import { expect, test } from 'vitest';
import {
  byMaster,
  codeOf,
  edit,
  entryId,
  makeWorld,
  master,
  minCost,
  must,
  rowOf,
  sampleEntry,
  seededBytes,
  send,
  startMs,
  testPorts,
  unlock,
  userId,
} from '../../tests/vault-world.ts';
import { saveEdits } from '../entries/edit-entries.ts';
import { readEntry, readSecrets } from '../entries/read-entry.ts';
import { memoryFacts } from '../memory-facts.ts';
import { addSlot, changeMaster, removeSlot, renewRecoveryKey } from '../slots/change-slots.ts';
import { createVault } from '../slots/create-vault.ts';
import type { SlotSecret } from '../slots/slot-secret.ts';
import { openVault, reopenVault } from '../slots/unlock.ts';
import { listEntries, pinOf, tierOf } from './open-vault.ts';
import { classifyLog, sealCheckpoint } from './seal-checkpoint.ts';
import { verifyRows } from './verify-rows.ts';

const other = 'a heron stands in the moat';
const share = toBase64Url(seededBytes(77)(32));
const slotId = 'de1ce000-0000-4000-8000-000000000001';

async function deviceKey(seed: number) {
  return crypto.subtle.importKey('raw', new Uint8Array(seededBytes(seed)(32)), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

test('the master opens what was saved, and the list is there without any row', async () => {
  const world = await makeWorld(5);
  const vault = must(await unlock(world));
  expect(vault.findings).toEqual([]);
  expect(tierOf(vault)).toBe('secrets');
  expect(
    listEntries(vault)
      .map(({ details }) => details.title)
      .sort(),
  ).toEqual(['site1', 'site2', 'site3', 'site4', 'site5']);
  const report = await verifyRows(world.ports, vault, world.server.select());
  expect([report.verified.size, report.total, report.epoch, report.findings]).toEqual([5, 5, 2, []]);
  const entry = must(await readEntry(world.ports, vault, rowOf(world, entryId(3))));
  expect(entry.secrets).toEqual(sampleEntry('site3').secrets);
});

test('the list is in the same order whichever of its parts opens first', async () => {
  const world = await makeWorld(12);
  const inOrder = listEntries(must(await unlock(world))).map(({ id }) => id);
  // Of what was decrypted the last is handed out first, one after the other.
  const waiting: (() => void)[] = [];
  const next = () => {
    waiting.pop()?.();
    if (waiting.length > 0) setImmediate(next);
  };
  const decrypt: typeof crypto.subtle.decrypt = async (...given) => {
    const opened = await crypto.subtle.decrypt(...given);
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setTimeout(next);
    });
    return opened;
  };
  const lastFirst = new Proxy(crypto.subtle, {
    get: (real, name) => (name === 'decrypt' ? decrypt : Reflect.get(real, name).bind(real)),
  });
  const ports = { ...world.ports, crypto: lastFirst };
  const again = must(await openVault(ports, userId, world.server.snapshot(), undefined, byMaster));
  expect(listEntries(again).map(({ id }) => id)).toEqual(inOrder);
  expect(again.findings).toEqual([]);
});

test('a wrong master is a wrong master, and a derivation that fails never is', async () => {
  const world = await makeWorld(1);
  expect(codeOf(await unlock(world, { kind: 'master', master: 'not this one' }))).toBe('wrong_key');
  for (const argon2id of [
    () => Promise.reject(new Error('out of memory')),
    async () => new Uint8Array(32),
    async () => new Uint8Array(7),
  ]) {
    const broken = { ...world, ports: { ...world.ports, argon2id } };
    expect(codeOf(await unlock(broken, byMaster))).toBe('derivation_failed');
  }
});

test('a master typed on another keyboard opens: composed and decomposed letters are one', async () => {
  const ports = testPorts(3);
  const { creation } = must(await createVault(ports, userId, [{ kind: 'master', master: 'árvíztűrő tükör', cost: minCost }]));
  const world = await makeWorld(0);
  world.server.slots.clear();
  world.server.parts.clear();
  world.server.createVault(creation);
  expect(codeOf(await unlock(world, { kind: 'master', master: 'árvíztűrő tükör'.normalize('NFD') }))).toBe('ok');
});

test('the recovery key opens everything, however it was typed', async () => {
  const world = await makeWorld(2);
  expect(world.recoveryKey).toMatch(/^([A-Z2-7]{4}-){7}[A-Z2-7]{4}$/);
  for (const key of [
    world.recoveryKey,
    world.recoveryKey.toLowerCase().replaceAll('-', ' '),
    world.recoveryKey.replaceAll('O', '0').replaceAll('I', '1'),
  ]) {
    expect(codeOf(await unlock(world, { kind: 'recovery', key }))).toBe('ok');
  }
  expect(
    codeOf(
      await unlock(world, { kind: 'recovery', key: `${world.recoveryKey.slice(0, -1)}${world.recoveryKey.endsWith('A') ? 'B' : 'A'}` }),
    ),
  ).toBe('wrong_key');
  expect(codeOf(await unlock(world, { kind: 'recovery', key: 'ABCD' }))).toBe('recovery_key_malformed');
});

test('a passkey opens with its own output and with no other', async () => {
  const world = await makeWorld(1);
  const prfOutput = new Uint8Array(seededBytes(5)(32));
  const passkey = { kind: 'passkey', credentialId: 'cred-1', prfSalt: 'c2FsdA', label: 'key ring', prfOutput } as const;
  world.vault = send(world.server, must(await addSlot(world.ports, world.vault, byMaster, passkey)));
  expect(codeOf(await unlock(world, { kind: 'passkey', credentialId: 'cred-1', prfOutput }))).toBe('ok');
  expect(codeOf(await unlock(world, { kind: 'passkey', credentialId: 'cred-1', prfOutput: new Uint8Array(32) }))).toBe('wrong_key');
  expect(codeOf(await unlock(world, { kind: 'passkey', credentialId: 'cred-2', prfOutput }))).toBe('no_slot');
});

test('a known device and its share open the list and nothing else', async () => {
  const world = await makeWorld(3);
  const key = await deviceKey(9);
  world.vault = send(
    world.server,
    must(await addSlot(world.ports, world.vault, byMaster, { kind: 'device', slotId, label: 'laptop', deviceKey: key, share })),
  );
  const secret: SlotSecret = { kind: 'device', slotId, deviceKey: key, share };
  const vault = must(await unlock(world, secret));
  expect(tierOf(vault)).toBe('details');
  expect(listEntries(vault)).toHaveLength(3);
  expect((await verifyRows(world.ports, vault, world.server.select())).verified.size).toBe(3);
  const row = rowOf(world, entryId(1));
  expect(codeOf(await readSecrets(world.ports, vault, row))).toBe('locked');
  expect(codeOf(await readEntry(world.ports, vault, row))).toBe('locked');
  expect(codeOf(await saveEdits(world.ports, vault, [{ kind: 'remove', id: row.id }]))).toBe('locked');
  expect(codeOf(await removeSlot(world.ports, vault, slotId))).toBe('no_slot');
  // Neither half alone is worth anything.
  expect(codeOf(await unlock(world, { ...secret, share: toBase64Url(seededBytes(78)(32)) }))).toBe('wrong_key');
  expect(codeOf(await unlock(world, { ...secret, deviceKey: await deviceKey(10) }))).toBe('wrong_key');
  expect(codeOf(await unlock(world, { ...secret, share: 'short' }))).toBe('share_malformed');
  expect(codeOf(await addSlot(world.ports, world.vault, secret, { kind: 'recovery' }))).toBe('no_slot');
});

test('the details tier may seal the log’s checkpoint, once for each state of the log', async () => {
  const world = await makeWorld(1);
  const commit = must(await sealCheckpoint(world.ports, world.vault, { sequence: 41, hash: 'abc' }));
  expect(commit).toBeDefined();
  if (commit !== undefined) world.vault = send(world.server, commit);
  expect(must(await sealCheckpoint(world.ports, world.vault, { sequence: 41, hash: 'abc' }))).toBeUndefined();
  const vault = must(await unlock(world));
  expect([classifyLog(vault, 'abc'), classifyLog(vault, 'abd'), classifyLog(vault, null)]).toEqual(['intact', 'log_altered', 'log_cut']);
  expect(classifyLog((await makeWorld()).vault, 'abc')).toBe('no_checkpoint');
});

test('changing the master rewraps one slot, touches no entry, and the old master opens no more', async () => {
  const world = await makeWorld(4);
  const rows = JSON.stringify(world.server.select());
  const commit = must(await changeMaster(world.ports, world.vault, byMaster, other, { memoryKib: 131_072, passes: 3 }));
  expect([commit.change.slots.length, commit.change.removed_slots.length, commit.change.entries.length]).toEqual([1, 1, 0]);
  world.vault = send(world.server, commit);
  expect(JSON.stringify(world.server.select())).toBe(rows);
  expect(codeOf(await unlock(world))).toBe('wrong_key');
  expect(must(await unlock(world, { kind: 'master', master: other })).findings).toEqual([]);
  expect(codeOf(await unlock(world, { kind: 'recovery', key: world.recoveryKey }))).toBe('ok');
  expect(pinOf(world.vault)?.strongest).toEqual({ memoryKib: 131_072, passes: 3 });
  expect(codeOf(await changeMaster(world.ports, world.vault, { kind: 'master', master: other }, master, minCost))).toBe(
    'weaker_than_before',
  );
});

test('a change of the master wants what opens the vault, and a cost worth the name', async () => {
  const world = await makeWorld(1);
  expect(codeOf(await changeMaster(world.ports, world.vault, { kind: 'master', master: 'no' }, other, minCost))).toBe('wrong_key');
  const authority = { kind: 'recovery', key: world.recoveryKey } as const;
  expect(codeOf(await changeMaster(world.ports, world.vault, authority, other, { memoryKib: 19_456, passes: 2 }))).toBe('too_weak');
  expect(codeOf(await changeMaster(world.ports, world.vault, authority, other, { memoryKib: 2 ** 31, passes: 3 }))).toBe('absurd');
  expect(codeOf(await changeMaster(world.ports, world.vault, authority, other, minCost))).toBe('ok');
});

test('a renewed recovery key ends the earlier one', async () => {
  const world = await makeWorld(1);
  const commit = must(await renewRecoveryKey(world.ports, world.vault, byMaster));
  world.vault = send(world.server, commit);
  expect(codeOf(await unlock(world, { kind: 'recovery', key: world.recoveryKey }))).toBe('wrong_key');
  expect(codeOf(await unlock(world, { kind: 'recovery', key: commit.recoveryKey ?? '' }))).toBe('ok');
});

test('slots can be taken away, but never the last that opens everything', async () => {
  const world = await makeWorld(1);
  const [first, second] = world.vault.slots;
  world.vault = send(world.server, must(await removeSlot(world.ports, world.vault, second?.id ?? '')));
  expect(codeOf(await removeSlot(world.ports, world.vault, first?.id ?? ''))).toBe('last_slot');
  expect(must(await unlock(world)).findings).toEqual([]);
});

test('no vault is made without a slot that opens everything, nor with a slot that would not be read back', async () => {
  const device = { kind: 'device', slotId, label: '', deviceKey: await deviceKey(1), share } as const;
  expect(codeOf(await createVault(testPorts(), userId, [device]))).toBe('no_slot');
  expect(codeOf(await createVault(testPorts(), userId, [{ kind: 'recovery' }, { ...device, share: '' }]))).toBe('share_malformed');
  expect(codeOf(await createVault(testPorts(), userId, [{ kind: 'recovery' }, { ...device, slotId: 'x' }]))).toBe('slot_malformed');
  expect(codeOf(await createVault(testPorts(), userId, [{ kind: 'master', master, cost: { memoryKib: 1, passes: 1 } }]))).toBe('too_weak');
});

test('a derivation that gives two answers makes no slot: it would lock the vault for good', async () => {
  let calls = 0;
  const ports = testPorts();
  const argon2id: typeof ports.argon2id = async (password, salt, cost) => {
    const answer = await ports.argon2id(password, salt, cost);
    if (cost.memoryKib >= 65_536) answer[0] = calls++;
    return answer;
  };
  expect(codeOf(await createVault({ ...ports, argon2id }, userId, [{ kind: 'master', master, cost: minCost }]))).toBe('derivation_failed');
});

test('what is in memory is told key by key, and none of it can be taken out', async () => {
  const world = await makeWorld(2);
  world.ports.clock.now += 5_000;
  const facts = memoryFacts(must(await unlock(world)));
  expect(facts).toMatchObject({ tier: 'secrets', openedBy: 'master', sinceMs: startMs + 5_000, listedEntries: 2 });
  expect(facts.keys.map(({ name }) => name)).toEqual([
    'entry-details',
    'entry-icon',
    'manifest',
    'retired-details',
    'entry-secrets',
    'migration',
    'retired',
    'collections',
  ]);
  expect(facts.keys.every(({ extractable }) => extractable === false)).toBe(true);
});

test('a vault that is open reads a newer snapshot without a second derivation', async () => {
  const world = await makeWorld(1);
  const elsewhere = must(await unlock(world));
  await edit(world, [{ kind: 'add', id: entryId(9), entry: sampleEntry('new') }]);
  const fresh = must(await reopenVault(world.ports, elsewhere, world.server.snapshot(), pinOf(elsewhere)));
  expect(fresh.findings).toEqual([]);
  expect(listEntries(fresh)).toHaveLength(2);
  expect(codeOf(await reopenVault(world.ports, elsewhere, { exists: false }, undefined))).toBe('vault_missing');
  expect(codeOf(await openVault(world.ports, userId, { exists: false }, undefined, byMaster))).toBe('no_vault');
});
