import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { sealExport } from '../src/export/encrypted-export.ts';
import { sampleEntry } from '../src/export/entry-samples.ts';
import { exportKdbx } from '../src/export/kdbx-export.ts';
import { quickArgon2 as argon2, crypto } from './archive-ports.ts';

export const password = 'correct horse';
export const text = (value: string) => new TextEncoder().encode(value);
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

const seeds: ReadonlyMap<string, Uint8Array> = new Map<string, Uint8Array>([
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
  ['Authenticator QR', text('otpauth-migration://offline?data=CjEKCkhlbGxvId6tvu8SGEV4YW1wbGU6YWxpY2VAZ29vZ2xlLmNvbRoHRXhhbXBsZTAC')],
  ['1Password 1pux', zipSync({ 'export.data': strToU8(onePassword) }, { level: 0 })],
]);

/** A whole file of each kind that can be imported. */
export async function wholeFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  const made = await exportKdbx([sampleEntry(0), sampleEntry(7)], password, 'x', argon2);
  if (!made.ok) throw new Error(made.failure.code);
  const randomBytes = (count: number) => new Uint8Array(count).fill(3);
  const own = await sealExport([sampleEntry(0)], password, 0, { crypto, argon2, randomBytes });
  if (!own.ok) throw new Error(own.failure.code);
  return new Map([...seeds, ['KeePass KDBX', made.value.bytes], ['our own export', text(own.value)]]);
}

/** The kinds of `wholeFiles`. */
export const fileKinds: readonly string[] = [...seeds.keys(), 'KeePass KDBX', 'our own export'];

/** Files of 4,000 entries of one name each, which differ in one part: what a comparison of each with all would hang over. */
export const manyTwins = fc
  .record({
    part: fc.constantFrom('password', 'note', 'path'),
    host: fc.webAuthority({ withPort: false, withUserInfo: false }),
    start: fc.nat(),
  })
  .map(({ part, host, start }) => {
    const rows = Array.from({ length: 4_000 }, (_, index) => {
      const own = (name: string) => (part === name ? `${start + index}` : '');
      return `Bank,https://${host}/${own('path')},ada,${own('password')},${own('note')}`;
    });
    return text(['name,url,username,password,note', ...rows, ''].join('\n'));
  });

/** Cuts, repeats, flips and foreign pieces, as a hostile or broken writer would leave them. */
export const edits = fc.array(
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

/** A file after such edits. */
export function mutate(bytes: Uint8Array, list: readonly { at: number; kind: string; piece: Uint8Array }[]): Uint8Array {
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
