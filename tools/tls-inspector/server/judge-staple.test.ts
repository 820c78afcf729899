import { X509Certificate } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { certify, certifyStatus } from '../../../tests/support/tls/certificate-lab.ts';
import { readOcsp } from '../knowledge/ocsp.ts';
import { judgeStaple } from './judge-staple.ts';

const root = certify({ name: 'Lab Root', isAuthority: true });
const stranger = certify({ name: 'Lab Root', isAuthority: true });
const server = certify({ name: 'shop.example', issuer: root, names: ['shop.example'] });
const other = certify({ name: 'other.example', issuer: root, names: ['other.example'] });
const delegate = certify({ name: 'Lab Responder', issuer: root, mayAnswer: true });
const unnamed = certify({ name: 'Lab Responder', issuer: root });
const retired = certify({ name: 'Lab Responder', issuer: root, mayAnswer: true, from: -9, until: -2 });

const leaf = new X509Certificate(server.der);
const issuers = [new X509Certificate(root.der)];
const judge = (staple: Uint8Array, from = issuers) => judgeStaple(new Uint8Array(staple), leaf, from, Date.now());
const of = { of: server, issuer: root } as const;

test.each([
  ['good, by the issuer', certifyStatus({ ...of, status: 'good' }), { status: 'good', trust: 'verified', problem: '' }],
  ['good, by whom the issuer named', certifyStatus({ ...of, status: 'good', signer: delegate }), { status: 'good', trust: 'verified' }],
  ['revoked', certifyStatus({ ...of, status: 'revoked' }), { status: 'revoked', trust: 'verified', revocationReason: 'key compromise' }],
  ['revoked, and old', certifyStatus({ ...of, status: 'revoked', from: -9, until: -5 }), { status: 'revoked', trust: 'verified' }],
  ['unknown', certifyStatus({ ...of, status: 'unknown' }), { status: 'unknown', trust: 'verified' }],
  [
    'too old',
    certifyStatus({ ...of, status: 'good', from: -9, until: -5 }),
    { trust: 'refused', problem: expect.stringMatching(/^it expired/) },
  ],
  [
    'of a day to come',
    certifyStatus({ ...of, status: 'good', from: 2 }),
    { trust: 'refused', problem: expect.stringContaining('in the future') },
  ],
  [
    'about another certificate',
    certifyStatus({ of: other, issuer: root, status: 'good' }),
    { trust: 'refused', problem: 'it is for another certificate' },
  ],
  ['by one whom nobody named', certifyStatus({ ...of, status: 'good', signer: unnamed }), { trust: 'refused' }],
  ['by one whose time is over', certifyStatus({ ...of, status: 'good', signer: retired }), { trust: 'refused' }],
  ['by a stranger of the same name', certifyStatus({ of: server, issuer: stranger, status: 'good' }), { trust: 'refused' }],
  ['nothing', new Uint8Array(), { trust: 'refused', problem: 'it is not an OCSP response' }],
  ['that the responder is busy', Uint8Array.of(0x30, 3, 0x0a, 1, 3), { trust: 'refused', problem: expect.stringContaining('try later') }],
])('a staple that says %s', (_title, staple, expected) => {
  expect(judge(staple)).toMatchObject(expected);
});

test('without the issuer’s certificate nothing is verified, and nothing refused', () => {
  expect(judge(certifyStatus({ ...of, status: 'good' }), [])).toMatchObject({ trust: 'unverified' });
});

test.each([
  ['every bit', certifyStatus({ ...of, status: 'good' }), 1],
  // Three times as long, for the certificate in it: a bit of each byte.
  ['a bit of every byte, its signer’s certificate included', certifyStatus({ ...of, status: 'good', signer: delegate }), 7],
])('no staple passes with one bit changed: %s', (_title, staple, step) => {
  const passed: number[] = [];
  for (let at = 0; at < staple.length * 8; at += step) {
    const changed = Uint8Array.from(staple);
    changed[at >> 3] = (changed[at >> 3] ?? 0) ^ (1 << (at & 7));
    if (judge(changed).trust === 'verified') passed.push(at);
  }
  expect(passed).toEqual([]);
});

test('no staple passes that was cut, lengthened or written over, and whatever the bytes are, an answer comes out', () => {
  const staple = certifyStatus({ ...of, status: 'good', signer: delegate });
  const edit = fc.record({ at: fc.nat(staple.length), cut: fc.nat(8), put: fc.uint8Array({ maxLength: 8 }) });
  fc.assert(
    fc.property(edit, ({ at, cut, put }) => {
      const changed = Buffer.concat([staple.subarray(0, at), put, staple.subarray(at + cut)]);
      fc.pre(!changed.equals(staple));
      expect(judge(changed).trust).not.toBe('verified');
    }),
    { numRuns: 1_000 },
  );
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => 'problem' in readOcsp(new Uint8Array(bytes))));
});
