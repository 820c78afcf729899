import { createDecipheriv, hkdfSync } from 'node:crypto';
import { frame } from '@castellan/foundation/framing';
import { describe, expect, test } from 'vitest';
import { byMaster, codeOf, entryId, finishRotation, makeWorld, must, send, testPorts, unlock, userId } from '../../tests/vault-world.ts';
import { collectionKeyOf, keysOfDetailsRoot, keysOfVaultKey } from '../crypto/keyring.ts';
import { sealJson } from '../crypto/sealing.ts';
import { beginRotation } from '../slots/rotate-vault-key.ts';
import { maxRecordCharacters, openRecord, parseRecordEnvelope, type RecordPlace, sealRecord } from './sealed-record.ts';

const ports = testPorts(7);
const vaultKey = () => Uint8Array.from({ length: 32 }, (_, index) => index);
const vault = { userId, keys: await keysOfVaultKey(crypto.subtle, vaultKey()), retired: new Map() };
const detailsAlone = { keys: await keysOfDetailsRoot(crypto.subtle, vaultKey(), vault.keys.keyId) };
const place: RecordPlace = { class: 'row', collection: 'notes', id: entryId(1), version: 3 };
const fields = { title: 'Grüße 🗝', body: 'The spare key is with Ida.', pinned: true, tags: ['a'] };

/** Sealed once for the key 00 01 … 1f with the iv that `testPorts(7)` draws first; made and held fast here. */
const known =
  'r2.-onYKnmFf8QRPZG5dBJnng.3.Gx3zmttQ5L-op7ol1ge_jwvSCDkCtSBKildswc_JLjepYVbqCrMdFvV_wcW01MOxSwujspCv7WF13_g5IT_LBzxCcqf0-QkEC7n-SONE6eCka2crl6jXbO8EFWfnz2Mb3qmjQ1VWNWaA0s7gPyeEq_m3Zs903L111qlIXZ8x4fJ6V-TZvC1tQm0nx0pJru4DXE4sb_NKA1X5ETtt';

describe('known answers', () => {
  test('the same record, key and iv give the same text for ever', async () => {
    expect(must(await sealRecord(testPorts(7), vault, place, fields))).toBe(known);
  });

  test('the text opens from the description alone, with another cryptography than the product’s', () => {
    const [version, keyId = '', number = '', sealed = ''] = known.split('.');
    const hkdf = (key: Uint8Array, info: string, size = 32) => new Uint8Array(hkdfSync('sha256', key, new Uint8Array(0), info, size));
    expect([version, keyId]).toEqual(['r2', Buffer.from(hkdf(vaultKey(), 'castellan.vault.2/key-id', 16)).toString('base64url')]);
    const key = hkdf(hkdf(vaultKey(), 'castellan.vault.2/secrets'), 'castellan.vault.2/collection/notes');
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
    decipher.setAAD(frame('castellan.record.2', 'row', userId, 'notes', entryId(1), number, keyId));
    decipher.setAuthTag(bytes.subarray(-16));
    const padded = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
    expect(padded.byteLength % 64).toBe(0);
    const length = padded.readUInt32BE(0);
    expect([...padded.subarray(4 + length)].every((byte) => byte === 0)).toBe(true);
    expect(padded.subarray(4, 4 + length).toString('utf8')).toBe(
      '{"body":"The spare key is with Ida.","pinned":true,"tags":["a"],"title":"Grüße 🗝"}',
    );
  });
});

describe('a sealed record', () => {
  test('opens to what was sealed, for a row and for a change', async () => {
    for (const kind of ['row', 'change'] as const) {
      const at = { ...place, class: kind, version: kind === 'row' ? 1 : 1_795_283_536_123 };
      expect(must(await openRecord(ports, vault, at, must(await sealRecord(ports, vault, at, fields))))).toEqual(fields);
    }
  });

  test('says of its length no more than a step of 64 bytes', async () => {
    const lengths = await Promise.all(
      ['', 'x', 'x'.repeat(40)].map(async (body) => must(await sealRecord(ports, vault, place, { body })).length),
    );
    expect(new Set(lengths).size).toBe(1);
  });

  test('is another text each time: an iv is never used twice', async () => {
    const texts = await Promise.all(Array.from({ length: 50 }, async () => must(await sealRecord(ports, vault, place, fields))));
    expect(new Set(texts).size).toBe(50);
  });
});

describe('tampering', () => {
  test('a change in any one character is refused by name, and another record reads on', { timeout: 30_000 }, async () => {
    const text = must(await sealRecord(ports, vault, place, fields));
    const other = { ...place, id: entryId(2) };
    const beside = must(await sealRecord(ports, vault, other, { body: 'beside' }));
    for (let index = 0; index < text.length; index += 1) {
      const bad = `${text.slice(0, index)}${text[index] === 'A' ? 'B' : 'A'}${text.slice(index + 1)}`;
      expect(['unknown_version', 'malformed', 'stale', 'altered', 'unknown_key', 'unreadable']).toContain(
        codeOf(await openRecord(ports, vault, place, bad)),
      );
    }
    expect(must(await openRecord(ports, vault, other, beside))).toEqual({ body: 'beside' });
  });

  test.each([
    ['another record', { id: entryId(2) }, 'unreadable'],
    ['another collection', { collection: 'journal' }, 'unreadable'],
    ['another class', { class: 'change' as const }, 'unreadable'],
    ['a later version of its record', { version: 4 }, 'stale'],
    ['an earlier version of its record', { version: 2 }, 'altered'],
    ['a record without an id', { id: 'nobody' }, 'unreadable'],
    ['a collection of no name', { collection: '../notes' }, 'unreadable'],
  ])('a text that was moved to %s is refused', async (_, moved, code) => {
    const text = must(await sealRecord(ports, vault, place, fields));
    expect(codeOf(await openRecord(ports, vault, { ...place, ...moved }, text))).toBe(code);
  });

  test('a text that was relabelled with the version of its row is refused', async () => {
    const text = must(await sealRecord(ports, vault, place, fields)).replace('.3.', '.4.');
    expect(codeOf(await openRecord(ports, vault, { ...place, version: 4 }, text))).toBe('unreadable');
  });

  test('a text of another person is refused, though the key is the same', async () => {
    const text = must(await sealRecord(ports, { ...vault, userId: entryId(9) }, place, fields));
    expect(codeOf(await openRecord(ports, vault, place, text))).toBe('unreadable');
  });

  test('a text under another vault’s key is refused by name, also where it claims this one’s', async () => {
    const foreign = { userId, keys: await keysOfVaultKey(crypto.subtle, new Uint8Array(32).fill(9)), retired: new Map() };
    const text = must(await sealRecord(ports, foreign, place, fields));
    expect(codeOf(await openRecord(ports, vault, place, text))).toBe('unknown_key');
    expect(codeOf(await openRecord(ports, vault, place, text.replace(foreign.keys.keyId, vault.keys.keyId)))).toBe('unreadable');
  });

  test.each([
    ['cut off at its end', (text: string) => text.slice(0, -1), 'unreadable'],
    ['cut off to its head', (text: string) => text.slice(0, 30), 'unreadable'],
    ['without its sealed part', (text: string) => text.slice(0, text.lastIndexOf('.') + 1), 'malformed'],
    ['empty', () => '', 'malformed'],
    ['of a later format', (text: string) => text.replace('r2.', 'r3.'), 'unknown_version'],
    ['of another kind of row', (text: string) => text.replace('r2.', 'v2.'), 'malformed'],
    ['with a version that begins with zero', (text: string) => text.replace('.3.', '.03.'), 'malformed'],
    ['longer than any', (text: string) => text + 'A'.repeat(3 * maxRecordCharacters), 'malformed'],
  ])('a text %s is refused', async (_, spoil, code) => {
    const text = spoil(must(await sealRecord(ports, vault, place, fields)));
    expect(codeOf(await openRecord(ports, vault, place, text))).toBe(code);
    expect(parseRecordEnvelope(text).ok).toBe(code === 'unreadable');
  });

  test('a row is no longer than rows may be; a change, which holds three of its texts, may be', async () => {
    const change = { ...place, class: 'change' } as const;
    const three = { values: 'x'.repeat(maxRecordCharacters / 2), base: 'y'.repeat(maxRecordCharacters / 2) };
    const text = must(await sealRecord(ports, vault, change, three));
    expect(text.length).toBeGreaterThan(maxRecordCharacters);
    expect(must(await openRecord(ports, vault, change, text))).toEqual(three);
    expect(codeOf(await openRecord(ports, vault, place, text))).toBe('malformed');
    expect(codeOf(await sealRecord(ports, vault, place, three))).toBe('record_too_large');
  });

  test.each([[['a', 'list']], ['a text'], [7], [null]])('what was sealed rightly and is no record is refused: %j', async (value) => {
    const { keyId, secrets } = vault.keys;
    if (secrets === undefined) throw new Error('these keys are of both tiers');
    const key = await collectionKeyOf(crypto.subtle, secrets, 'notes');
    const aad = ['castellan.record.2', 'row', userId, 'notes', place.id, '3', keyId];
    const text = `r2.${keyId}.3.${await sealJson(ports, key, aad, value)}`;
    expect(codeOf(await openRecord(ports, vault, place, text))).toBe('unreadable');
  });
});

describe('sealing is refused', () => {
  test.each([
    ['without the keys of the secrets tier', detailsAlone, place, fields, 'locked'],
    ['for no record', vault, { ...place, id: '1' }, fields, 'record_invalid'],
    ['for no collection', vault, { ...place, collection: 'Notes' }, fields, 'record_invalid'],
    ['for version 0', vault, { ...place, version: 0 }, fields, 'record_invalid'],
    ['for half a version', vault, { ...place, version: 1.5 }, fields, 'record_invalid'],
    ['of what nests too deeply', vault, place, { body: JSON.parse('['.repeat(40) + ']'.repeat(40)) as unknown }, 'record_invalid'],
    ['of more than a row may hold', vault, place, { body: 'x'.repeat(maxRecordCharacters) }, 'record_too_large'],
  ])('%s', async (_, keys, at, given, code) => {
    expect(codeOf(await sealRecord(ports, { ...vault, ...keys }, at, given))).toBe(code);
  });

  test('and so is opening, while the details alone are open', async () => {
    const text = must(await sealRecord(ports, vault, place, fields));
    expect(codeOf(await openRecord(ports, { ...vault, ...detailsAlone }, place, text))).toBe('locked');
  });
});

test('while the vault’s key is rotated both keys open and the new one seals; afterwards the old one opens nothing', async () => {
  const world = await makeWorld(1);
  const before = must(await sealRecord(world.ports, world.vault, place, fields));
  const slots = [{ kind: 'master', master: 'another master altogether', cost: { memoryKib: 65_536, passes: 3 } }] as const;
  world.vault = send(world.server, must(await beginRotation(world.ports, world.vault, byMaster, slots)));
  expect(must(await openRecord(world.ports, world.vault, place, before))).toEqual(fields);
  const after = must(await sealRecord(world.ports, world.vault, place, fields));
  expect(parseRecordEnvelope(after)).toMatchObject({ value: { keyId: world.vault.keys.keyId } });
  await finishRotation(world, world.vault);
  const reopened = must(await unlock(world, { kind: 'master', master: slots[0].master }));
  expect(codeOf(await openRecord(world.ports, reopened, place, before))).toBe('unknown_key');
  expect(must(await openRecord(world.ports, reopened, place, after))).toEqual(fields);
});
