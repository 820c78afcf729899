import { createCipheriv, createHmac, pbkdf2Sync } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import * as kdbxweb from 'kdbxweb';
import { beforeAll, expect, test } from 'vitest';
import { crypto, failingArgon2, neverRunArgon2, quickArgon2, randomBytes } from '../../tests/archive-ports.ts';
import type { Argon2 } from '../export/archive-crypto.ts';
import { sealExport } from '../export/encrypted-export.ts';
import { sampleEntry } from '../export/entry-samples.ts';
import { hashWasmArgon2 } from '../export/hash-wasm-argon2.ts';
import { type ImportRequest, importFile } from './import-file.ts';
import { deriveWith } from './kdbx-open.ts';

const read = (bytes: Uint8Array, more: Partial<ImportRequest> = {}, argon2: Argon2 = hashWasmArgon2) =>
  importFile({ bytes, nowMs: 0, ...more }, { crypto, argon2 });
const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const plain = JSON.stringify({ encrypted: false, items: [{ type: 1, name: 'Bank', login: { password: 'p' } }] });

/** Seals as the format says, with Node's own cryptography: RFC 5869 expansion alone is HKDF without its extraction. */
function bitwardenFile(key: Uint8Array, kdf: Record<string, number>, salt: string, data = plain) {
  const expand = (info: string) => createHmac('sha256', key).update(info).update(Uint8Array.of(1)).digest();
  const seal = (text: string) => {
    const iv = Buffer.alloc(16, 7);
    const cipher = createCipheriv('aes-256-cbc', expand('enc'), iv);
    const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
    const mac = createHmac('sha256', expand('mac')).update(iv).update(sealed).digest();
    return `2.${[iv, sealed, mac].map((part) => part.toString('base64')).join('|')}`;
  };
  return { encrypted: true, passwordProtected: true, salt, ...kdf, encKeyValidation_DO_NOT_EDIT: seal('check'), data: seal(data) };
}

const password = 'correct horse';
const salt = 'c2FsdHNhbHRzYWx0c2FsdA==';
const pbkdf2 = { kdfType: 0, kdfIterations: 1000 };
const pbkdf2File = (data = plain) => bitwardenFile(pbkdf2Sync(password, salt, 1000, 32, 'sha256'), pbkdf2, salt, data);
const names = (file: Awaited<ReturnType<typeof read>>) => file.ok && file.value.drafts.map(({ entry }) => entry.details.title);

test('Bitwarden, sealed with PBKDF2: opens with the password, names a wrong one, asks for a missing one', async () => {
  const file = json(pbkdf2File());
  const opened = await read(file, { password });
  expect(opened).toMatchObject({ ok: true, value: { format: 'bitwarden-encrypted-json' } });
  expect(names(opened)).toEqual(['Bank']);
  expect(await read(file, { password: 'wrong' })).toEqual({ ok: false, failure: { code: 'wrong_password' } });
  expect(await read(file)).toEqual({ ok: false, failure: { code: 'password_needed' } });
});

test('Bitwarden, sealed with Argon2id over the SHA-256 of the salt, memory in MiB', async () => {
  const hashed = await crypto.sha256(new TextEncoder().encode(salt));
  const request = { variant: 'argon2id', salt: hashed, memoryKib: 16_384, passes: 2, lanes: 4, byteCount: 32 } as const;
  const key = await hashWasmArgon2({ ...request, password: new TextEncoder().encode(password) });
  const file = bitwardenFile(key, { kdfType: 1, kdfIterations: 2, kdfMemory: 16, kdfParallelism: 4 }, salt);
  expect(names(await read(json(file), { password }))).toEqual(['Bank']);
  expect(await read(json(file), { password }, failingArgon2)).toEqual({ ok: false, failure: { code: 'derivation_failed' } });
});

test.each([
  [{ passwordProtected: false }, 'encrypted_for_an_account'],
  [{ kdfIterations: 1e12 }, 'kdf_refused'],
  [{ kdfIterations: '5' }, 'kdf_refused'],
  [{ kdfType: 2 }, 'kdf_refused'],
  [{ kdfType: 1, kdfMemory: 1e7, kdfParallelism: 1, kdfIterations: 3 }, 'kdf_refused'],
  [{ kdfType: 1, kdfMemory: 1024, kdfParallelism: 1, kdfIterations: 900 }, 'kdf_refused'],
  [{ kdfType: 1, kdfMemory: 64, kdfParallelism: 1e6, kdfIterations: 3 }, 'kdf_refused'],
  [{ kdfType: 1, kdfMemory: 64 }, 'kdf_refused'],
  [{ data: '0.abc' }, 'cipher_unsupported'],
  [{ data: '2.a|b' }, 'cipher_unsupported'],
  [{ encKeyValidation_DO_NOT_EDIT: 5 }, 'cipher_unsupported'],
])('a sealed Bitwarden file with %j is refused as %s before any derivation', async (change, code) => {
  expect(await read(json({ ...pbkdf2File(), ...change }), { password }, neverRunArgon2)).toEqual({ ok: false, failure: { code } });
});

test('damage behind the right password is named damage', async () => {
  const file = pbkdf2File();
  const damaged = { ...file, data: file.data.replace(/\|(.)/, (_, letter: string) => `|${letter === 'A' ? 'B' : 'A'}`) };
  expect(await read(json(damaged), { password })).toEqual({ ok: false, failure: { code: 'file_damaged' } });
  expect(await read(json(pbkdf2File('[1]')), { password })).toEqual({ ok: false, failure: { code: 'structure_unknown' } });
  expect(await read(json(pbkdf2File('{')), { password })).toEqual({ ok: false, failure: { code: 'json_invalid' } });
});

test('our own export comes back; its failures keep their names', async () => {
  const made = await sealExport([sampleEntry(1), sampleEntry(2)], 'long enough', 0, { crypto, argon2: quickArgon2, randomBytes });
  if (!made.ok) throw new Error(made.failure.code);
  const bytes = new TextEncoder().encode(made.value);
  expect(await read(bytes, { password: 'long enough' }, quickArgon2)).toMatchObject({
    value: {
      format: 'castellan-export',
      drafts: [
        { place: 1, entry: sampleEntry(1) },
        { place: 2, entry: sampleEntry(2) },
      ],
    },
  });
  expect(await read(bytes, {}, quickArgon2)).toEqual({ ok: false, failure: { code: 'password_needed' } });
  expect(await read(bytes, { password: 'something else' }, quickArgon2)).toEqual({ ok: false, failure: { code: 'wrong_password' } });
  expect(await read(json({ format: 'castellan.export.2' }), { password: 'x' })).toMatchObject({ ok: false });
});

const onePassword = {
  accounts: [
    {
      attrs: { name: 'Ada' },
      vaults: [
        {
          attrs: { name: 'Personal' },
          items: [
            {
              uuid: 'u',
              favIndex: 1,
              createdAt: 1_500_000_000,
              updatedAt: 1_600_000_000,
              state: 'archived',
              categoryUuid: '001',
              overview: {
                title: 'Mail',
                url: 'https://a.test',
                urls: [{ url: 'https://a.test' }, { url: 'https://b.test' }],
                tags: ['x'],
                ainfo: 'ada',
              },
              details: {
                loginFields: [
                  { value: 'ada', designation: 'username', fieldType: 'T' },
                  { value: 'p', designation: 'password', fieldType: 'P' },
                  { value: 'extra', name: 'pin', fieldType: 'P' },
                  { value: '1', name: 'go', fieldType: 'B' },
                ],
                notesPlain: 'n',
                sections: [
                  {
                    title: 'More',
                    fields: [
                      { title: 'one-time password', id: 'TOTP', value: { totp: 'otpauth://totp/a?secret=GEZDGNBV' } },
                      { title: 'second', id: 's', value: { totp: 'GEZDGNBVGY' } },
                      { title: '', id: 'token', value: { concealed: 't' } },
                      { title: 'born', id: 'd', value: { date: 86_400 } },
                      { title: 'home', id: 'h', value: { address: { street: 'S', city: '' } } },
                    ],
                  },
                ],
                passwordHistory: [{ value: 'old', time: 1_550_000_000 }],
              },
            },
            {
              item: {
                categoryUuid: '006',
                trashed: true,
                updatedAt: 5,
                overview: { title: 'Scan' },
                details: { documentAttributes: { fileName: 's.pdf' } },
              },
            },
            'odd',
          ],
        },
        { attrs: { name: 'Work' }, items: [{ categoryUuid: '112', overview: { title: 'API' }, details: { password: 'k' } }] },
      ],
    },
  ],
};
const archive = (data: unknown, more: Record<string, Uint8Array> = {}) =>
  zipSync({ 'export.attributes': strToU8('{}'), 'export.data': json(data), ...more });

test('1Password 1pux: logins, sections, history, archive, trash and documents are mapped or listed', async () => {
  const file = await read(archive(onePassword, { 'files/abc__s.pdf': strToU8('pdf') }));
  if (!file.ok) throw new Error(file.failure.code);
  const [mail, scan, api] = file.value.drafts.map(({ entry }) => entry);
  expect(mail?.details).toMatchObject({
    title: 'Mail',
    username: 'ada',
    url: 'https://a.test',
    category: 'Personal',
    favorite: true,
    tags: ['x', 'archived'],
    createdAt: '2017-07-14T02:40:00.000Z',
    hasTotp: true,
  });
  expect(mail?.secrets).toMatchObject({
    password: 'p',
    notes: 'n',
    totp: 'otpauth://totp/a?secret=GEZDGNBV',
    history: [{ secrets: { password: 'old' } }],
  });
  expect(mail?.secrets.fields).toEqual([
    { name: 'More: second', value: 'GEZDGNBVGY', hidden: true },
    { name: 'More: token', value: 't', hidden: true },
    { name: 'More: born', value: '1970-01-02', hidden: false },
    { name: 'More: home.street', value: 'S', hidden: false },
    { name: 'pin', value: 'extra', hidden: true },
    { name: 'url 2', value: 'https://b.test', hidden: false },
    { name: 'ainfo', value: 'ada', hidden: false },
  ]);
  expect(scan?.details.trashedAt).toBe('1970-01-01T00:00:05.000Z');
  expect(api).toMatchObject({ details: { kind: 'api-token', category: 'work' }, secrets: { password: 'k' } });
  expect(file.value.rejected).toEqual([{ place: 3, reason: 'not_an_item' }]);
  expect(file.value.losses.map((loss) => loss.what)).toEqual(['document: s.pdf', 'file: abc__s.pdf']);
});

test('a zip bomb is refused by its ratio, its size, its number of files', async () => {
  expect(await read(archive('0'.repeat(5_000_000)))).toEqual({ ok: false, failure: { code: 'archive_bomb' } });
  const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, number) => [`files/${number}`, new Uint8Array(0)]));
  expect(await read(zipSync(many, { level: 0 }))).toEqual({ ok: false, failure: { code: 'archive_bomb' } });
  const lying = archive(onePassword);
  const view = new DataView(lying.buffer, lying.byteOffset);
  for (let place = 0; place < lying.length - 4; place += 1)
    if (view.getUint32(place, true) === 0x02014b50) view.setUint32(place + 24, 0xf0000000, true);
  expect(await read(lying)).toMatchObject({ ok: false });
});

test('an archive without the data, damaged, or of another structure is named', async () => {
  expect(await read(zipSync({ a: strToU8('x') }))).toEqual({ ok: false, failure: { code: 'archive_without_data' } });
  expect(await read(archive({}))).toEqual({ ok: false, failure: { code: 'structure_unknown' } });
  expect(await read(archive([]))).toEqual({ ok: false, failure: { code: 'structure_unknown' } });
  expect(await read(archive(onePassword).subarray(0, 200))).toEqual({ ok: false, failure: { code: 'archive_damaged' } });
  const huge = { accounts: [{ vaults: [{ items: new Array(50_001).fill(0).map((_, number) => number * 7919) }] }] };
  expect(await read(archive(huge))).toEqual({ ok: false, failure: { code: 'too_many_rows' } });
});

const small = { memoryKib: 64, passes: 1 };
const keyFile = new Uint8Array(32).fill(9);

async function keepass(
  kdf: string,
  build: (database: kdbxweb.Kdbx) => void,
  key: Uint8Array | null = null,
  change: Record<string, number> = {},
): Promise<Uint8Array> {
  deriveWith(hashWasmArgon2);
  // kdbxweb masks a key file in place.
  const credentials = new kdbxweb.KdbxCredentials(kdbxweb.ProtectedValue.fromString(password), key?.slice() ?? null);
  await credentials.ready;
  const database = kdbxweb.Kdbx.create(credentials, 'Test');
  database.setKdf(kdf);
  const types = kdbxweb.VarDictionary.ValueType;
  const costs: Record<string, number> =
    kdf === kdbxweb.Consts.KdfId.Aes ? { R: 1000, ...change } : { M: small.memoryKib * 1024, I: small.passes, ...change };
  for (const [name, value] of Object.entries(costs)) database.header.kdfParameters?.set(name, types.UInt64, kdbxweb.Int64.from(value));
  build(database);
  return new Uint8Array(await database.save());
}

function fill(database: kdbxweb.Kdbx): void {
  const root = database.getDefaultGroup();
  const group = database.createGroup(database.createGroup(root, 'Work'), 'Servers');
  group.notes = 'about servers';
  const entry = database.createEntry(group);
  entry.fields = new Map<string, kdbxweb.KdbxEntryField>([
    ['Title', 'Host'],
    ['UserName', 'root'],
    ['Password', kdbxweb.ProtectedValue.fromString('old')],
    ['URL', 'ssh://host'],
    ['Notes', 'n'],
  ]);
  entry.times.lastModTime = new Date('2020-01-01T00:00:00Z');
  entry.pushHistory();
  entry.fields.set('Password', kdbxweb.ProtectedValue.fromString('new'));
  entry.times.lastModTime = new Date('2021-01-01T00:00:00Z');
  entry.pushHistory();
  entry.fields.set('Notes', 'n2');
  entry.fields.set('TimeOtp-Secret-Base32', 'GEZDGNBV');
  entry.fields.set('TimeOtp-Algorithm', 'HMAC-SHA-256');
  entry.times.lastModTime = new Date('2022-01-01T00:00:00Z');
  entry.times.expires = true;
  entry.times.expiryTime = new Date('2030-01-01T00:00:00Z');
  entry.binaries.set('key.pem', new Uint8Array([1]).buffer);
  entry.customData = new Map([['plugin', { value: 'x' }]]);
  entry.autoType.defaultSequence = '{PASSWORD}';
  const seeds = ['30;6', '30;S', ''];
  for (const settings of seeds) {
    const more = database.createEntry(root);
    more.fields = new Map<string, kdbxweb.KdbxEntryField>([
      ['Title', `seed ${settings}`],
      ['TOTP Seed', 'gezd gnbv'],
      ['TOTP Settings', settings],
    ]);
  }
  database.createRecycleBin();
  const bin = database.getGroup(database.meta.recycleBinUuid ?? root.uuid) ?? root;
  database.createEntry(bin).fields.set('Title', 'Gone');
}

let argon2File: Uint8Array;
beforeAll(async () => {
  argon2File = await keepass(kdbxweb.Consts.KdfId.Argon2d, fill);
});

test('KeePass with Argon2d: groups, history, protected strings, one-time secrets, recycle bin, and what has no place is listed', async () => {
  const file = await read(argon2File, { password });
  if (!file.ok) throw new Error(file.failure.code);
  const host = file.value.drafts.map(({ entry }) => entry).find((entry) => entry.details.title === 'Host');
  expect(host?.details).toMatchObject({
    category: 'Work/Servers',
    username: 'root',
    expiresAt: '2030-01-01T00:00:00.000Z',
    updatedAt: '2022-01-01T00:00:00.000Z',
    passwordChangedAt: '2021-01-01T00:00:00.000Z',
  });
  expect(host?.secrets.totp).toBe('otpauth://totp/?secret=GEZDGNBV&period=30&digits=6&algorithm=SHA256');
  expect(host?.secrets.history.map((old) => [old.replacedAt, old.secrets.password])).toEqual([
    ['2022-01-01T00:00:00.000Z', 'new'],
    ['2021-01-01T00:00:00.000Z', 'old'],
  ]);
  const byTitle = (title: string) => file.value.drafts.find(({ entry }) => entry.details.title === title)?.entry;
  expect(byTitle('seed 30;6')?.secrets).toMatchObject({ totp: 'otpauth://totp/?secret=gezdgnbv&period=30&digits=6', fields: [] });
  expect(byTitle('seed 30;S')?.secrets).toMatchObject({ totp: '', fields: [{ name: 'TOTP Seed' }, { name: 'TOTP Settings' }] });
  expect(byTitle('seed ')?.secrets.totp).toContain('secret=gezdgnbv');
  expect(byTitle('Gone')?.details.trashedAt).not.toBeNull();
  const lost = file.value.losses.map((loss) => loss.what);
  expect(lost).toEqual(
    expect.arrayContaining(['notes of the group Work/Servers', 'attachment: key.pem', 'plugin data: plugin', 'auto-type']),
  );
});

test('KeePass with AES-KDF and with a key file', async () => {
  const aes = await keepass(kdbxweb.Consts.KdfId.Aes, fill, keyFile);
  expect(await read(aes, { password, keyFile })).toMatchObject({ ok: true });
  expect(await read(aes, { password })).toEqual({ ok: false, failure: { code: 'wrong_password' } });
});

test('KeePass: a wrong password, none at all, damage, an older version and a failing derivation are told apart', async () => {
  expect(await read(argon2File, { password: 'wrong' })).toEqual({ ok: false, failure: { code: 'wrong_password' } });
  expect(await read(argon2File)).toEqual({ ok: false, failure: { code: 'password_needed' } });
  expect(await read(argon2File.subarray(0, 40), { password })).toEqual({ ok: false, failure: { code: 'file_damaged' } });
  const late = argon2File.slice();
  late[late.length - 60] = (late[late.length - 60] ?? 0) ^ 1;
  expect(await read(late, { password })).toEqual({ ok: false, failure: { code: 'file_damaged' } });
  for (const version of [3, 5]) {
    const other = argon2File.slice();
    other[10] = version;
    expect(await read(other, { password }, neverRunArgon2)).toMatchObject({ ok: false });
  }
  expect(await read(argon2File, { password }, failingArgon2)).toEqual({ ok: false, failure: { code: 'derivation_failed' } });
});

test.each([
  ['Argon2d', { M: 1024 * 1024 * 8192 }],
  ['Argon2id', { I: 1_000_000 }],
  ['Argon2id', { M: 1024 * 1024 * 1024, I: 500 }],
  ['Aes', { R: 4_000_000_000_000 }],
] as const)('a KeePass file whose %s wants %j is refused before memory is spent', async (kdf, change) => {
  const bytes = await keepass(kdbxweb.Consts.KdfId[kdf], () => undefined, null, {});
  const [name, value] = Object.entries(change)[0] ?? ['', 0];
  const changes: Record<string, number> = change;
  const hostile = bytes.slice();
  const view = new DataView(hostile.buffer);
  for (const [key, number] of Object.entries(changes)) {
    // A variant dictionary's item: type, name length 1, the name, value length 8.
    for (let place = 0; place < 600; place += 1) {
      if (view.getUint32(place, true) === 1 && hostile[place + 4] === key.charCodeAt(0) && view.getUint32(place + 5, true) === 8) {
        view.setBigUint64(place + 9, BigInt(number), true);
        break;
      }
    }
  }
  expect([name, value]).not.toEqual(['', 0]);
  expect(await read(hostile, { password }, neverRunArgon2)).toEqual({ ok: false, failure: { code: 'kdf_refused' } });
});
