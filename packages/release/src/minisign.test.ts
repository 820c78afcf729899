import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readMinisign, readMinisignKey, verifyMinisign } from './minisign.ts';
import { keyPairOf } from './test-releases.ts';

// The example of minisign's own documentation: a key that its author published.
const published = 'RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3';

const message = new TextEncoder().encode('a release');

function verify(bytes: Uint8Array, text: string, keyText: string): boolean {
  const read = readMinisign(text);
  const key = readMinisignKey(keyText);
  return read.ok && key.ok && verifyMinisign(bytes, read.value, key.value);
}

test('a key is read from its file and from its line, with the number that minisign shows', () => {
  const file = `untrusted comment: minisign public key E7620F1842B4E81F\n${published}\n`;
  for (const text of [file, published, `${published}\n`, file.replaceAll('\n', '\r\n')])
    expect(readMinisignKey(text)).toMatchObject({ ok: true, value: { id: 'e7620f1842b4e81f', text: published } });
});

test('a signature holds for its bytes, its comment and its key, and for no others', () => {
  const { line, sign } = keyPairOf(1);
  const signature = sign(message);
  expect(verify(message, signature, line)).toBe(true);
  expect(verify(new TextEncoder().encode('a releasf'), signature, line)).toBe(false);
  expect(verify(message, signature.replace('version 7', 'version 8'), line)).toBe(false);
  expect(verify(message, signature, keyPairOf(2).line)).toBe(false);
});

test('a changed sign anywhere but in the untrusted comment ends the signature', () => {
  const { line, sign } = keyPairOf(3);
  const signature = sign(message);
  const from = signature.indexOf('\n') + 1;
  fc.assert(
    fc.property(fc.integer({ min: from, max: signature.length - 2 }), fc.constantFrom('A', 'z', '0', ' '), (at, sign) => {
      fc.pre(signature[at] !== sign);
      expect(verify(message, signature.slice(0, at) + sign + signature.slice(at + 1), line)).toBe(false);
    }),
    { numRuns: 60 },
  );
});

test('no text makes the reading throw, and one that is not prehashed is named', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      expect(readMinisign(text).ok).toBe(false);
      expect(readMinisignKey(text).ok).toBe(false);
    }),
  );
  expect(readMinisign(keyPairOf(1).sign(message).replace('\nRUQ', '\nRWQ'))).toEqual({ ok: false, failure: { code: 'legacy' } });
});
