import { concatBytes, toBase64Url, utf8 } from '@castellan/foundation/bytes';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SimulatedServer } from '../../tests/simulated-server.ts';
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
  testPorts,
  unlock,
  userId,
  type World,
} from '../../tests/vault-world.ts';
import { saveEdits } from '../entries/edit-entries.ts';
import { openIcon } from '../entries/entry-envelope.ts';
import { readEntry, readManySecrets } from '../entries/read-entry.ts';
import type { VaultPorts } from '../ports.ts';
import { addSlot, changeMaster } from '../slots/change-slots.ts';
import { beginRotation, nextRotationStep } from '../slots/rotate-vault-key.ts';
import { openVault } from '../slots/unlock.ts';
import { beginMigration, nextMigrationStep } from '../version-one/migrate-version-one.ts';
import type { Commit } from './change.ts';
import { listEntries, type OpenVault } from './open-vault.ts';
import { verifyRows } from './verify-rows.ts';

const burnt = 'password1';
const slots = [{ kind: 'master', master, cost: minCost }, { kind: 'recovery' }] as const;

/** A ciphertext as the first version's pages made it: WebCrypto, SHA-256 of the master, 12-byte iv, base64. */
async function sealVersionOne(text: string, with_: string, seed: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', await crypto.subtle.digest('SHA-256', utf8(with_)), 'AES-GCM', false, ['encrypt']);
  const iv = new Uint8Array(seededBytes(seed)(12));
  const sealed = concatBytes(iv, new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, utf8(text))));
  return toBase64Url(sealed)
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .padEnd(Math.ceil(sealed.length / 3) * 4, '=');
}

async function oldServer(count: number): Promise<SimulatedServer> {
  const server = new SimulatedServer();
  for (let number = 1; number <= count; number += 1) {
    const sealed = await sealVersionOne(`pass ${number}`, burnt, number);
    server.insert({
      id: entryId(number),
      title: `t${number}`,
      username: 'u',
      url: 'https://u.example',
      notes: `n${number}`,
      category: 'social',
      favorite: number % 2 === 0,
      password_encrypted: sealed,
    });
  }
  return server;
}

/** The process dies here. */
class Killed extends Error {}

/** A server's connection that is cut before or after the given write. */
class CutServer {
  static sent = 0;
  writes = 0;
  readonly server: SimulatedServer;
  readonly cutAt: number;
  readonly after: boolean;
  constructor(server: SimulatedServer, cutAt: number, after: boolean) {
    this.server = server;
    this.cutAt = cutAt;
    this.after = after;
  }
  write<Answer>(work: () => Answer): Answer {
    this.writes += 1;
    if (this.writes !== this.cutAt) return work();
    if (this.after) work();
    throw new Killed();
  }
  send(commit: Commit): OpenVault {
    CutServer.sent += 1;
    const changeId = `work ${CutServer.sent}`;
    const answer = this.write(() => this.server.writeVault(commit.expectedEpoch, changeId, commit.change));
    if ('conflict' in answer) throw new Error('conflict');
    return commit.next;
  }
}

/** What a client does from its start until the migration is through; it knows the old master and the new one, and nothing else. */
async function migrate(ports: VaultPorts, connection: CutServer): Promise<void> {
  const { server } = connection;
  const snapshot = server.snapshot();
  let vault: OpenVault;
  if (snapshot.exists) vault = must(await openVault(ports, userId, snapshot, undefined, byMaster));
  else {
    const begun = must(await beginMigration(ports, userId, server.select(), burnt, slots));
    connection.write(() => server.upgradeVault(begun.creation));
    vault = begun.next;
  }
  for (;;) {
    const step = must(await nextMigrationStep(ports, vault, server.select()));
    if (step.kind === 'done' || step.kind === 'blocked') return expect(step.kind).toBe('done');
    vault = connection.send(step.commit);
  }
}

async function expectMigrated(ports: VaultPorts, server: SimulatedServer, count: number): Promise<void> {
  const vault = must(await openVault(ports, userId, server.snapshot(), undefined, byMaster));
  const rows = server.select();
  const report = await verifyRows(ports, vault, rows);
  expect([vault.findings, report.findings, report.verified.size, vault.head?.v1, vault.head?.v1Key]).toEqual([
    [],
    [],
    count,
    'closed',
    null,
  ]);
  for (const row of rows) {
    const number = Number.parseInt(row.id.slice(-12), 16);
    const entry = must(await readEntry(ports, vault, row));
    expect(entry).toMatchObject({
      details: { title: `t${number}`, username: 'u', url: 'https://u.example', category: 'social', favorite: number % 2 === 0 },
      secrets: { password: `pass ${number}`, notes: `n${number}` },
    });
    expect([row.title, row.username, row.url, row.notes]).toEqual(['', '', '', '']);
  }
}

test('the power is cut before and after every write of a migration: it resumes, and no entry is lost', { timeout: 60_000 }, async () => {
  const count = 450;
  const server = await oldServer(count);
  const whole = new CutServer(server.copy(), 0, false);
  await migrate(testPorts(1), whole);
  expect(whole.writes).toBe(5);
  await expectMigrated(testPorts(2), whole.server, count);
  for (let cutAt = 1; cutAt <= whole.writes; cutAt += 1) {
    for (const after of [false, true]) {
      const cut = new CutServer(server.copy(), cutAt, after);
      await expect(migrate(testPorts(cutAt), cut)).rejects.toBeInstanceOf(Killed);
      await migrate(testPorts(100 + cutAt), new CutServer(cut.server, 0, false));
      await expectMigrated(testPorts(3), cut.server, count);
    }
  }
});

test('rows that fail stay as they are and are named; another old master converts them later', async () => {
  const server = await oldServer(3);
  server.insert({ id: entryId(4), title: 'older', password_encrypted: await sealVersionOne('older pass', 'password0', 9) });
  server.insert({ id: entryId(5), title: 'noise', password_encrypted: '!!' });
  server.insert({ id: entryId(6), title: 'long', notes: 'n'.repeat(200_001), password_encrypted: await sealVersionOne('x', burnt, 10) });
  const ports = testPorts(4);
  await migrate(ports, new CutServer(server, 0, false));
  let vault = must(await openVault(ports, userId, server.snapshot(), undefined, byMaster));
  const left = must(await nextMigrationStep(ports, vault, server.select()));
  expect(left).toEqual({
    kind: 'done',
    left: [
      { id: entryId(4), code: 'v1_unreadable' },
      { id: entryId(5), code: 'v1_malformed' },
      { id: entryId(6), code: 'v1_unreadable' },
    ],
  });
  expect(server.rows.get(entryId(5))).toMatchObject({ title: 'noise', password_encrypted: '!!' });
  const report = await verifyRows(ports, vault, server.select());
  expect(report.findings).toEqual([]);
  expect(report.unconverted.map(({ id }) => id)).toEqual([entryId(4), entryId(5), entryId(6)]);
  const more = must(await nextMigrationStep(ports, vault, server.select(), 'password0'));
  if (more.kind !== 'convert') throw new Error(more.kind);
  expect(more.converted).toEqual([entryId(4)]);
  vault = send(server, more.commit);
  // What the owner removes is no longer waited for.
  vault = send(server, must(await saveEdits(ports, vault, [{ kind: 'remove', id: entryId(5) }])));
  expect(must(await nextMigrationStep(ports, vault, server.select(), burnt))).toEqual({
    kind: 'done',
    left: [{ id: entryId(6), code: 'v1_too_large' }],
  });
});

test('after closing, planted rows of version 1 are refused, though the burnt master opens them', async () => {
  const server = await oldServer(2);
  const ports = testPorts(5);
  await migrate(ports, new CutServer(server, 0, false));
  server.insert({ id: entryId(9), title: 'planted', password_encrypted: await sealVersionOne('planted', burnt, 12) });
  const vault = must(await openVault(ports, userId, server.snapshot(), undefined, byMaster));
  const report = await verifyRows(ports, vault, server.select());
  expect([report.findings, report.unconverted]).toEqual([[{ code: 'planted_v1', entryId: entryId(9) }], []]);
  expect(must(await nextMigrationStep(ports, vault, server.select(), burnt))).toEqual({ kind: 'done', left: [] });
});

test('while a migration runs, exchanged and planted old rows are not converted, and a converted row that changed keeps it open', async () => {
  const server = await oldServer(2);
  const ports = testPorts(6);
  const begun = must(await beginMigration(ports, userId, server.select(), burnt, slots));
  server.upgradeVault(begun.creation);
  const [one, two] = [entryId(1), entryId(2)];
  const original = server.rows.get(one);
  server.insert({ id: one, title: 't1', password_encrypted: server.rows.get(two)?.password_encrypted ?? '' });
  server.insert({ id: entryId(9), title: 'planted', password_encrypted: await sealVersionOne('planted', burnt, 12) });
  const report = await verifyRows(ports, begun.next, server.select());
  expect(report.findings).toEqual([
    { code: 'altered', entryId: one },
    { code: 'planted_v1', entryId: entryId(9) },
  ]);
  const step = must(await nextMigrationStep(ports, begun.next, server.select()));
  if (step.kind !== 'convert') throw new Error(step.kind);
  expect(step.converted).toEqual([two]);
  const vault = send(server, step.commit);
  const kept = server.rows.get(two);
  server.rows.delete(two);
  expect(must(await nextMigrationStep(ports, vault, server.select()))).toEqual({
    kind: 'blocked',
    findings: [{ code: 'missing', entryId: two }],
  });
  if (kept !== undefined) server.rows.set(two, kept);
  if (original !== undefined) server.rows.set(one, original);
  await migrate(ports, new CutServer(server, 0, false));
  expect(must(await openVault(ports, userId, server.snapshot(), undefined, byMaster)).head?.unconverted).toEqual([]);
});

test('a migration does not begin with a wrong master, with the burnt one as the new, or with nothing to migrate', async () => {
  const server = await oldServer(1);
  const begin = (old: string, wanted: Parameters<typeof beginMigration>[4] = slots, rows = server.select()) =>
    beginMigration(testPorts(), userId, rows, old, wanted);
  expect(codeOf(await begin('password2'))).toBe('wrong_v1_master');
  expect(codeOf(await begin(burnt, [{ kind: 'master', master: burnt, cost: minCost }]))).toBe('same_master');
  expect(codeOf(await begin(burnt, slots, []))).toBe('not_v1');
  expect(codeOf(await begin(burnt, []))).toBe('no_slot');
});

const fresh = 'a new master, known to nobody';

/** What a client does from its start until the rotation is through. */
async function rotate(ports: VaultPorts, connection: CutServer): Promise<void> {
  const { server } = connection;
  const opened = await openVault(ports, userId, server.snapshot(), undefined, { kind: 'master', master: fresh });
  let vault: OpenVault;
  if (opened.ok) vault = opened.value;
  else {
    const present = must(await openVault(ports, userId, server.snapshot(), undefined, byMaster));
    const begun = must(
      await beginRotation(ports, present, byMaster, [{ kind: 'master', master: fresh, cost: minCost }, { kind: 'recovery' }]),
    );
    vault = connection.send(begun);
  }
  for (;;) {
    const step = must(await nextRotationStep(ports, vault, server.select()));
    if (step.kind === 'done' || step.kind === 'blocked') return expect(step.kind).toBe('done');
    vault = connection.send(step.commit);
  }
}

test('the power is cut before and after every write of a rotation: it resumes, every entry is readable at every moment, none is lost', {
  timeout: 60_000,
}, async () => {
  const count = 230;
  const world = await makeWorld(count);
  await edit(world, [{ kind: 'update', row: rowOf(world, entryId(5)), entry: sampleEntry('with icon'), icon: Uint8Array.of(1, 2) }]);
  const oldKeyId = world.vault.keys.keyId;
  const whole = new CutServer(world.server.copy(), 0, false);
  await rotate(testPorts(21), whole);
  expect(whole.writes).toBe(4);
  for (let cutAt = 1; cutAt <= whole.writes; cutAt += 1) {
    for (const after of [false, true]) {
      const cut = new CutServer(world.server.copy(), cutAt, after);
      await expect(rotate(testPorts(30 + cutAt), cut)).rejects.toBeInstanceOf(Killed);
      const opened = await openVault(world.ports, userId, cut.server.snapshot(), undefined, { kind: 'master', master: fresh });
      const between = opened.ok ? opened.value : must(await openVault(world.ports, userId, cut.server.snapshot(), undefined, byMaster));
      expect((await readManySecrets(world.ports, between, cut.server.select())).filter(({ ok }) => ok)).toHaveLength(count);
      await rotate(testPorts(60 + cutAt), new CutServer(cut.server, 0, false));
      await expectRotated(cut.server, count, oldKeyId);
    }
  }
});

async function expectRotated(server: SimulatedServer, count: number, oldKeyId: string): Promise<void> {
  const ports = testPorts(70);
  expect((await openVault(ports, userId, server.snapshot(), undefined, byMaster)).ok).toBe(false);
  const vault = must(await openVault(ports, userId, server.snapshot(), undefined, { kind: 'master', master: fresh }));
  const rows = server.select();
  expect([vault.findings, vault.head?.retired, vault.retired.size]).toEqual([[], [], 0]);
  expect((await verifyRows(ports, vault, rows)).verified.size).toBe(count);
  expect((await readManySecrets(ports, vault, rows)).filter(({ ok }) => ok)).toHaveLength(count);
  expect(JSON.stringify([...server.parts.values(), ...server.rows.values(), ...server.slots.values()])).not.toContain(oldKeyId);
  const icon = rows.find(({ id }) => id === entryId(5))?.icon ?? '';
  expect(must(await openIcon(ports.crypto, vault.keys, { userId, entryId: entryId(5) }, icon))).toEqual(Uint8Array.of(1, 2));
}

async function begunRotation(world: World): Promise<OpenVault> {
  const begun = must(await beginRotation(world.ports, world.vault, byMaster, [{ kind: 'master', master: fresh, cost: minCost }]));
  return send(world.server, begun);
}

test('an entry that cannot be read keeps the old key, is named, and stops no other; removing it drops the key', async () => {
  const world = await makeWorld(3);
  const row = rowOf(world, entryId(2));
  world.server.rows.set(row.id, { ...row, password_encrypted: rowOf(world, entryId(1)).password_encrypted });
  let vault = await begunRotation(world);
  let blocked: unknown;
  for (let turn = 0; turn < 5 && blocked === undefined; turn += 1) {
    const step = must(await nextRotationStep(world.ports, vault, world.server.select()));
    if (step.kind === 'reseal') vault = send(world.server, step.commit);
    else blocked = step;
  }
  expect(blocked).toEqual({ kind: 'blocked', findings: [{ code: 'altered', entryId: row.id }] });
  expect((await readManySecrets(world.ports, vault, world.server.select())).filter(({ ok }) => ok)).toHaveLength(2);
  vault = send(world.server, must(await saveEdits(world.ports, vault, [{ kind: 'remove', id: row.id }])));
  const last = must(await nextRotationStep(world.ports, vault, world.server.select()));
  if (last.kind !== 'finish') throw new Error(last.kind);
  send(world.server, last.commit);
  expect(must(await unlock(world, { kind: 'master', master: fresh })).head?.retired).toEqual([]);
});

test('during a rotation a known device, enrolled again, still lists what is under the old key', async () => {
  const world = await makeWorld(3);
  const deviceKey = await crypto.subtle.importKey('raw', new Uint8Array(32).fill(3), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  let vault = await begunRotation(world);
  const slotId = 'de1ce000-0000-4000-8000-000000000001';
  const share = toBase64Url(new Uint8Array(32).fill(4));
  vault = send(
    world.server,
    must(await addSlot(world.ports, vault, { kind: 'master', master: fresh }, { kind: 'device', slotId, label: '', deviceKey, share })),
  );
  const details = must(await unlock(world, { kind: 'device', slotId, deviceKey, share }));
  expect(listEntries(details)).toHaveLength(3);
  expect(details.findings).toEqual([]);
  expect(codeOf(await nextRotationStep(world.ports, details, world.server.select()))).toBe('locked');
  expect(codeOf(await beginRotation(world.ports, vault, { kind: 'master', master: fresh }, slots))).toBe('rotation_running');
  // A second change of master works meanwhile; the retired key stays sealed.
  vault = send(
    world.server,
    must(await changeMaster(world.ports, vault, { kind: 'master', master: fresh }, 'yet another master', minCost)),
  );
  expect(
    (
      await readManySecrets(world.ports, must(await unlock(world, { kind: 'master', master: 'yet another master' })), world.server.select())
    ).every(({ ok }) => ok),
  ).toBe(true);
});

test('a slot from before a rotation opens nothing of what came after, and says so', async () => {
  const world = await makeWorld(1);
  const old = [...world.server.slots.values()];
  await begunRotation(world);
  for (const slot of old) world.server.slots.set(slot.id, slot);
  expect(codeOf(await unlock(world))).toBe('key_superseded');
});

test('a rotation wants a slot that opens everything, the right authority, and no migration under way', async () => {
  const world = await makeWorld(1);
  expect(codeOf(await beginRotation(world.ports, world.vault, byMaster, []))).toBe('no_slot');
  expect(codeOf(await beginRotation(world.ports, world.vault, { kind: 'master', master: 'no' }, slots))).toBe('wrong_key');
  expect(must(await nextRotationStep(world.ports, world.vault, []))).toEqual({ kind: 'done' });
  const server = await oldServer(1);
  const begun = must(await beginMigration(world.ports, userId, server.select(), burnt, slots));
  expect(codeOf(await beginRotation(world.ports, begun.next, byMaster, slots))).toBe('migration_running');
});

test('property: cut at random, again and again, a migration and a rotation after it end whole', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.boolean()), { maxLength: 4 }),
      async (count, cuts) => {
        const server = await oldServer(count);
        let seed = 200;
        const nextPorts = () => {
          seed += 1;
          return testPorts(seed);
        };
        for (const work of [migrate, rotate]) {
          for (const [cutAt, after] of cuts)
            await work(nextPorts(), new CutServer(server, cutAt, after)).catch((error: unknown) => expect(error).toBeInstanceOf(Killed));
          await work(nextPorts(), new CutServer(server, 0, false));
        }
        const ports = testPorts(9);
        const vault = must(await openVault(ports, userId, server.snapshot(), undefined, { kind: 'master', master: fresh }));
        const passwords = (await readManySecrets(ports, vault, server.select())).map((read) => must(read).password);
        expect(passwords.sort()).toEqual(Array.from({ length: count }, (_, index) => `pass ${index + 1}`).sort());
      },
    ),
    { seed: 43, numRuns: 60 },
  );
});
