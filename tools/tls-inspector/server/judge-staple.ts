import { createHash, verify, type X509Certificate } from 'node:crypto';
import { isoTime } from '@castellan/probes/iso-time';
import { certificateDays, isIssuedBy, parseCertificate } from '../../../server/tools/certificates.ts';
import { hex, readCertificateParts } from '../knowledge/certificate-parts.ts';
import { type OcspAnswer, type OcspResponse, readOcsp } from '../knowledge/ocsp.ts';
import type { StapleFacts } from '../knowledge/tls-facts.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Signatures that are verified: their identifier, OpenSSL's hash (none for EdDSA), and whether NULL stands beside them. */
const algorithms: ReadonlyMap<string, readonly [hash: string | null, OcspResponse['parameters']]> = new Map([
  ['2a864886f70d01010b', ['sha256', 'null']],
  ['2a864886f70d01010c', ['sha384', 'null']],
  ['2a864886f70d01010d', ['sha512', 'null']],
  ['2a8648ce3d040302', ['sha256', 'none']],
  ['2a8648ce3d040303', ['sha384', 'none']],
  ['2a8648ce3d040304', ['sha512', 'none']],
  ['2b6570', [null, 'none']],
]);

const sha1Signatures = ['2a864886f70d010105', '2a8648ce3d0401'];

/** Hashes by which a response names a certificate. */
const idHashes: ReadonlyMap<string, string> = new Map([
  ['2b0e03021a', 'sha1'],
  ['608648016503040201', 'sha256'],
]);

/** id-kp-OCSPSigning (RFC 6960 §4.2.2.2). */
const ocspSigning = '1.3.6.1.5.5.7.3.9';

/** How far clocks may differ. */
const slackMs = 5 * 60_000;

/**
 * What a stapled OCSP response says of a certificate, and whether that can be relied on (RFC 6960 §3.2): it is about this
 * certificate, of today, and signed by its issuer or by whom the issuer named for that. `issuers`: those that it may come from.
 */
export function judgeStaple(staple: Bytes, leaf: X509Certificate, issuers: readonly X509Certificate[], nowMs: number): StapleFacts {
  const response = readOcsp(staple);
  if ('problem' in response) return refused(response.problem);
  const issuer = issuers.find((one) => isIssuedBy(leaf, one));
  if (issuer === undefined) return { ...unread, trust: 'unverified', problem: 'the issuer’s certificate is not available' };
  const answer = response.answers.find((one) => isAbout(one, leaf, issuer));
  if (answer === undefined) return refused('it is for another certificate');
  const said = tell(answer);
  const faults = verifySigner(response, issuer, nowMs);
  if (faults !== undefined) return { ...said, ...faults };
  // Who is revoked stays so, however old the answer is.
  const late = answer.status === 'revoked' ? '' : lateness(answer, nowMs);
  return late === '' ? { ...said, trust: 'verified', problem: '' } : { ...said, trust: 'refused', problem: late };
}

const unread = { status: 'unknown', thisUpdate: '', nextUpdate: '' } as const;

const refused = (problem: string): StapleFacts => ({ ...unread, trust: 'refused', problem });

const reasons = ['', 'key compromise', 'CA compromise', 'affiliation changed', 'superseded', 'cessation of operation'];

function tell({ status, revokedAtMs, revocationReason = 0, thisUpdateMs, nextUpdateMs }: OcspAnswer) {
  return {
    status,
    thisUpdate: isoTime(thisUpdateMs),
    nextUpdate: nextUpdateMs === undefined ? '' : isoTime(nextUpdateMs),
    ...(revokedAtMs === undefined ? {} : { revokedAt: isoTime(revokedAtMs), revocationReason: reasons[revocationReason] ?? '' }),
  };
}

function lateness({ thisUpdateMs, nextUpdateMs }: OcspAnswer, nowMs: number): string {
  if (thisUpdateMs > nowMs + slackMs) return `its date ${isoTime(thisUpdateMs)} is in the future`;
  if (nextUpdateMs === undefined) return 'it names no end of its validity (nextUpdate)';
  return nextUpdateMs < nowMs - slackMs ? `it expired ${isoTime(nextUpdateMs)}` : '';
}

function isAbout(answer: OcspAnswer, leaf: X509Certificate, issuer: X509Certificate): boolean {
  const hash = idHashes.get(answer.hash);
  const [own, other] = [readCertificateParts(new Uint8Array(leaf.raw)), readCertificateParts(new Uint8Array(issuer.raw))];
  if (hash === undefined || own === undefined || other === undefined) return false;
  const digest = (bytes: Uint8Array) => createHash(hash).update(bytes).digest('hex');
  return (
    answer.serial === hex(own.serial) && answer.issuerNameHash === digest(own.issuer) && answer.issuerKeyHash === digest(other.keyBits)
  );
}

/** Why the signature cannot be relied on; nothing where it can. */
function verifySigner(response: OcspResponse, issuer: X509Certificate, nowMs: number): Pick<StapleFacts, 'trust' | 'problem'> | undefined {
  const [hash, parameters] = algorithms.get(response.algorithm) ?? [];
  if (sha1Signatures.includes(response.algorithm)) return { trust: 'refused', problem: 'it is signed with SHA-1' };
  if (hash === undefined) return { trust: 'unverified', problem: 'its signature algorithm is not supported' };
  if (parameters !== response.parameters) return { trust: 'refused', problem: 'its signature algorithm has unsupported parameters' };
  const delegates = response.certificates.flatMap(parseCertificate).filter((one) => mayAnswer(one, issuer, nowMs));
  const signer = [issuer, ...delegates].find((one) => isResponder(response, one));
  if (signer === undefined)
    return { trust: 'refused', problem: 'its signer is neither the issuer nor a responder that the issuer authorised' };
  return isSignedBy(response, hash, signer) ? undefined : { trust: 'refused', problem: 'its signature is invalid' };
}

/** Whether an issuer let a certificate's holder answer in its place. */
function mayAnswer(certificate: X509Certificate, issuer: X509Certificate, nowMs: number): boolean {
  const { fromMs, toMs } = certificateDays(certificate);
  return (certificate.keyUsage ?? []).includes(ocspSigning) && fromMs <= nowMs && nowMs <= toMs && isIssuedBy(certificate, issuer);
}

function isResponder({ responder }: OcspResponse, certificate: X509Certificate): boolean {
  const parts = readCertificateParts(new Uint8Array(certificate.raw));
  if (parts === undefined) return false;
  return 'name' in responder
    ? responder.name === hex(parts.subject)
    : responder.keyHash === createHash('sha1').update(parts.keyBits).digest('hex');
}

function isSignedBy({ signed, signature }: OcspResponse, hash: string | null, signer: X509Certificate): boolean {
  try {
    return verify(hash, signed, signer.publicKey, signature);
  } catch {
    // A key of another kind than the signature.
    return false;
  }
}
