import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../../../../tests/support/needs.ts';
import { crypto, failingArgon2, quickArgon2 } from '../../tests/archive-ports.ts';
import type { Entry } from '../entries/entry.ts';
import { importFile } from '../import/import-file.ts';
import type { Argon2 } from './archive-crypto.ts';
import { sampleEntry } from './entry-samples.ts';
import { hashWasmArgon2 } from './hash-wasm-argon2.ts';
import { exportKdbx } from './kdbx-export.ts';

const password = 'correct horse battery';

async function exported(entries: readonly Entry[], argon2: Argon2): Promise<Uint8Array> {
  const made = await exportKdbx(entries, password, 'Castellan', argon2);
  if (!made.ok) throw new Error(made.failure.code);
  return made.value.bytes;
}

/** KDBX keeps whole seconds and derives when a password changed from the history. */
const comparable = ({ details, secrets }: Entry) => {
  const { passwordChangedAt: _, ...others } = details;
  const fields = secrets.fields.map(({ name, value, hidden }) => ({ name, value, hidden }));
  return {
    ...others,
    password: secrets.password,
    notes: secrets.notes,
    totp: secrets.totp,
    fields,
    old: secrets.history.map((version) => version.secrets.password),
  };
};
const byTitle = (a: { title: string }, b: { title: string }) => (a.title < b.title ? -1 : 1);

test('a database made of entries gives them back: fields, groups, trash, history, tags, expiry, one-time secret', async () => {
  const entries = Array.from({ length: 120 }, (_, number) => sampleEntry(number));
  const bytes = await exported(entries, quickArgon2);
  const read = await importFile({ bytes, password, nowMs: 0 }, { crypto, argon2: quickArgon2 });
  if (!read.ok) throw new Error(read.failure.code);
  expect(read.value.rejected).toEqual([]);
  expect(read.value.losses).toEqual([]);
  const back = read.value.drafts.map(({ entry }) => comparable(entry)).sort(byTitle);
  expect(back).toEqual(entries.map(comparable).sort(byTitle));
});

test('names that KeePass takes, equal names and characters that XML cannot hold lose nothing silently', async () => {
  const sample = sampleEntry(1);
  const fields = ['Title', 'otp', 'x', 'x', '', 'bad\u0001name'].map((name, index) => ({ name, value: `v${index}\u0002`, hidden: false }));
  const entry = {
    ...sample,
    details: { ...sample.details, title: 'a\u0003b', tags: ['a:b;c'] },
    secrets: { ...sample.secrets, fields, totp: 'gezd gnbv' },
  };
  const made = await exportKdbx([entry], password, 'Castellan', quickArgon2);
  if (!made.ok) throw new Error(made.failure.code);
  expect(made.value.characterLosses).toBe(3);
  const read = await importFile({ bytes: made.value.bytes, password, nowMs: 0 }, { crypto, argon2: quickArgon2 });
  if (!read.ok) throw new Error(read.failure.code);
  const [back] = read.value.drafts;
  expect(back?.entry.details).toMatchObject({ title: 'a\u0003b', tags: ['a b c'] });
  expect(back?.entry.secrets.totp).toContain('secret=GEZDGNBV&');
  expect(back?.entry.secrets.fields.map(({ name, value }) => [name, value])).toEqual([
    ['Title (2)', 'v0\u0002'],
    ['otp (2)', 'v1\u0002'],
    ['x', 'v2\u0002'],
    ['x (2)', 'v3\u0002'],
    ['field', 'v4\u0002'],
    ['badname', 'v5\u0002'],
  ]);
});

test('a short password and a failing derivation are named', async () => {
  expect(await exportKdbx([], 'short', 'x', quickArgon2)).toEqual({ ok: false, failure: { code: 'password_too_short' } });
  expect(await exportKdbx([], password, 'x', failingArgon2)).toEqual({ ok: false, failure: { code: 'derivation_failed' } });
});

function keepassxc(...parameters: readonly string[]): string | undefined {
  try {
    return execFileSync('keepassxc-cli', parameters, {
      input: `${password}\n`,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: 20_000,
    });
  } catch {
    return undefined;
  }
}

test('KeePassXC opens the database and reads every part', { timeout: 60_000 }, async (context) => {
  needs(context, keepassxc('--version') !== undefined, 'keepassxc-cli is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'castellan-kdbx-'));
  try {
    const file = join(folder, 'export.kdbx');
    const entries = Array.from({ length: 30 }, (_, number) => sampleEntry(number));
    writeFileSync(file, await exported(entries, hashWasmArgon2), { mode: 0o600 });
    expect(keepassxc('db-info', '-q', file)).toMatch(/Argon2id/);
    const xml = keepassxc('export', '-q', '-f', 'xml', file) ?? '';
    expect(xml.match(/<Key>Title<\/Key>/g)).toHaveLength(30 + entries.filter((entry) => entry.secrets.history.length > 0).length);
    const unescaped = xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    for (const { secrets } of entries) expect(unescaped).toContain(`>${secrets.password}</Value>`);
    expect(keepassxc('show', '-q', '-s', '-a', 'Password', file, 'emoji 🗝️ 25')?.trim()).toBe(entries[25]?.secrets.password);
    expect(keepassxc('show', '-q', '-s', '-a', 'PIN', file, 'Forum “Ø” 20')?.trim()).toBe('20');
    expect(keepassxc('show', '-q', '-t', file, 'emoji 🗝️ 25')?.trim()).toMatch(/^\d{6}$/);
    expect(keepassxc('ls', '-q', '-R', '-f', file)).toContain('Recycle Bin/');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
