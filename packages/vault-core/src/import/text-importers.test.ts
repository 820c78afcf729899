import { expect, test } from 'vitest';
import { crypto, neverRunArgon2 } from '../../tests/archive-ports.ts';
import { decodeText } from './decode-text.ts';
import { type ImportRequest, importFile } from './import-file.ts';
import { importLimits } from './import-model.ts';
import { readJson } from './read-json.ts';

const nowMs = Date.UTC(2026, 0, 2);
const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (content: string | Uint8Array, more: Partial<ImportRequest> = {}) =>
  importFile({ bytes: typeof content === 'string' ? bytesOf(content) : content, nowMs, ...more }, { crypto, argon2: neverRunArgon2 });
const contents = async (content: string | Uint8Array) => {
  const file = await read(content);
  if (!file.ok) throw new Error(file.failure.code);
  return file.value;
};
const first = async (content: string | Uint8Array) => {
  const entry = (await contents(content)).drafts[0]?.entry;
  if (entry === undefined) throw new Error('nothing was read');
  return entry;
};

test('Chrome: name, address, user, password and note; a formula and a quoted line break are data', async () => {
  const csv = 'name,url,username,password,note\r\n=cmd|x,https://a.test/,ada,"=1+1,""q""","line one\nline two"\r\n';
  const { details, secrets } = await first(csv);
  expect((await contents(csv)).format).toBe('chrome-csv');
  expect(details).toMatchObject({ title: '=cmd|x', url: 'https://a.test/', username: 'ada', createdAt: '2026-01-02T00:00:00.000Z' });
  expect(secrets).toMatchObject({ password: '=1+1,"q"', notes: 'line one\nline two' });
});

test('Firefox: times in milliseconds, the title from the host, the realm kept as a field', async () => {
  const csv = [
    'url,username,password,httpRealm,formActionOrigin,guid,timeCreated,timeLastUsed,timePasswordChanged',
    '"https://user@mail.test:8443/x","ada","p","Realm","https://mail.test","{1}","1500000000000","1600000000000","1550000000000"',
    '"https://b.test","","p","","","{2}","later","","99999999999999999999"',
  ].join('\n');
  const file = await contents(csv);
  expect(file.format).toBe('firefox-csv');
  expect(file.drafts[0]?.entry.details).toMatchObject({
    title: 'mail.test',
    createdAt: '2017-07-14T02:40:00.000Z',
    passwordChangedAt: '2019-02-12T19:33:20.000Z',
  });
  expect(file.drafts[0]?.entry.secrets.fields).toEqual([
    { name: 'httprealm', value: 'Realm', hidden: false },
    { name: 'formactionorigin', value: 'https://mail.test', hidden: false },
  ]);
  expect(file.drafts[1]?.entry.details.createdAt).toBe('2026-01-02T00:00:00.000Z');
});

test('Safari: one-time secret and notes', async () => {
  const csv = 'Title,URL,Username,Password,Notes,OTPAuth\na.test (ada),https://a.test/,ada,p,n,otpauth://totp/a?secret=GEZDGNBV\n';
  const { details, secrets } = await first(csv);
  expect((await contents(csv)).format).toBe('safari-csv');
  expect(details.hasTotp).toBe(true);
  expect(secrets).toMatchObject({ notes: 'n', totp: 'otpauth://totp/a?secret=GEZDGNBV' });
});

test('LastPass: notes by their address, groups as categories, favourites', async () => {
  const csv = [
    'url,username,password,totp,extra,name,grouping,fav',
    'http://sn,,,,my note,Note,Work,1',
    'https://a.test,ada,p,GEZDGNBV,,A,(none),0',
    'https://b.test,,,,,,Social,0',
  ].join('\n');
  const file = await contents(csv);
  expect(file.format).toBe('lastpass-csv');
  expect(
    file.drafts.map(({ entry }) => [
      entry.details.kind,
      entry.details.title,
      entry.details.url,
      entry.details.category,
      entry.details.favorite,
    ]),
  ).toEqual([
    ['note', 'Note', '', 'work', true],
    ['login', 'A', 'https://a.test', 'general', false],
    ['login', 'b.test', 'https://b.test', 'social', false],
  ]);
});

test('Bitwarden CSV: several addresses, fields by line, notes and cards, the re-prompt listed as lost', async () => {
  const csv = [
    'folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp,archivedDate',
    'Home,1,login,A,n,"PIN: 1\nmore\nq: a: b",1,"https://a.test/x,y,https://b.test",ada,p,,2026-01-01',
    ',,note,B,text,plain line,0,,,,,',
    ',,card,C,,,0,,,,,',
  ].join('\n');
  const file = await contents(csv);
  expect(file.drafts[0]?.entry.secrets.fields.map(({ name, value }) => [name, value])).toEqual([
    ['PIN', '1\nmore'],
    ['q', 'a: b'],
    ['url 2', 'https://b.test'],
    ['archiveddate', '2026-01-01'],
  ]);
  expect(file.drafts[0]?.entry.details).toMatchObject({ url: 'https://a.test/x,y', category: 'Home', favorite: true });
  expect(file.drafts.map(({ entry }) => entry.details.kind)).toEqual(['login', 'note', 'card']);
  expect(file.losses).toEqual([{ place: 1, title: 'A', what: 'master password re-prompt' }]);
});

test('a row with too few columns is rejected, one with more keeps them as fields, an empty one is named', async () => {
  const file = await contents('name,url,username,password,note\na,b\nA,u,n,p,,extra,more\n"","","","",""\n');
  expect(file.rejected).toEqual([
    { place: 1, reason: 'columns_missing' },
    { place: 3, reason: 'empty' },
  ]);
  expect(file.drafts[0]?.entry.secrets.fields.map(({ name }) => name)).toEqual(['column 6', 'column 7']);
});

test('semicolons and tabs are recognised, and a column named twice loses neither value', async () => {
  expect((await first('name;url;username;password\nA;u;n;p;\n')).details.title).toBe('A');
  expect((await first('name\turl\tusername\tpassword\nA\tu\tn\tp\n')).details.title).toBe('A');
  expect((await first('name,url,username,password,name\nA,u,n,p,B\n')).secrets.fields).toEqual([
    { name: 'name', value: 'B', hidden: false },
  ]);
});

test('byte order marks, UTF-16 in both orders and windows-1252 are read', async () => {
  const csv = 'name,url,username,password\nCafé,https://a.test,ada,pä\n';
  const utf16 = (text: string, isLittle: boolean) => {
    const view = new DataView(new ArrayBuffer(text.length * 2));
    for (let place = 0; place < text.length; place += 1) view.setUint16(place * 2, text.charCodeAt(place), isLittle);
    return new Uint8Array(view.buffer);
  };
  const files = [
    `\ufeff${csv}`,
    utf16(`\ufeff${csv}`, true),
    utf16(`\ufeff${csv}`, false),
    utf16(csv, true),
    utf16(csv, false),
    Uint8Array.from(Buffer.from(csv, 'latin1')),
  ];
  for (const file of files) expect(await first(file)).toMatchObject({ details: { title: 'Café' }, secrets: { password: 'pä' } });
});

test.each([
  ['empty_file', ''],
  ['format_unknown', 'name,url\n'],
  ['format_unknown', 'just a line'],
  ['format_unknown', '   '],
  ['csv_invalid', 'name,url,username,password\n"open'],
  ['csv_invalid', 'name,url,username,password\nA,https://a.example,u,p\nB,https://b.exa'],
  ['csv_invalid', '\n\n'],
  ['csv_invalid', `${'a,'.repeat(15_000)}`],
  ['too_many_columns', `${'a,'.repeat(300)}\n`],
  ['too_many_rows', `name,url,username,password\n${'a,b,c,d\n'.repeat(50_001)}`],
  ['json_invalid', '{"a":'],
  ['structure_unknown', '[1]'],
  ['format_unknown', '{}'],
  ['json_too_deep', '['.repeat(1000)],
  ['json_too_deep', `{"items":${'[{"a":'.repeat(40)}`],
  ['structure_unknown', '{"encrypted":false,"items":{}}'],
  ['too_many_rows', `{"items":[${'0,'.repeat(50_000)}0]}`],
  ['not_text', 'a\u0000b'],
])('a file is refused as %s', async (code, content) => {
  expect(await read(content)).toEqual({ ok: false, failure: { code } });
});

test('a file over the limit is refused before it is looked at', async () => {
  expect(await read(new Uint8Array(importLimits.fileBytes + 1))).toEqual({ ok: false, failure: { code: 'file_too_large' } });
});

test('half a UTF-16 character is no text, brackets inside texts do not count as depth', () => {
  expect(decodeText(Uint8Array.from([0xff, 0xfe, 0x00, 0xd8]))).toEqual({ ok: false, failure: { code: 'not_text' } });
  expect(readJson(JSON.stringify({ a: `\\"${'['.repeat(500)}` }))).toMatchObject({ ok: true });
});

const bitwarden = {
  encrypted: false,
  folders: [{ id: 'f1', name: 'Finance' }, 7],
  collections: [{ id: 'c1', name: 'Team' }],
  items: [
    {
      id: 'i1',
      type: 1,
      reprompt: 1,
      name: 'Bank',
      notes: null,
      favorite: true,
      folderId: 'f1',
      collectionIds: ['c1', 'c2'],
      creationDate: '2020-01-01T00:00:00.000Z',
      revisionDate: '2021-01-01T00:00:00Z',
      deletedDate: '2022-01-01T00:00:00Z',
      login: {
        uris: [{ uri: 'https://bank.test', match: 0 }, { uri: 'android://x' }],
        username: 'ada',
        password: 'p',
        totp: 'GEZDGNBV',
        passwordRevisionDate: '2020-06-01T00:00:00Z',
        fido2Credentials: [{ credentialId: 'abc', keyValue: 'private' }],
      },
      fields: [
        { name: 'PIN', value: '1', type: 1 },
        { name: 'yes', value: 'true', type: 2 },
        { name: 'link', value: null, type: 3, linkedId: 100 },
        'odd',
      ],
      passwordHistory: [{ lastUsedDate: '2020-06-01T00:00:00Z', password: 'old' }, { password: '' }],
    },
    { type: 2, name: 'Note', notes: 'text', secureNote: { type: 0 }, unknown: { deep: [1, { x: 'y' }], off: false } },
    { type: 3, name: 'Card', card: { brand: 'Visa', number: '4111', code: '123' } },
    { type: 4, name: 'Ada', identity: { firstName: 'Ada', ssn: '1' } },
    { type: 5, name: 'Key', sshKey: { privateKey: 'k', publicKey: 'pub' } },
    { type: 99 },
    null,
  ],
};

test('Bitwarden JSON: every part has a home, a field of its own, or is listed', async () => {
  const file = await contents(JSON.stringify(bitwarden));
  const [bank, note, card, identity, key] = file.drafts.map(({ entry }) => entry);
  expect(bank?.details).toMatchObject({
    kind: 'login',
    title: 'Bank',
    username: 'ada',
    url: 'https://bank.test',
    category: 'finance',
    favorite: true,
    tags: ['Team'],
    createdAt: '2020-01-01T00:00:00.000Z',
    updatedAt: '2021-01-01T00:00:00.000Z',
    passwordChangedAt: '2020-06-01T00:00:00.000Z',
    trashedAt: '2022-01-01T00:00:00.000Z',
    hasTotp: true,
  });
  expect(bank?.secrets.fields).toEqual([
    { name: 'PIN', value: '1', hidden: true },
    { name: 'yes', value: 'true', hidden: false },
    { name: 'url 2', value: 'android://x', hidden: false },
    { name: 'fido2Credentials[0].credentialId', value: 'abc', hidden: false },
    { name: 'fido2Credentials[0].keyValue', value: 'private', hidden: true },
  ]);
  expect(bank?.secrets.history).toMatchObject([{ replacedAt: '2020-06-01T00:00:00.000Z', secrets: { password: 'old' } }]);
  expect(note?.secrets.fields).toMatchObject([
    { name: 'unknown.deep[0]', value: '1' },
    { name: 'unknown.deep[1].x', value: 'y' },
  ]);
  expect(card).toMatchObject({
    details: { kind: 'card' },
    secrets: {
      password: '4111',
      fields: [
        { name: 'Brand', hidden: false },
        { name: 'Security code', hidden: true },
      ],
    },
  });
  expect(identity?.details.kind).toBe('note');
  expect(key).toMatchObject({ details: { kind: 'key' }, secrets: { password: 'k', fields: [{ name: 'Public key' }] } });
  expect(file.rejected).toEqual([
    { place: 6, reason: 'empty' },
    { place: 7, reason: 'not_an_item' },
  ]);
  expect(file.losses.map((loss) => loss.what)).toEqual([
    'linked field: link',
    'master password re-prompt',
    'match rule of https://bank.test: base domain',
  ]);
});

test('prototype keys are names like any other', async () => {
  const json =
    '{"items":[{"type":1,"name":"x","__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},"login":{"__proto__":"p"}}]}';
  const { secrets } = await first(json);
  expect(secrets.fields.map(({ name }) => name)).toEqual(['__proto__.polluted', 'constructor.prototype.polluted', '__proto__']);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test('an item too large for an entry is rejected and named, more than 20 versions are listed', async () => {
  const history = Array.from({ length: 25 }, (_, number) => ({
    password: `p${number}`,
    lastUsedDate: `2020-01-${String(number + 1).padStart(2, '0')}`,
  }));
  const items = [
    { type: 1, name: 'x'.repeat(5000) },
    { type: 1, name: 'x', passwordHistory: history },
  ];
  const file = await contents(JSON.stringify({ items }));
  expect(file.rejected).toEqual([{ place: 1, reason: 'too_large' }]);
  expect(file.losses).toEqual([{ place: 2, title: 'x', what: '5 oldest versions' }]);
  expect(file.drafts[0]?.entry.secrets.history.map((version) => version.secrets.password).at(0)).toBe('p24');
});

test('a category that the table of entries cannot hold is shortened and named, so that no batch stops at it', async () => {
  const folder = `${'Depth/'.repeat(30)}end`;
  const file = await contents(
    JSON.stringify({
      folders: [
        { id: 'f', name: folder },
        { id: 'g', name: 'Ho\0me\ud800' },
      ],
      items: [
        { type: 1, name: 'deep', folderId: 'f', login: { password: 'p' } },
        { type: 1, name: 'odd', folderId: 'g', login: { password: 'p' } },
      ],
    }),
  );
  expect(file.drafts.map(({ entry }) => entry.details.category)).toEqual([folder.slice(0, 100), 'Home\ufffd']);
  expect(file.losses).toEqual([{ place: 1, title: 'deep', what: `end of the category: ${folder}` }]);
});
