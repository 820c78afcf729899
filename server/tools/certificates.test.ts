import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { impossibleCertificate } from '../../tests/support/hostile/answers.ts';
import { certificateDays } from './certificates.ts';

test('a time that OpenSSL cannot read is none, whatever Node has in memory for it', () => {
  const certificate = new X509Certificate(impossibleCertificate.cert);
  const { fromMs, toMs } = certificateDays(certificate);
  expect(toMs).toBeNaN();
  expect(fromMs).toBe(Date.parse(certificate.validFrom));
  const left = new Date('+028143-02-08T05:25:44.000Z');
  const { validFrom, validFromDate } = certificate;
  expect(certificateDays({ validFrom, validFromDate, validTo: certificate.validTo, validToDate: left })).toEqual({
    fromMs,
    toMs: Number.NaN,
  });
});
