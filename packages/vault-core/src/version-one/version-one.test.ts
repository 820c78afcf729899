import { createCipheriv, createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeOf, must } from '../../tests/vault-world.ts';
import { parseVaultRow, type VaultRow } from '../manifest/vault-row.ts';
import { importVersionOneKey, openVersionOne, parseVersionOne, versionOneKeyBytes } from './version-one.ts';

const master = 'correct horse';
const iv = Buffer.from('000102030405060708090a0b', 'hex');

function sealed(text: string): { readonly iv: Buffer; readonly data: Buffer; readonly whole: Buffer } {
  const cipher = createCipheriv('aes-256-gcm', createHash('sha256').update(master).digest(), iv);
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { iv, data, whole: Buffer.concat([iv, data]) };
}

function row(password_encrypted: string, more: Partial<VaultRow> = {}): VaultRow {
  const blank = {
    title: 'a title',
    username: 'u',
    url: 'https://a.example/x',
    notes: 'n',
    category: 'social',
    favorite: true,
    icon: null,
    created_at: '2023-04-05T06:07:08+02:00',
  };
  return { id: '01abcdef-0000-4000-8000-000000000001', ...blank, password_encrypted, ...more };
}

async function open(password_encrypted: string, more: Partial<VaultRow> = {}) {
  return openVersionOne(
    crypto.subtle,
    await importVersionOneKey(crypto.subtle, await versionOneKeyBytes(crypto.subtle, master)),
    row(password_encrypted, more),
  );
}

test('every spelling of version 1 is read, made here by another implementation', async () => {
  const { iv: nonce, data, whole } = sealed('pässword');
  const spellings = {
    base64: [
      whole.toString('base64'),
      whole.toString('base64url'),
      ` ${whole.toString('base64')}\n`,
      whole.toString('base64').replace(/=+$/, ''),
    ],
    hex: [whole.toString('hex'), whole.toString('hex').toUpperCase()],
    json: [
      JSON.stringify({ iv: nonce.toString('base64'), data: data.toString('base64') }),
      JSON.stringify({ iv: nonce.toString('hex'), ciphertext: data.toString('hex') }),
      JSON.stringify({ iv: [...nonce], data: [...data] }),
    ],
  };
  for (const [encoding, texts] of Object.entries(spellings)) {
    for (const text of texts) {
      expect(parseVersionOne(text)?.encoding).toBe(encoding);
      expect(must(await open(text)).secrets).toEqual({ password: 'pässword', notes: 'n', totp: '', fields: [], history: [] });
    }
  }
});

test('all readable columns go into the entry, and what is missing is taken from what is there', async () => {
  const text = sealed('p').whole.toString('base64');
  const date = '2023-04-05T04:07:08.000Z';
  expect(must(await open(text)).details).toMatchObject({
    kind: 'login',
    title: 'a title',
    username: 'u',
    url: 'https://a.example/x',
    category: 'social',
    favorite: true,
    createdAt: date,
    updatedAt: date,
  });
  expect(must(await open(text, { title: ' ' })).details.title).toBe('a.example');
  expect(must(await open(text, { title: '', url: '' })).details.title).toBe('u');
  expect(must(await open(text, { title: '', url: '', username: ' ', category: '', created_at: 'never' })).details).toMatchObject({
    title: 'Untitled',
    category: 'general',
    createdAt: '1970-01-01T00:00:00.000Z',
  });
});

test('what is not of version 1, or under another master, or too long to keep whole is named', async () => {
  const { whole } = sealed('p');
  for (const text of [
    '',
    '!',
    '{"iv":"AAAA","data":"AAAA"}',
    '{"data":"AAAA"}',
    '{"iv":[1,2,3],"data":[300]}',
    '{',
    'null',
    'AAAA',
    '{"iv":{}}',
    'A'.repeat(1_048_577),
  ])
    expect(codeOf(await open(text))).toBe('v1_malformed');
  whole[20] = (whole[20] ?? 0) ^ 1;
  expect(codeOf(await open(whole.toString('base64')))).toBe('v1_unreadable');
  expect(codeOf(await open('Z'.repeat(40)))).toBe('v1_unreadable');
  const good = sealed('p').whole.toString('base64');
  for (const more of [
    { title: 't'.repeat(1_001) },
    { notes: 'n'.repeat(200_001) },
    { url: 'u'.repeat(8_001) },
    { category: 'c'.repeat(201) },
    { username: 'u'.repeat(2_001) },
  ]) {
    expect(codeOf(await open(good, more))).toBe('v1_too_large');
  }
  expect(codeOf(await open(sealed('p'.repeat(20_001)).whole.toString('base64')))).toBe('v1_too_large');
});

test('the stored check value of version 1 is its very key', async () => {
  const check = createHash('sha256').update(master).digest('hex');
  expect(Buffer.from(await versionOneKeyBytes(crypto.subtle, master)).toString('hex')).toBe(check);
});

test('property: no text at all makes the reader throw, and a changed byte never opens', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 80 }), fc.nat(), fc.integer({ min: 1, max: 255 }), async (text, at, flip) => {
      expect((await open(text)).ok).toBe(false);
      const { whole } = sealed('secret');
      whole[at % whole.length] = (whole[at % whole.length] ?? 0) ^ flip;
      expect((await open(whole.toString('base64'))).ok).toBe(false);
    }),
    { seed: 45, numRuns: 1_000 },
  );
});

test('rows come in through one parser, under either name of the old column', () => {
  const plain = { id: '01abcdef-0000-4000-8000-000000000001', password_encrypted: 'x', created_at: '2023-01-01' };
  expect(parseVaultRow({ ...plain, notes: null, category: null, favorite: null })).toMatchObject({
    title: '',
    notes: '',
    category: 'general',
    favorite: false,
    icon: null,
  });
  const { password_encrypted, ...older } = plain;
  expect(parseVaultRow({ ...older, encrypted_password: password_encrypted })?.password_encrypted).toBe('x');
  for (const bad of [null, 'row', {}, { ...plain, id: 7 }, { ...plain, password_encrypted: null }])
    expect(parseVaultRow(bad)).toBeUndefined();
});
