import { expect, test } from 'vitest';
import { crypto, failingArgon2, neverRunArgon2, quickArgon2, randomBytes } from '../../tests/archive-ports.ts';
import { entryLimits } from '../entries/entry-parse.ts';
import { type ExportPorts, minExportPasswordCharacters, openExport, sealExport } from './encrypted-export.ts';
import { sampleEntry } from './entry-samples.ts';

const quick: ExportPorts = { crypto, argon2: quickArgon2, randomBytes };
const nowMs = Date.UTC(2026, 0, 2);
const password = 'correct horse battery';
const entries = Array.from({ length: 60 }, (_, number) => sampleEntry(number));

async function sealed(): Promise<Record<string, unknown> & { kdf: Record<string, unknown> }> {
  const made = await sealExport(entries, password, nowMs, quick);
  if (!made.ok) throw new Error(made.failure.code);
  return JSON.parse(made.value);
}

test('what is sealed opens to the same entries, whatever is in them', async () => {
  const file = await sealed();
  expect(file).toMatchObject({ format: 'castellan.export.2', kdf: { memoryKib: 65_536, passes: 3, lanes: 1 }, entries: 60 });
  expect(await openExport(file, password, quick)).toEqual({
    ok: true,
    value: { entries: entries.map((entry, index) => ({ place: index + 1, entry })), refused: [] },
  });
});

test('nothing of an entry can be read in the file', async () => {
  const text = JSON.stringify(await sealed());
  // Each has a sign that base64 has not, or more digits than chance spells.
  for (const part of ['example.test', '-<&', 'Mail ', 'correct horse']) expect(text).not.toContain(part);
});

test('equal passwords written in different Unicode forms open the same file', async () => {
  const made = await sealExport(entries, 'caf\u00e9 au lait', nowMs, quick);
  const opened = made.ok && (await openExport(JSON.parse(made.value), 'cafe\u0301 au lait', quick));
  expect(opened).toMatchObject({ ok: true });
});

test('a wrong password is told from a damaged file', async () => {
  const file = await sealed();
  expect(await openExport(file, 'wrong horse', quick)).toEqual({ ok: false, failure: { code: 'wrong_password' } });
  const text = String(file['sealed']);
  const damaged = { ...file, sealed: `${text.slice(0, 100)}${text[100] === 'A' ? 'B' : 'A'}${text.slice(101)}` };
  expect(await openExport(damaged, password, quick)).toEqual({ ok: false, failure: { code: 'export_damaged' } });
});

test('every relabelling of the head is noticed', async () => {
  const file = await sealed();
  const changes = [
    { createdAt: '2020-01-01T00:00:00.000Z' },
    { entries: 59 },
    { kdf: { ...file.kdf, passes: 4 } },
    { kdf: { ...file.kdf, memoryKib: 65_537 } },
  ];
  for (const change of changes) expect(await openExport({ ...file, ...change }, password, quick)).toMatchObject({ ok: false });
  const salt = `${file.kdf['salt']}`;
  const otherSalt = { ...file.kdf, salt: `${salt[0] === 'A' ? 'B' : 'A'}${salt.slice(1)}` };
  expect(await openExport({ ...file, kdf: otherSalt }, password, quick)).toEqual({ ok: false, failure: { code: 'wrong_password' } });
});

test.each([
  { memoryKib: 1024 },
  { passes: 1 },
  { memoryKib: 8_388_608 },
  { passes: 1000 },
  { lanes: 4 },
  { algorithm: 'argon2d' },
  { version: 16 },
])('a derivation with %j is refused before it is run', async (change) => {
  const file = await sealed();
  const opened = await openExport({ ...file, kdf: { ...file.kdf, ...change } }, password, { crypto, argon2: neverRunArgon2 });
  expect(opened).toEqual({ ok: false, failure: { code: 'export_kdf_refused' } });
});

test('a derivation that fails is never called a wrong password', async () => {
  const argon2 = failingArgon2;
  expect(await openExport(await sealed(), password, { crypto, argon2 })).toEqual({ ok: false, failure: { code: 'derivation_failed' } });
  expect(await sealExport([], password, nowMs, { ...quick, argon2 })).toEqual({ ok: false, failure: { code: 'derivation_failed' } });
});

test.each([null, [], {}, 'text', { format: 'castellan.export.3' }])('%j is no export', async (value) => {
  expect(await openExport(value, password, quick)).toMatchObject({ ok: false });
});

test('base64 that is none is damage; a field more is no file of ours', async () => {
  const file = await sealed();
  expect(await openExport({ ...file, sealed: `${'!'.repeat(60)}` }, password, quick)).toEqual({
    ok: false,
    failure: { code: 'export_damaged' },
  });
  expect(await openExport({ ...file, more: 1 }, password, quick)).toEqual({ ok: false, failure: { code: 'export_not_valid' } });
});

test('a short password is refused', async () => {
  expect(await sealExport([], 'a'.repeat(minExportPasswordCharacters - 1), nowMs, quick)).toEqual({
    ok: false,
    failure: { code: 'password_too_short' },
  });
});

/** A file as another version of the program, or a hand, could have made it: sealed well, whatever its entries are. */
async function sealedWith(values: readonly object[]): Promise<unknown> {
  const written = values.map((value) => ({ ...sampleEntry(0), ...value }));
  const made = await sealExport(written, password, nowMs, quick);
  if (!made.ok) throw new Error(made.failure.code);
  return JSON.parse(made.value);
}

test('a file that would not be read back is not made', async () => {
  const entry = sampleEntry(1);
  const many = Array.from({ length: 50_001 }, () => entry);
  expect(await sealExport(many, password, nowMs, quick)).toEqual({ ok: false, failure: { code: 'export_too_large' } });
  const large = { ...entry, secrets: { ...entry.secrets, notes: 'x'.repeat(200_000) } };
  const heavy = Array.from({ length: 260 }, () => large);
  expect(await sealExport(heavy, password, nowMs, quick)).toEqual({ ok: false, failure: { code: 'export_too_large' } });
});

test('an entry that the vault cannot save is refused by its place and a reason, and keeps no other from being read', async () => {
  const good = sampleEntry(4);
  const { details, secrets } = good;
  const file = await sealedWith([
    good,
    { details: { ...details, username: 'u'.repeat(entryLimits.username) } },
    { details: { ...details, username: 'u'.repeat(entryLimits.username + 1) } },
    { secrets: { ...secrets, fields: Array.from({ length: 100 }, () => ({ name: 'n', value: 'x'.repeat(20_000), hidden: true })) } },
    { details: { ...details, kind: 'spell' } },
    { details: { ...details, createdAt: '2026-13-45T99:99:99Z' } },
    { details: { ...details, colour: 'red' } },
    {
      secrets: {
        ...secrets,
        history: [{ replacedAt: 'yesterday, or so, at noonZ', details, secrets: { ...secrets, history: undefined } }],
      },
    },
    { details: null },
  ]);
  const opened = await openExport(file, password, quick);
  if (!opened.ok) throw new Error(opened.failure.code);
  expect(opened.value.entries.map(({ place }) => place)).toEqual([1, 2]);
  expect(opened.value.entries[0]?.entry).toEqual(good);
  expect(opened.value.refused.map(({ place, reason }) => [place, reason])).toEqual([
    [3, 'too_large'],
    [4, 'too_large'],
    ...[5, 6, 7, 8, 9].map((place) => [place, 'not_savable']),
  ]);
});
