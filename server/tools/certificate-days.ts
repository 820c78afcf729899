import type { X509Certificate } from 'node:crypto';

/** The first and the last moment of a certificate, in milliseconds since 1970; `NaN` for one that no calendar has. */
export type CertificateDays = { readonly fromMs: number; readonly toMs: number };

/** What Node prints of a time that OpenSSL cannot read. */
const badTime = 'Bad time value';

/**
 * The days of a certificate. Node's own `validToDate` is read from memory that nothing was written to where OpenSSL cannot read
 * the time, so that it names any day: only the text says whether there is one.
 */
export function certificateDays(
  certificate: Pick<X509Certificate, 'validFrom' | 'validTo' | 'validFromDate' | 'validToDate'>,
): CertificateDays {
  return {
    fromMs: certificate.validFrom === badTime ? Number.NaN : certificate.validFromDate.getTime(),
    toMs: certificate.validTo === badTime ? Number.NaN : certificate.validToDate.getTime(),
  };
}
