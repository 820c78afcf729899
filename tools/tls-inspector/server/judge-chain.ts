import { X509Certificate } from 'node:crypto';
import { certificateDays, isIssuedBy, parseCertificate } from '../../../server/tools/certificates.ts';

const maxDepth = 10;

const parsed = new WeakMap<readonly string[], readonly X509Certificate[]>();

/** Roots (PEM) as certificates; parsed once for a list. */
export function parsedRoots(trusted: readonly string[]): readonly X509Certificate[] {
  const roots = parsed.get(trusted) ?? trusted.map((pem) => new X509Certificate(pem));
  parsed.set(trusted, roots);
  return roots;
}

/**
 * Why a chain leads to no root of Mozilla's store, in OpenSSL's words; empty where it leads to one. For servers with which this
 * machine cannot finish a handshake, such as those that want a certificate of the client: dates, issuers and signatures are
 * looked at, constraints on names and uses are not. `sent` is DER, the leaf first; `trusted` is PEM.
 */
export function judgeChain(sent: readonly Uint8Array[], trusted: readonly string[], nowMs: number): string {
  const certificates = sent.flatMap(parseCertificate);
  const roots = parsedRoots(trusted);
  let [current] = certificates;
  for (let depth = 0; current !== undefined && depth < maxDepth; depth += 1) {
    const certificate: X509Certificate = current;
    const { fromMs, toMs } = certificateDays(certificate);
    if (Number.isNaN(toMs)) return 'ERROR_IN_CERT_NOT_AFTER_FIELD';
    if (Number.isNaN(fromMs)) return 'ERROR_IN_CERT_NOT_BEFORE_FIELD';
    if (nowMs > toMs) return 'CERT_HAS_EXPIRED';
    if (nowMs < fromMs) return 'CERT_NOT_YET_VALID';
    if (roots.some((root) => root.fingerprint256 === certificate.fingerprint256 || isIssuedBy(certificate, root))) return '';
    if (isIssuedBy(certificate, certificate)) return depth === 0 ? 'DEPTH_ZERO_SELF_SIGNED_CERT' : 'SELF_SIGNED_CERT_IN_CHAIN';
    current = certificates.find((issuer) => issuer.ca && isIssuedBy(certificate, issuer));
  }
  return 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY';
}
