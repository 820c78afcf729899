import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { complainOfPgpKey } from './pgp-key.ts';

const folder = mkdtempSync(join(tmpdir(), 'castellan-pgp-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fingerprint = 'A798409869E01D27E8619BE1E69CE081E4ECA440';
/** As `gpg --armor --export` wrote it. */
const key = readFileSync(join(import.meta.dirname, '..', 'tests', 'public-key.asc'), 'utf8');

function complaintAbout(text: string, given = fingerprint): string | undefined {
  const path = join(folder, 'key.asc');
  writeFileSync(path, text);
  return complainOfPgpKey(path, given);
}

test('a public key is taken if its fingerprint is the one beside it, with either kind of line end', () => {
  expect(complaintAbout(key)).toBeUndefined();
  expect(complaintAbout(key.replaceAll('\n', '\r\n'))).toBeUndefined();
  expect(complaintAbout(key, 'B'.repeat(40))).toContain(fingerprint);
});

test('a private key is refused wherever it stands in the file', () => {
  const secret = key.replaceAll('PUBLIC', 'PRIVATE');
  for (const text of [secret, `${key}${secret}`]) expect(complaintAbout(text)).toMatch(/private key, which nobody else may have/);
});

test('what is no key, or is cut off, is named as that', () => {
  for (const text of ['', 'hello', key.slice(0, 120), key.replace(/\n\n[\s\S]*=Ny7w/, '\n\nmDMEawig\n=Ny7w'), key.replace('mDME', 'AAAA')])
    expect(complaintAbout(text), text).toMatch(/no public key in ASCII armour/);
});
