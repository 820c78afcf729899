import { toBase64Url, utf8 } from '@castellan/foundation/bytes';
import { expect, test } from 'vitest';
import { byMaster, codeOf, entryId, makeWorld, master, must, rowOf, sampleEntry, seededBytes, userId } from '../../tests/vault-world.ts';
import { keysOfVaultKey } from '../crypto/keyring.ts';
import { openJson, sealJson, sealPadded } from '../crypto/sealing.ts';
import {
  firstRecordPart,
  headPart,
  maxPartCharacters,
  openHead,
  openPart,
  parsePartEnvelope,
  sealPart,
} from '../manifest/manifest-head.ts';
import { openShard, shardOf, shardPlain } from '../manifest/manifest-shard.ts';
import { parsePin } from '../manifest/parse-pin.ts';
import { maxEnvelopeCharacters } from '../manifest/vault-row.ts';
import { type Slot, slotSchema } from '../slots/slot.ts';
import { openVault } from '../slots/unlock.ts';
import { isSealedEntry, openDetails, openIcon, openSecrets, parseEntryEnvelope, sealEntry, sealIcon } from './entry-envelope.ts';

const keyId = 'A'.repeat(22);
const digest = 'B'.repeat(43);

test('an entry is spelled in one way: nothing before, behind or between, no part missing, and no longer than a row may be', () => {
  const text = `v2.${keyId}.12.CC.DD`;
  expect(must(parseEntryEnvelope(text))).toEqual({ keyId, version: 12, details: 'CC', secrets: 'DD' });
  const wrong = [
    ...[` ${text}`, `x${text}`, `${text}.`, `${text}.EE`, `v2.${keyId}.12.CC`, `v2.${keyId}.12.`, `v2.${keyId}.`, 'v2.', ''],
    ...[`v2..12.CC.DD`, `v2.${keyId}..CC.DD`, `v2.${keyId}.12..DD`, `v2.${keyId}.12.CC.`, `v2.${keyId}A.12.CC.DD`],
    ...[`v2.${keyId}.0.CC.DD`, `v2.${keyId}.012.CC.DD`, `v2.${keyId}.1x.CC.DD`, `v2.${keyId}.${'1'.repeat(16)}.CC.DD`],
  ];
  for (const spelled of wrong) expect([spelled, codeOf(parseEntryEnvelope(spelled))]).toEqual([spelled, 'malformed']);
  const fill = (length: number) => text + 'D'.repeat(length - text.length);
  expect(codeOf(parseEntryEnvelope(fill(maxEnvelopeCharacters)))).toBe('ok');
  expect(codeOf(parseEntryEnvelope(fill(maxEnvelopeCharacters + 1)))).toBe('malformed');
  for (const later of ['v3', 'v10']) expect(codeOf(parseEntryEnvelope(text.replace('v2', later)))).toBe('unknown_version');
  expect(['v2.', 'v10.', 'xv2.', 'v2', 'v.'].map(isSealedEntry)).toEqual([true, true, false, false, false]);
});

test('a part of the manifest is spelled in one way', () => {
  const text = `m2.${keyId}.12.CC`;
  expect(must(parsePartEnvelope(text))).toEqual({ keyId, epoch: 12, sealed: 'CC' });
  const wrong = [
    ...[` ${text}`, `x${text}`, `m2.${keyId}.CC`, `m2.12.CC`, `m2.${keyId}.0.CC`, `m2.${keyId}.1x.CC`, `m2.${keyId}.12.CC.DD`, 'm2.', ''],
    ...[`m2.${keyId}.12`, `xm3.${keyId}.12.CC`],
  ];
  for (const spelled of wrong) expect([spelled, codeOf(parsePartEnvelope(spelled))]).toEqual([spelled, 'malformed']);
  for (const later of ['m3', 'm10']) expect(codeOf(parsePartEnvelope(text.replace('m2', later)))).toBe('unknown_version');
  const fill = (length: number) => text + 'C'.repeat(length - text.length);
  expect(codeOf(parsePartEnvelope(fill(maxPartCharacters)))).toBe('ok');
  expect(codeOf(parsePartEnvelope(fill(maxPartCharacters + 1)))).toBe('malformed');
});

test('an icon is spelled in one way, and opens under its own key alone', async () => {
  const { ports, vault } = await makeWorld();
  const place = { userId, entryId: entryId(1) };
  const open = async (text: string) => codeOf(await openIcon(ports.crypto, vault.keys, place, text));
  const text = await sealIcon(ports, vault.keys, place, Uint8Array.of(1, 2, 3));
  expect(await open(text)).toBe('ok');
  for (const spelled of [
    `x${text}`,
    `${text}.`,
    `${text} `,
    `i2.${vault.keys.keyId}.`,
    `i2.${vault.keys.keyId}`,
    'i2',
    '',
    `x${text.replace('i2', 'i3')}`,
  ])
    expect([spelled, await open(spelled)]).toEqual([spelled, 'malformed']);
  for (const later of ['i3', 'i10']) expect(await open(text.replace('i2', later))).toBe('unknown_version');
  const fill = (length: number) => text + 'A'.repeat(length - text.length);
  expect(await open(fill(200_000))).toBe('unreadable');
  expect(await open(fill(200_001))).toBe('malformed');
});

test('halves of an entry open under the key they name, and the secrets not at all where only the details were opened', async () => {
  const world = await makeWorld(1);
  const { ports, vault } = world;
  const place = { userId, entryId: entryId(1) };
  const envelope = must(parseEntryEnvelope(rowOf(world, entryId(1)).password_encrypted));
  const other = await keysOfVaultKey(ports.crypto, new Uint8Array(seededBytes(9)(32)));
  expect(codeOf(await openDetails(ports.crypto, other, place, envelope))).toBe('unknown_key');
  expect(codeOf(await openSecrets(ports.crypto, other, place, envelope))).toBe('unknown_key');
  const listOnly = { ...vault.keys, secrets: undefined };
  expect(codeOf(await openDetails(ports.crypto, listOnly, place, envelope))).toBe('ok');
  expect(codeOf(await openSecrets(ports.crypto, listOnly, place, envelope))).toBe('locked');
});

test('an entry with a fault in either half is not sealed', async () => {
  const { ports, vault } = await makeWorld();
  const place = { userId, entryId: entryId(1) };
  const good = sampleEntry('bank');
  const seal = async (entry: typeof good) => codeOf(await sealEntry(ports, vault.keys, place, 1, entry));
  expect(await seal(good)).toBe('ok');
  expect(await seal({ ...good, details: { ...good.details, title: '' } })).toBe('entry_invalid');
  expect(await seal({ ...good, details: { ...good.details, createdAt: '2026-02-31T25:00:00Z' } })).toBe('entry_invalid');
  expect(await seal({ ...good, secrets: { ...good.secrets, password: 'x'.repeat(20_001) } })).toBe('entry_invalid');
});

test('what is sealed as a part names in its associated data whether it is the head, entries or records', async () => {
  const { ports, vault } = await makeWorld();
  const { keys, vaultId } = vault;
  for (const [part, kind] of [
    [headPart, 'head'],
    [0, 'shard'],
    [firstRecordPart - 1, 'shard'],
    [firstRecordPart, 'records'],
    [firstRecordPart + 1, 'records'],
  ] as const) {
    const place = { userId, vaultId, part };
    const envelope = must(parsePartEnvelope(await sealPart(ports, keys, place, 7, { is: kind })));
    const aad = ['castellan.manifest.2', kind, userId, vaultId, String(part), '7', keys.keyId];
    expect(await openJson(ports.crypto, keys.details.manifest, aad, envelope.sealed)).toEqual({ is: kind });
    expect(await openPart(ports.crypto, keys, place, envelope)).toEqual({ is: kind });
    expect(await openPart(ports.crypto, keys, place, { ...envelope, keyId })).toBeUndefined();
  }
});

test('a head says what it may and nothing else, though it was sealed under the right key', async () => {
  const { ports, vault } = await makeWorld(1);
  const { keys, vaultId, head } = vault;
  if (head === undefined) throw new Error('no head');
  const place = { userId, vaultId };
  const open = async (change: object) =>
    codeOf(
      await openHead(
        ports.crypto,
        keys,
        place,
        await sealPart(ports, keys, { ...place, part: headPart }, head.epoch, { ...head, ...change }),
      ),
    );
  const shard = { epoch: 1, digest };
  expect(await open({})).toBe('ok');
  expect(await open({ v1: 'open' })).toBe('ok');
  for (const part of ['0', '9', '10', '99', '100', '119', '120', '127'])
    expect([part, await open({ shards: { [part]: shard } })]).toEqual([part, 'ok']);
  for (const part of ['128', '130', '200', '00', '-1', 'x1', '1x', '1200', ''])
    expect([part, await open({ shards: { [part]: shard } })]).toEqual([part, 'unreadable']);
  for (const spelled of [`x${digest}`, `${digest}x`, digest.slice(1), `${digest.slice(1)}=`])
    expect(await open({ shards: { 0: { epoch: 1, digest: spelled } } })).toBe('unreadable');
  for (const change of [{ v1: '' }, { epoch: head.epoch + 1 }, { vaultId: entryId(9) }, { more: 1 }])
    expect(await open(change)).toBe('unreadable');
});

test('a shard lists entries in the order of their ids, each with all that is known of it', async () => {
  const { ports, vault } = await makeWorld();
  const details = sampleEntry('bank').details;
  const id = (number: number) => `00abcdef-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const item = (number: number) => ({ details, digest, id: id(number), version: 1 });
  expect(shardPlain([item(3), item(1), item(2)]).items.map((one) => one.id)).toEqual([id(1), id(2), id(3)]);
  const place = { userId, vaultId: vault.vaultId, part: shardOf(id(1)) };
  const open = async (items: unknown) => {
    const envelope = must(parsePartEnvelope(await sealPart(ports, vault.keys, place, 3, { items })));
    return (await openShard(ports.crypto, vault.keys, place, envelope))?.length;
  };
  expect(await open([item(1), item(2)])).toBe(2);
  const broken: readonly unknown[] = [
    ...['digest', 'version', 'details', 'id'].map((name) => ({ ...item(1), [name]: undefined })),
    ...[
      { version: '1' },
      { version: 1.5 },
      { version: 0 },
      { digest: 43 },
      { digest: digest.slice(1) },
      { digest: Array.from(digest) },
    ].map((change) => ({ ...item(1), ...change })),
    ...[{ id: 'no id' }, { id: 7 }, { details: null }].map((change) => ({ ...item(1), ...change })),
    ...[null, 'text', 7, []],
  ];
  for (const one of broken) expect([one, await open([one])]).toEqual([one, undefined]);
  expect(await open([item(2), item(1)])).toBeUndefined();
  expect(await open([item(1), item(1)])).toBeUndefined();
});

test('names of keys, salts and passkeys in a slot, and of a head in a pin, have no character too many', () => {
  const slot = (change: object) => ({ id: entryId(1), key_id: keyId, wrapped: 's2.A.B', ...change });
  const derived = { algorithm: 'argon2id', version: 19, memoryKib: 65_536, passes: 3, lanes: 1, salt: keyId };
  const passkey = { credentialId: 'AAAA', prfSalt: 'BBBB', label: 'Ring' };
  const fits = (value: object) => slotSchema.safeParse(value).success;
  expect(fits(slot({ kind: 'master', parameters: derived }))).toBe(true);
  expect(fits(slot({ kind: 'passkey', parameters: passkey }))).toBe(true);
  for (const bent of [` ${keyId}`, `${keyId} `, `${keyId}\n`, `.${keyId}`, keyId.slice(1)]) {
    expect(fits(slot({ key_id: bent, kind: 'master', parameters: derived }))).toBe(false);
    expect(fits(slot({ kind: 'master', parameters: { ...derived, salt: bent } }))).toBe(false);
  }
  for (const bent of [' AAAA', 'AAAA ', 'AA.AA', '']) {
    expect(fits(slot({ kind: 'passkey', parameters: { ...passkey, credentialId: bent } }))).toBe(false);
    expect(fits(slot({ kind: 'passkey', parameters: { ...passkey, prfSalt: bent } }))).toBe(false);
  }
  const pin = { userId, vaultId: entryId(1), epoch: 1, headDigest: digest, strongest: { memoryKib: 65_536, passes: 3 } };
  expect(parsePin(pin)).toEqual(pin);
  for (const bent of [`x${digest}`, `${digest}x`, digest.slice(1)]) expect(parsePin({ ...pin, headDigest: bent })).toBeUndefined();
  for (const bent of [null, {}, { ...pin, epoch: 0 }, { ...pin, extra: 1 }]) expect(parsePin(bent)).toBeUndefined();
});

test('a sealed text too short to hold a nonce and a tag opens nothing, and neither does one that is no JSON', async () => {
  const { ports, vault } = await makeWorld();
  const key = vault.keys.details.manifest;
  const aad = ['a'];
  for (const size of [0, 11, 12, 27]) expect(await openJson(ports.crypto, key, aad, toBase64Url(new Uint8Array(size)))).toBeUndefined();
  for (const plain of [utf8('{"a":1'), utf8(''), Uint8Array.of(0xff, 0xfe)])
    expect(await openJson(ports.crypto, key, aad, await sealPadded(ports, key, aad, plain))).toBeUndefined();
  expect(await openJson(ports.crypto, key, aad, await sealJson(ports, key, aad, { a: 1 }))).toEqual({ a: 1 });
});

test('a slot that was changed beside the one that opens is named', async () => {
  const world = await makeWorld(1);
  const recovery = world.vault.slots.find(({ kind }) => kind === 'recovery');
  const snapshot = world.server.snapshot();
  if (!snapshot.exists || recovery === undefined) throw new Error('no such slot');
  const bent = snapshot.slots.map((slot) => (slot.id === recovery.id ? { ...slot, wrapped: `${slot.wrapped}A` } : slot));
  const opened = must(await openVault(world.ports, userId, { ...snapshot, slots: bent }, undefined, byMaster));
  expect(opened.findings).toEqual([{ code: 'slot_altered', slotId: recovery.id }]);
});

test('what a planted slot says does not hide what the owner’s own slot says, in whichever order they come', async () => {
  const world = await makeWorld(1);
  const snapshot = world.server.snapshot();
  const own = world.vault.slots.find((slot) => slot.kind === 'master');
  if (!snapshot.exists || own?.kind !== 'master') throw new Error('no such slot');
  const weak = { ...own, id: entryId(2), parameters: { ...own.parameters, memoryKib: 8 } };
  const absurd = { ...own, id: entryId(3), parameters: { ...own.parameters, memoryKib: 2 ** 30 } };
  const malformed = { ...own, id: entryId(4), wrapped: 's2.A' };
  const later = { ...own, id: entryId(5), wrapped: own.wrapped.replace('s2', 's10') };
  const open = async (slots: readonly Slot[], typed = 'not this one') =>
    codeOf(await openVault(world.ports, userId, { ...snapshot, slots: [...slots] }, undefined, { kind: 'master', master: typed }));
  expect(await Promise.all([weak, absurd, malformed, later].map((slot) => open([slot])))).toEqual([
    'too_weak',
    'absurd',
    'slot_malformed',
    'unknown_version',
  ]);
  for (const planted of [weak, absurd, malformed, later]) {
    expect(await open([planted, own])).toBe('wrong_key');
    expect(await open([own, planted])).toBe('wrong_key');
    expect(await open([planted, own], master)).toBe('ok');
  }
  expect(await open([malformed, later])).toBe('unknown_version');
  expect(await open([later, malformed])).toBe('unknown_version');
  expect(await open([later, weak])).toBe('too_weak');
  expect(await open([weak, later])).toBe('too_weak');
  expect(await open([weak, absurd])).toBe('absurd');
  expect(await open([absurd, weak])).toBe('absurd');
  // Four are tried and no more, because each may cost a derivation, and that more are there is said.
  expect(await open([malformed, malformed, malformed, malformed, own], master)).toBe('too_many_slots');
  expect(await open([malformed, malformed, malformed, own], master)).toBe('ok');
});
