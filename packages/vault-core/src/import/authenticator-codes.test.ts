import { expect, test } from 'vitest';
import { crypto, neverRunArgon2 } from '../../tests/archive-ports.ts';
import { parseEntryTotp } from '../totp/entry-totp.ts';
import { importFile } from './import-file.ts';
import { readProtobuf } from './protobuf.ts';

const read = async (text: string) => {
  const file = await importFile({ bytes: new TextEncoder().encode(text), nowMs: Date.UTC(2026, 0, 2) }, { crypto, argon2: neverRunArgon2 });
  if (!file.ok) throw new Error(file.failure.code);
  return file.value;
};
const entriesOf = async (text: string) =>
  (await read(text)).drafts.map(({ entry }) => [entry.details.title, entry.details.username, entry.secrets.totp]);

const varint = (value: number): readonly number[] => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]);
const bytesField = (number: number, bytes: readonly number[]) => [...varint(number * 8 + 2), ...varint(bytes.length), ...bytes];
const textField = (number: number, text: string) => bytesField(number, [...new TextEncoder().encode(text)]);
const numberField = (number: number, value: number) => [...varint(number * 8), ...varint(value)];

/** An account of twenty bytes of secret, as the program writes it. */
const account = (name: string, issuer: string, [algorithm, digits, type]: readonly [number, number, number] = [1, 1, 2]) =>
  bytesField(1, [
    ...bytesField(1, [...new TextEncoder().encode('12345678901234567890')]),
    ...textField(2, name),
    ...textField(3, issuer),
    ...numberField(4, algorithm),
    ...numberField(5, digits),
    ...numberField(6, type),
  ]);

/** The address in one code of an export that has `size` of them. */
const addressOf = (accounts: readonly number[][], size = 1, index = 0) => {
  const payload = [
    ...accounts.flat(),
    ...numberField(2, 1),
    ...numberField(3, size),
    ...numberField(4, index),
    ...numberField(5, 1_234_567),
  ];
  return `otpauth-migration://offline?data=${encodeURIComponent(Buffer.from(payload).toString('base64'))}`;
};

// The example of github.com/dim13/otpauth.
const published = 'otpauth-migration://offline?data=CjEKCkhlbGxvId6tvu8SGEV4YW1wbGU6YWxpY2VAZ29vZ2xlLmNvbRoHRXhhbXBsZTAC';

test('the published example gives its one account, with the secret that it is known to hold', async () => {
  expect((await read(published)).format).toBe('authenticator-qr');
  const [found] = await entriesOf(published);
  expect(found?.slice(0, 2)).toEqual(['Example', 'alice@google.com']);
  expect(found?.[2]).toBe(
    'otpauth://totp/Example%3Aalice%40google.com?secret=JBSWY3DPEHPK3PXP&issuer=Example&algorithm=SHA1&digits=6&period=30',
  );
});

test('each account of a code is an entry of its own that makes codes by its own algorithm and digits', async () => {
  const text = addressOf([
    account('Bank & Co:ada@example.test', 'Bank & Co', [2, 2, 2]),
    account('root', ''),
    account('git', 'Forge', [3, 0, 2]),
  ]);
  const found = await entriesOf(text);
  expect(found.map(([title, username]) => [title, username])).toEqual([
    ['Bank & Co', 'ada@example.test'],
    ['root', 'root'],
    ['Forge', 'git'],
  ]);
  expect(found.map(([, , totp]) => parseEntryTotp(totp ?? ''))).toMatchObject([
    { ok: true, value: { algorithm: 'SHA256', digits: 8, issuer: 'Bank & Co', account: 'ada@example.test' } },
    { ok: true, value: { algorithm: 'SHA1', digits: 6, account: 'root' } },
    { ok: true, value: { algorithm: 'SHA512', digits: 6, periodSeconds: 30 } },
  ]);
});

test('an account that an entry makes no codes for is refused by name, and the others come', async () => {
  const text = addressOf([account('a', 'Counter', [1, 1, 1]), account('b', 'Old', [4, 1, 2]), account('c', 'Good')]);
  const file = await read(text);
  expect(file.rejected).toEqual([
    { place: 1, reason: 'code_unsupported' },
    { place: 2, reason: 'code_unsupported' },
  ]);
  expect(file.drafts.map(({ place, entry }) => [place, entry.details.title])).toEqual([[3, 'Good']]);
});

test('the accounts that stand in other codes of the export are named as left behind, unless those are read as well', async () => {
  const [first, second] = [addressOf([account('a', 'One')], 2, 0), addressOf([account('b', 'Two')], 2, 1)];
  expect((await read(first)).losses.map(({ what }) => what)).toEqual(['accounts in another QR code of this export: read each as well']);
  const both = await read(`${first}\n${second}\n`);
  expect([both.losses, both.drafts.length]).toEqual([[], 2]);
});

test('several missing codes are counted, and an account without a secret is refused by its place', async () => {
  const file = await read(addressOf([account('a', 'One'), bytesField(1, textField(2, 'no secret')), bytesField(1, [8])], 4));
  expect(file.losses.map(({ what }) => what)).toEqual(['accounts in 3 other QR codes of this export: read each as well']);
  expect(file.rejected).toEqual([
    { place: 2, reason: 'not_an_item' },
    { place: 3, reason: 'not_an_item' },
  ]);
});

test('an account without an issuer has that of its name, and one without any name is a one-time code', async () => {
  const found = await entriesOf(addressOf([account('Forge:ada', ''), account('', '')]));
  expect(found.map(([title, username]) => [title, username])).toEqual([
    ['Forge', 'ada'],
    ['One-time code', ''],
  ]);
});

test('a code that breaks off or is another thing gives nothing', async () => {
  for (const text of [
    published.slice(0, -4),
    'otpauth-migration://offline?data=',
    'otpauth-migration://offline',
    `${published}%zz`,
    `${published}\nx`,
  ])
    await expect(read(text), text).rejects.toThrow('structure_unknown');
});

test('a protocol buffer that breaks off, or says more than it has, is none; kinds that are not read are passed over', () => {
  expect(readProtobuf(Uint8Array.from([...numberField(1, 300), 0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0x1d, 1, 2, 3, 4]))).toEqual([
    { number: 1, value: 300 },
    { number: 2 },
    { number: 3 },
  ]);
  for (const bytes of [[8], [8, 255], [18, 200, 1], [18, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1], [11], [0, 1], [9, 1]])
    expect(readProtobuf(Uint8Array.from(bytes)), bytes.join()).toBeUndefined();
});

test('a buffer of more fields than any export has is none, so that a small file fills no memory', () => {
  const buffer = (fields: number) => Uint8Array.from({ length: fields * 2 }, (_, at) => (at % 2 === 0 ? 16 : 1));
  expect(readProtobuf(buffer(100_000))?.length).toBe(100_000);
  expect(readProtobuf(buffer(100_001))).toBeUndefined();
});
