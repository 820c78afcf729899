import { createHash, webcrypto } from 'node:crypto';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { type Argon2, archiveCryptoOf } from '../export/archive-crypto.ts';
import { sealExport } from '../export/encrypted-export.ts';
import { sampleEntry } from '../export/entry-samples.ts';
import { exportKdbx } from '../export/kdbx-export.ts';
import { importFile } from './import-file.ts';

const crypto = archiveCryptoOf(webcrypto.subtle);
const argon2: Argon2 = async ({ password, salt, byteCount }) => {
  return new Uint8Array(createHash('sha512').update(salt).update(password).digest()).subarray(0, byteCount);
};
const password = 'correct horse';
const text = (value: string) => new TextEncoder().encode(value);
const bitwarden = JSON.stringify({
  encrypted: false,
  folders: [{ id: 'f', name: 'x' }],
  items: [
    { type: 1, name: 'a', folderId: 'f', login: { uris: [{ uri: 'u' }], password: 'p' }, fields: [{ name: 'n', value: 'v', type: 0 }] },
  ],
});
const onePassword = JSON.stringify({
  accounts: [{ vaults: [{ items: [{ overview: { title: 'a' }, details: { sections: [{ fields: [{ value: { totp: 'x' } }] }] } }] }] }],
});
const sealedBitwarden = JSON.stringify({
  ...{ encrypted: true, passwordProtected: true, salt: 's', kdfType: 0, kdfIterations: 100 },
  ...{
    encKeyValidation_DO_NOT_EDIT: `2.${'A'.repeat(22)}==|${'A'.repeat(22)}==|${'A'.repeat(43)}=`,
    data: `2.${'A'.repeat(22)}==|AAAA|AAAA`,
  },
});

const seeds = new Map<string, Uint8Array>([
  ['Chrome CSV', text('name,url,username,password,note\n"a","b",c,"d\ne",f\n')],
  [
    'Firefox CSV',
    text('url,username,password,httpRealm,formActionOrigin,guid,timeCreated,timeLastUsed,timePasswordChanged\na,b,c,,,x,1,2,3\n'),
  ],
  ['Safari CSV', text('Title,URL,Username,Password,Notes,OTPAuth\na,b,c,d,e,f\n')],
  ['LastPass CSV', text('url,username,password,totp,extra,name,grouping,fav\na,b,c,,d,e,f,1\n')],
  [
    'Bitwarden CSV',
    text(
      'folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp\na,1,login,b,c,"d: e\nf",0,g,h,i,j\n',
    ),
  ],
  ['Bitwarden JSON', text(bitwarden)],
  ['Bitwarden encrypted JSON', text(sealedBitwarden)],
  ['1Password 1pux', zipSync({ 'export.data': strToU8(onePassword) }, { level: 0 })],
]);

beforeAll(async () => {
  const made = await exportKdbx([sampleEntry(0), sampleEntry(7)], password, 'x', argon2);
  if (made.ok) seeds.set('KeePass KDBX', made.value.bytes);
  const randomBytes = (count: number) => new Uint8Array(count).fill(3);
  const own = await sealExport([sampleEntry(0)], password, 0, { crypto, argon2, randomBytes });
  if (own.ok) seeds.set('our own export', text(own.value));
});

/** Cuts, repeats, flips and foreign pieces, as a hostile or broken writer would leave them. */
const edits = fc.array(
  fc.record({
    at: fc.nat(),
    kind: fc.constantFrom('flip', 'cut', 'insert', 'repeat', 'end'),
    piece: fc.oneof(
      fc.uint8Array({ maxLength: 12 }),
      fc.constantFrom('"', '\n', '{', '[', '__proto__', '":null,"', '9e999', '\u0000', '-1', '|').map(text),
    ),
  }),
  { minLength: 1, maxLength: 6 },
);

function mutate(bytes: Uint8Array, list: readonly { at: number; kind: string; piece: Uint8Array }[]): Uint8Array {
  let result = Buffer.from(bytes);
  for (const { at, kind, piece } of list) {
    const place = result.length === 0 ? 0 : at % result.length;
    const [before, after] = [result.subarray(0, place), result.subarray(place)];
    if (kind === 'flip' && result.length > 0) result[place] = (result[place] ?? 0) ^ (piece[0] ?? 1);
    else if (kind === 'cut') result = Buffer.concat([before, after.subarray(piece.length)]);
    else if (kind === 'insert') result = Buffer.concat([before, piece, after]);
    else if (kind === 'repeat') result = Buffer.concat([before, after.subarray(0, 200), after]);
    else result = Buffer.from(before);
  }
  return new Uint8Array(result);
}

const names = [...seeds.keys(), 'KeePass KDBX', 'our own export'];

test.each(names)(
  '1,000 broken files of %s: no crash, no hang over a second, nothing of the file in a failure',
  { timeout: 60_000 },
  async (name) => {
    const seed = seeds.get(name) ?? new Uint8Array(0);
    expect(seed.length).toBeGreaterThan(0);
    let slowest = 0;
    await fc.assert(
      fc.asyncProperty(edits, async (list) => {
        const before = performance.now();
        const read = await importFile({ bytes: mutate(seed, list), password, nowMs: 0 }, { crypto, argon2 });
        slowest = Math.max(slowest, performance.now() - before);
        if (!read.ok) expect(Object.keys(read.failure)).toEqual(['code']);
        else for (const { entry } of read.value.drafts) expect(entry.details.title).not.toBe('');
      }),
      { seed: 1000, numRuns: 1000 },
    );
    expect(slowest).toBeLessThan(1000);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  },
);

test('1,000 files of nothing but noise are refused by name', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom('', '{', 'PK\u0003\u0004', '[', 'name,url,username,password\n'),
      async (noise, start) => {
        const bytes = new Uint8Array([...text(start), ...noise]);
        await importFile({ bytes, password, nowMs: 0 }, { crypto, argon2 });
      },
    ),
    { seed: 2000, numRuns: 1000 },
  );
});
