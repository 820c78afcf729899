import { spawnSync } from 'node:child_process';
import { scryptSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readMinisign, readMinisignKey, verifyMinisign } from './minisign.ts';
import { makeMinisignKeys, publicKeyFile, readMinisignSecret, type Scrypt, signMinisign } from './minisign-secret.ts';

// Made by minisign 0.11. The first key has the passphrase "correct horse", on a machine with little memory; the second one has none (-W).
const message = utf8ToBytes('a release\n');
const known = [
  {
    secret: `untrusted comment: minisign encrypted secret key
RWRTY0IyHjz0rTLgKOXZX1JnYmtEGr4rKDfZvXdjGo760osnDC4AABAAAAAAAAAAAAIAAAAApkB8xDYB/tmLhXiopDsFQnvN7inTJ0NiTDGxXujWd9t8TpPXOMMA4Yhj4Z/Eb6B622Si+SniRsRmCta2KbHkvf2Vk8j8dZE+El2IMJNoDHEL0hjybhzfZuQXsWYgUfOhgBozldH5VzY=
`,
    key: `untrusted comment: minisign public key 88382E910B33C8EE
RWTuyDMLkS44iKUfAhoGkIUJqYQrwcEPumHUXABk/dE1etQp9kdc7Ynx
`,
    signature: `untrusted comment: signature from minisign secret key
RUTuyDMLkS44iJLlnCBVDDEpL8OQET0wasLClf6D64MbmvFgIePP5liyDC5EQVBdZu1iCyj6LvGb4Je1XIUsYfZWWS4iJZYcYgQ=
trusted comment: version 7
sAEhDrKQ250w6MSncgGvf6WrX9y5eBqScZWo1oHQhwUuVQJKPMMfPZNZQR+c9nsnQcB5ZY/mmT41W8HHSd4iBw==
`,
  },
  {
    secret: `untrusted comment: minisign encrypted secret key
RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKoOenlzZwXU5XD4KDEAmpLCg0q5r0qGbOxMWnksRJG+FIIlTI5+B1f2SMhmwxfVNogBaPkobgybjvtDkqBnBRC/JD5bu2ly8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
`,
    key: `untrusted comment: minisign public key 75C1D95C9E9E832A
RWQqg56eXNnBdf2SMhmwxfVNogBaPkobgybjvtDkqBnBRC/JD5bu2ly8
`,
    signature: `untrusted comment: signature from minisign secret key
RUQqg56eXNnBdQGTj/gXJkBvmrPTCMOIwSN9bYlxyenIhtdhlVRcsNfdfYt6CQVl32mVUD52njAUF9naAAD4aMmRoBpiWN+BUww=
trusted comment: version 7
R6Hfn2s5q6mhjrhTVA26bIV+DKb+OsF5FOPnFrzZ+raH6ugAFIXYE/7tW1lRH24XoJSB6gYSTwaXyFcP1JzECw==
`,
  },
];
const scrypt: Scrypt = (passphrase, salt, { N, r, p, length }) => scryptSync(passphrase, salt, length, { N, r, p, maxmem: 2 ** 28 });
const cheap = { operations: 2 ** 15, memory: 2 ** 20 };

function open(secretFile: string, passphrase = 'correct horse') {
  const read = readMinisignSecret(secretFile, scrypt);
  const opened = read.ok ? read.value.open(passphrase) : read;
  if (!opened.ok) throw new Error(opened.failure.code);
  return opened.value;
}

test('keys of minisign open, and sign what minisign signs, to the byte', () => {
  for (const { secret, key, signature } of known) {
    const opened = open(secret);
    expect(publicKeyFile(opened)).toBe(key);
    const signed = signMinisign(message, opened, 'version 7');
    // The first line is a remark of each program's own.
    expect(signed.split('\n').slice(1)).toEqual(signature.split('\n').slice(1));
  }
});

test('another passphrase opens nothing, and says so', () => {
  const [encrypted] = known;
  for (const passphrase of ['', 'correct horse ', 'Correct horse']) {
    const read = readMinisignSecret(encrypted?.secret ?? '', scrypt);
    expect(read.ok && read.value.open(passphrase)).toEqual({ ok: false, failure: { code: 'wrong_passphrase' } });
  }
});

test('a new key is read back by its passphrase alone, and its public key holds its signatures', () => {
  const random = fc.uint8Array({ minLength: 72, maxLength: 72 });
  fc.assert(
    fc.property(random, fc.option(fc.string({ unit: 'binary', maxLength: 20 }), { nil: undefined }), (bytes, passphrase) => {
      const { secretFile, publicFile } = makeMinisignKeys(bytes, passphrase, scrypt, cheap);
      const signature = readMinisign(signMinisign(message, open(secretFile, passphrase), 'version 7'));
      const key = readMinisignKey(publicFile);
      expect(signature.ok && key.ok && verifyMinisign(message, signature.value, key.value)).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test('no text and no changed key makes the reading throw, and a key that asks for more memory than minisign’s is refused', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), (text) => {
      expect(readMinisignSecret(text, scrypt).ok).toBe(false);
    }),
  );
  const random = new Uint8Array(72).fill(5);
  const greedy = makeMinisignKeys(random, undefined, scrypt).secretFile;
  const bytes = Buffer.from(greedy.split('\n')[1] ?? '', 'base64');
  bytes.write('Sc', 2);
  bytes.writeBigUInt64LE(2n ** 40n, 46);
  expect(readMinisignSecret(`untrusted comment: x\n${bytes.toString('base64')}\n`, scrypt)).toEqual({
    ok: false,
    failure: { code: 'too_costly' },
  });
});

const minisign = spawnSync('minisign', ['-v'], { stdio: 'ignore' }).error === undefined;

test.skipIf(!minisign)('minisign takes the keys that are made here, and verifies what they sign', () => {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-minisign-'));
  try {
    const { secretFile, publicFile } = makeMinisignKeys(new Uint8Array(72).fill(9), 'pass', scrypt, cheap);
    const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);
    write('m', message);
    write('m.minisig', signMinisign(message, open(secretFile, 'pass'), 'version 7'));
    write('k.pub', publicFile);
    write('k.key', secretFile);
    const run = (given: readonly string[], input = '') => spawnSync('minisign', given, { cwd: folder, encoding: 'utf8', input });
    expect(run(['-V', '-Q', '-m', 'm', '-p', 'k.pub'])).toMatchObject({ status: 0, stdout: 'version 7\n' });
    expect(run(['-S', '-s', 'k.key', '-m', 'm', '-x', 'other.minisig'], 'pass\n').status).toBe(0);
    expect(run(['-V', '-q', '-m', 'm', '-x', 'other.minisig', '-p', 'k.pub']).status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
