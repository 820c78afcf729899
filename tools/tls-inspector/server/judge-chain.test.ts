import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { expect, test } from 'vitest';
import { rsaKeys } from '../../../tests/support/tls/tls-servers.ts';
import { judgeChain } from './judge-chain.ts';

const dayMs = 86_400_000;
const own = new X509Certificate(rsaKeys.cert);
const nowMs = Date.now();
const root = new X509Certificate(rootCertificates.find((pem) => new X509Certificate(pem).validToDate.getTime() > nowMs + dayMs) ?? '');

test.each([
  ['a certificate that signs itself', [own.raw], nowMs, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['one that has ended', [own.raw], nowMs + 400 * dayMs, 'CERT_HAS_EXPIRED'],
  ['one that has not begun', [own.raw], nowMs - 400 * dayMs, 'CERT_NOT_YET_VALID'],
  ['a root of the store', [root.raw], nowMs, ''],
  ['nothing', [], nowMs, 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
  ['bytes that are no certificate', [Buffer.from('x')], nowMs, 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
])('%s is judged', (_title, sent, atMs, why) => {
  expect(judgeChain(sent, rootCertificates, atMs)).toBe(why);
});
