import { strToU8, zipSync } from 'fflate';
import * as kdbxweb from 'kdbxweb';
import { expect, test } from 'vitest';
import { quickArgon2 as argon2, crypto } from '../../tests/archive-ports.ts';
import { importFile } from './import-file.ts';
import type { ImportedFile } from './import-model.ts';
import { deriveWith } from './kdbx-open.ts';

const password = 'correct horse';

async function read(content: string | Uint8Array): Promise<ImportedFile> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const file = await importFile({ bytes, password, nowMs: 0 }, { crypto, argon2 });
  if (!file.ok) throw new Error(file.failure.code);
  return file.value;
}

const lostOf = ({ losses }: ImportedFile) => losses.map(({ what }) => what);
const fieldsOf = ({ drafts }: ImportedFile) => drafts[0]?.entry.secrets.fields.map(({ name, value, hidden }) => [name, value, hidden]);

async function keepass(build: (entry: kdbxweb.KdbxEntry, database: kdbxweb.Kdbx) => Promise<void>): Promise<Uint8Array> {
  deriveWith(argon2);
  const credentials = new kdbxweb.KdbxCredentials(kdbxweb.ProtectedValue.fromString(password));
  await credentials.ready;
  const database = kdbxweb.Kdbx.create(credentials, 'Test');
  const entry = database.createEntry(database.getDefaultGroup());
  entry.fields.set('Title', 'Host');
  await build(entry, database);
  return new Uint8Array(await database.save());
}

test('KeePass: an overriding address is kept as a field, colours are listed', async () => {
  const file = await read(
    await keepass(async (entry) => {
      entry.overrideUrl = 'cmd://ssh host';
      entry.fgColor = '#FF0000';
    }),
  );
  expect(fieldsOf(file)).toEqual([['override URL', 'cmd://ssh host', false]]);
  expect(lostOf(file)).toEqual(['colours']);
});

test('KeePass: attachments that only earlier versions had, or had otherwise, are listed once each', async () => {
  const file = await read(
    await keepass(async (entry, database) => {
      const attach = async (name: string, byte: number) => {
        entry.binaries.set(name, await database.createBinary(new Uint8Array([byte]).buffer));
      };
      await attach('kept.pem', 1);
      await attach('changed.pem', 2);
      await attach('gone.pem', 3);
      entry.pushHistory();
      entry.pushHistory();
      entry.binaries.delete('gone.pem');
      await attach('changed.pem', 4);
    }),
  );
  expect(lostOf(file).sort()).toEqual([
    'attachment of an earlier version: changed.pem',
    'attachment of an earlier version: gone.pem',
    'attachment: changed.pem',
    'attachment: kept.pem',
  ]);
});

test('Bitwarden: rules of when an address is matched are listed, whatever else an address has is kept', async () => {
  const uris = [
    { uri: 'https://a.test', match: 3 },
    { uri: 'https://b.test', match: null, note: 'old' },
    { uri: '^https://c', match: 4 },
    { uri: 'https://d.test' },
  ];
  const file = await read(JSON.stringify({ items: [{ type: 1, name: 'a', login: { uris, password: 'p' } }] }));
  expect(lostOf(file)).toEqual(['match rule of https://a.test: exact', 'match rule of ^https://c: regular expression']);
  expect(fieldsOf(file)).toEqual([
    ['url 2', 'https://b.test', false],
    ['url 2.note', 'old', false],
    ['url 3', '^https://c', false],
    ['url 4', 'https://d.test', false],
  ]);
});

test('1Password: a second password or user name, designated or beside the fields, becomes a field', async () => {
  const loginFields = [
    { designation: 'username', value: '', fieldType: 'T' },
    { designation: 'username', value: 'ada', fieldType: 'T' },
    { designation: 'username', name: 'alias', value: 'countess', fieldType: 'T' },
    { designation: 'password', value: 'p', fieldType: 'P' },
    { designation: 'password', value: 'second', fieldType: 'I' },
  ];
  const item = (own: string) => ({ overview: { title: 'a' }, details: { password: own, loginFields } });
  const archive = (own: string) =>
    zipSync({ 'export.data': strToU8(JSON.stringify({ accounts: [{ vaults: [{ items: [{ item: item(own) }] }] }] })) });
  const file = await read(archive('third'));
  expect(file.drafts[0]?.entry).toMatchObject({ details: { username: 'ada' }, secrets: { password: 'p' } });
  expect(fieldsOf(file)).toEqual([
    ['alias', 'countess', false],
    ['password', 'second', true],
    ['password', 'third', true],
  ]);
  expect(fieldsOf(await read(archive('p')))?.map(([, value]) => value)).toEqual(['countess', 'second']);
});

test('Firefox: that the time of the last use has no place is said once for the file', async () => {
  const header = 'url,username,password,httpRealm,formActionOrigin,guid,timeCreated,timeLastUsed,timePasswordChanged';
  const row = (used: string) => `https://a.test,ada,p${used},,,{1},1500000000000,${used},1550000000000`;
  const file = await read([header, row('1600000000000'), row('1600000000001'), ''].join('\n'));
  expect(file.losses).toEqual([{ place: 0, title: '', what: 'when each login was last used' }]);
  expect(lostOf(await read([header, row(''), ''].join('\n')))).toEqual([]);
});
