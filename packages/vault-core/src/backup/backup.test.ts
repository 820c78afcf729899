import { concatBytes, textOf, utf8 } from '@castellan/foundation/bytes';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gathered, inPieces, readBackup, someBytes } from '../../tests/backup-world.ts';
import {
  codeOf,
  entryId,
  makeWorld,
  master,
  minCost,
  must,
  rowOf,
  send,
  testPorts,
  unlock,
  userId,
  type World,
} from '../../tests/vault-world.ts';
import { readEntry } from '../entries/read-entry.ts';
import type { Argon2id } from '../ports.ts';
import { changeMaster } from '../slots/change-slots.ts';
import type { NewSlot } from '../slots/new-slot.ts';
import { beginRotation } from '../slots/rotate-vault-key.ts';
import { openVault } from '../slots/unlock.ts';
import { parseBackupHeader } from './backup-header.ts';
import { parseBackupVault, snapshotOfBackup } from './backup-vault.ts';
import { type BackupWay, makeBackup } from './make-backup.ts';
import { openBackup } from './open-backup.ts';
import { maxHeaderBytes, splitBackup } from './split-backup.ts';

const byMaster = { kind: 'master', master } as const;
const phrase = 'unhinged-marbled-outsider-gallon-thrash-clover';
const byPhrase = { kind: 'passphrase', passphrase: phrase } as const;
const tools = { isWeak: (text: string) => text.length < 20, scryptLogN: 4 };
const keys: BackupWay = { kind: 'keys' };
const ownPhrase: BackupWay = { kind: 'passphrase', passphrase: phrase, cost: minCost };
const prfOutput = someBytes(32);
const passkey: NewSlot = { kind: 'passkey', credentialId: 'Y3JlZA', prfSalt: 'c2FsdA', label: 'Key', prfOutput };

/** Longer than three of the pieces that age encrypts by. */
const payload = someBytes(200_000);

async function fileOf(world: World, way = keys, bytes: Uint8Array = payload) {
  const begun = must(await makeBackup(world.ports, tools, world.vault, byMaster, way));
  return { vault: begun.vault, file: await gathered(begun.encrypt(inPieces(bytes))) };
}

const headerOf = async (file: Uint8Array) => must(await splitBackup(inPieces(file))).header;

test('the master, the recovery key and a passkey open a backup, and nothing else does', async () => {
  const world = await makeWorld(0, 1, testPorts(1), [passkey]);
  const { file } = await fileOf(world);
  const open = (secret: Parameters<typeof readBackup>[2]) => readBackup(testPorts(9), file, secret);
  expect(await open(byMaster)).toEqual(payload);
  expect(await open({ kind: 'recovery', key: world.recoveryKey })).toEqual(payload);
  expect(await open({ kind: 'passkey', credentialId: 'Y3JlZA', prfOutput })).toEqual(payload);
  expect(await open({ kind: 'master', master: 'another over the north tower' })).toBe('wrong_key');
  expect(await open({ kind: 'recovery', key: 'ABCD'.repeat(8) })).toBe('wrong_key');
  expect(await open({ kind: 'passkey', credentialId: 'b3RoZXI', prfOutput })).toBe('no_slot');
  expect(await open(byPhrase)).toBe('wants_key');
});

test('a former master opens the backup that was made while it was the master, and none that was made later', async () => {
  const world = await makeWorld();
  const before = await fileOf(world);
  const next = 'harrier under the south bridge';
  world.vault = send(world.server, must(await changeMaster(world.ports, world.vault, byMaster, next, minCost)));
  const begun = must(await makeBackup(world.ports, tools, world.vault, { kind: 'master', master: next }, keys));
  const after = await gathered(begun.encrypt(inPieces(payload)));
  expect(await readBackup(world.ports, before.file, byMaster)).toEqual(payload);
  expect(await readBackup(world.ports, before.file, { kind: 'master', master: next })).toBe('wrong_key');
  expect(await readBackup(world.ports, after, byMaster)).toBe('wrong_key');
});

test('a backup under a passphrase opens by that alone, and its vault by the same passphrase', async () => {
  const world = await makeWorld(3);
  const { file, vault } = await fileOf(world, ownPhrase);
  expect(await readBackup(world.ports, file, byPhrase)).toEqual(payload);
  expect(await readBackup(world.ports, file, { kind: 'passphrase', passphrase: `${phrase}s` })).toBe('wrong_passphrase');
  expect(await readBackup(world.ports, file, byMaster)).toBe('wants_passphrase');

  const kept = parseBackupVault(JSON.parse(JSON.stringify(vault)));
  if (kept === undefined) throw new Error('no vault');
  const parts = [...world.server.parts].map(([part, envelope]) => ({ part, envelope }));
  const snapshot = must(snapshotOfBackup(kept, [...world.server.slots.values()], parts));
  for (const one of [phrase, master]) {
    const opened = must(await openVault(world.ports, userId, snapshot, undefined, { kind: 'master', master: one }));
    expect(must(await readEntry(world.ports, opened, rowOf(world, entryId(2)))).details.title).toBe('site2');
  }
});

test('a backup wants the vault opened once more, and a passphrase that is no weaker than a master may be', async () => {
  const world = await makeWorld();
  const wrong = await makeBackup(world.ports, tools, world.vault, { kind: 'master', master: 'another' }, ownPhrase);
  expect(wrong).toEqual({ ok: false, failure: { code: 'proof_refused', because: 'wrong_key' } });
  const weak = await makeBackup(world.ports, tools, world.vault, byMaster, { ...ownPhrase, passphrase: 'password1' });
  expect(codeOf(weak)).toBe('passphrase_weak');
  expect(codeOf(await makeBackup(world.ports, tools, { ...world.vault, head: undefined }, byMaster, keys))).toBe('not_whole');
});

test('the same spelling of a passphrase opens the file, however a keyboard composes it', async () => {
  const world = await makeWorld();
  const composed = 'é-wide-open-field-of-barley';
  const { file } = await fileOf(world, { ...ownPhrase, passphrase: composed });
  expect(await readBackup(world.ports, file, { kind: 'passphrase', passphrase: composed.normalize('NFD') })).toEqual(payload);
});

test('no byte of a file can be another, and none can be missing', async () => {
  const world = await makeWorld(0, 1, testPorts(1), [passkey]);
  for (const way of [keys, ownPhrase]) {
    const { file } = await fileOf(world, way, someBytes(3_000));
    const secret = way.kind === 'keys' ? byMaster : byPhrase;
    await fc.assert(
      fc.asyncProperty(fc.nat(file.byteLength - 1), fc.integer({ min: 1, max: 255 }), async (place, change) => {
        const altered = file.map((byte, index) => (index === place ? byte ^ change : byte));
        expect(typeof (await readBackup(world.ports, altered, secret))).toBe('string');
      }),
      { numRuns: 400 },
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(file.byteLength - 1), async (length) => {
        expect(typeof (await readBackup(world.ports, file.subarray(0, length), secret))).toBe('string');
      }),
      { numRuns: 150 },
    );
  }
});

test('every length of a payload comes back, in whatever pieces it goes in', async () => {
  const world = await makeWorld();
  const lengths = fc.constantFrom(0, 1, 65_535, 65_536, 65_537, 131_072).chain((near) => fc.constant(near));
  await fc.assert(
    fc.asyncProperty(lengths, fc.integer({ min: 1_000, max: 90_000 }), async (length, size) => {
      const bytes = someBytes(length);
      const begun = must(await makeBackup(world.ports, tools, world.vault, byMaster, keys));
      const file = await gathered(begun.encrypt(inPieces(bytes, size)));
      expect(await readBackup(world.ports, file, byMaster)).toEqual(bytes);
    }),
    { numRuns: 20 },
  );
});

test('a way in of one backup opens no other, and the wrapped file key of one is none of another', async () => {
  const [one, other] = [await makeWorld(0, 1), await makeWorld(0, 2)];
  const [mine, foreign] = [textOf(await headerOf((await fileOf(one)).file)), textOf(await headerOf((await fileOf(other)).file))];
  const linesOf = (header: string | undefined) => (header ?? '').split('\n');
  const at = (lines: string[]) => lines.findIndex((line) => line.startsWith('-> castellan.backup.1/key'));
  const swapped = [...linesOf(mine).slice(0, at(linesOf(mine))), ...linesOf(foreign).slice(at(linesOf(foreign)))];
  expect(await readBackup(one.ports, utf8(swapped.join('\n')), byMaster)).toBe('no_slot');
  const again = textOf(await headerOf((await fileOf(one)).file));
  const mixed = [...linesOf(mine).slice(0, at(linesOf(mine))), ...linesOf(again).slice(at(linesOf(again)), -2), ...linesOf(mine).slice(-2)];
  expect(await readBackup(one.ports, utf8(mixed.join('\n')), byMaster)).toBe('damaged');
});

/** A header whose master asks for another cost: nothing but the header's code could tell, and that is compared last. */
function withCost(header: Uint8Array, cost: object): Uint8Array<ArrayBuffer> {
  const lines = (textOf(header) ?? '').split('\n');
  const at = lines.findIndex((line) => line.startsWith('-> castellan.backup.1/slot master'));
  const end = lines.findIndex((line, index) => index > at && line.startsWith('-> '));
  const slot: { readonly parameters: object } = JSON.parse(atob(lines.slice(at + 1, end).join('')));
  const body = btoa(JSON.stringify({ ...slot, parameters: { ...slot.parameters, ...cost } })).replace(/=+$/, '');
  const wrapped: string[] = body.match(/.{1,64}/g) ?? [];
  if (body.length % 64 === 0) wrapped.push('');
  return utf8([...lines.slice(0, at + 1), ...wrapped, ...lines.slice(end)].join('\n'));
}

test('a header that asks for absurd or weak work is refused before the work is done', async () => {
  const world = await makeWorld();
  const header = await headerOf((await fileOf(world)).file);
  let asked = 0;
  const counting: Argon2id = (password, salt, cost) => {
    asked += cost.memoryKib > 2_048 ? 1 : 0;
    return world.ports.argon2id(password, salt, cost);
  };
  const read = (cost: object) => readBackup({ ...world.ports, argon2id: counting }, withCost(header, cost), byMaster);
  expect(await read({ memoryKib: 4_194_304 })).toBe('absurd');
  expect(await read({ passes: 17 })).toBe('absurd');
  expect(await read({ memoryKib: 8_192 })).toBe('too_weak');
  expect(asked).toBe(0);
  expect(await read({ passes: 4 })).toBe('wrong_key');
  expect(asked).toBe(1);
  const scrypt = (logN: string) =>
    utf8(`age-encryption.org/v1\n-> scrypt ${'A'.repeat(22)} ${logN}\n${'A'.repeat(43)}\n--- ${'A'.repeat(43)}\n`);
  expect(await readBackup(world.ports, scrypt('21'), byPhrase)).toBe('absurd');
  expect(await readBackup(world.ports, scrypt('0'), byPhrase)).toBe('not_a_backup');
  expect(await readBackup(world.ports, scrypt('4'), byPhrase)).toBe('wrong_passphrase');
});

test('ways in that were planted at the server, and a device, are not in the header', async () => {
  const world = await makeWorld();
  const [slot] = world.vault.slots;
  if (slot === undefined) throw new Error('no slot');
  const planted = { ...slot, id: entryId(7) };
  world.vault = { ...world.vault, slots: [planted, ...world.vault.slots] };
  const header = must(await parseBackupHeader(await headerOf((await fileOf(world)).file)));
  expect(header.kind === 'keys' ? header.slots.map(({ kind, id }) => `${kind} ${id === planted.id}`) : []).toEqual([
    'master false',
    'recovery false',
  ]);
});

test('a backup of a rotated vault opens by the present ways in alone', async () => {
  const world = await makeWorld(2);
  const next = { kind: 'master', master: 'harrier under the south bridge' } as const;
  const begun = must(await beginRotation(world.ports, world.vault, byMaster, [{ ...next, cost: minCost }]));
  world.vault = send(world.server, begun);
  const made = must(await makeBackup(world.ports, tools, world.vault, next, keys));
  const file = await gathered(made.encrypt(inPieces(payload)));
  expect(await readBackup(world.ports, file, next)).toEqual(payload);
  expect(await readBackup(world.ports, file, byMaster)).toBe('wrong_key');
});

test('what is no backup is said to be none, and no more of it is read than a header may have', async () => {
  const { ports } = await makeWorld();
  for (const text of [
    '',
    'age',
    '{"schemaVersion":2,',
    'age-encryption.org/v1\n',
    'age-encryption.org/v1\n-> X25519 abc\nAAAA\n--- AAAA\n',
  ]) {
    expect(await readBackup(ports, utf8(text), byMaster)).toBe('not_a_backup');
  }
  let read = 0;
  const endless = async function* () {
    yield utf8('age-encryption.org/v1\n');
    for (;;) {
      read += 1_000;
      yield new Uint8Array(1_000).fill(65);
    }
  };
  expect(codeOf(await splitBackup(endless()))).toBe('not_a_backup');
  expect(read).toBeLessThan(maxHeaderBytes + 2_000);
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
      const hostile = concatBytes(utf8('age-encryption.org/v1\n-> '), bytes, utf8('\n--- AAAA\n'));
      expect(typeof (await readBackup(ports, hostile, byMaster))).toBe('string');
    }),
  );
});

test('a disk that fails while a backup is read is no damage of the backup', async () => {
  const world = await makeWorld();
  const { file } = await fileOf(world);
  const split = must(await splitBackup(inPieces(file)));
  const opened = must(await openBackup(world.ports, split.header, byMaster));
  const failing = async function* () {
    yield file.subarray(split.header.byteLength, split.header.byteLength + 70_000);
    throw new RangeError('disk');
  };
  await expect(gathered(opened.decrypt(failing()))).rejects.toThrow(RangeError);
});

test('a vault opens from its backup as from the server', async () => {
  const world = await makeWorld(4);
  const { vault } = await fileOf(world);
  expect(vault).toMatchObject({ userId, vaultId: world.vault.vaultId, epoch: world.vault.epoch, slot: null });
  expect(codeOf(await unlock(world))).toBe('ok');
  expect(parseBackupVault({ ...vault, epoch: 0 })).toBeUndefined();
});
