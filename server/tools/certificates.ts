import { X509Certificate } from 'node:crypto';

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

/** The certificate that some bytes of DER are; nothing where they are none. In a list, so that many are read by `flatMap`. */
export function parseCertificate(der: Uint8Array): readonly X509Certificate[] {
  try {
    return [new X509Certificate(der)];
  } catch {
    return [];
  }
}

/** Whether a certificate names another as its issuer and is signed by it. */
export function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    // A key of a kind that this machine does not know.
    return false;
  }
}
