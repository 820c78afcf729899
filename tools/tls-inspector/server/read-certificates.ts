import type { KeyObject, X509Certificate } from 'node:crypto';
import { cleanText } from '@castellan/exports/plain-text';
import { isoTime } from '@castellan/probes/iso-time';
import { certificateDays, parseCertificate } from '../../../server/tools/certificates.ts';
import { readCertificateParts, readPssHash, wantsStaple } from '../knowledge/certificate-parts.ts';
import type { CertificateFacts, ChainFacts } from '../knowledge/tls-facts.ts';
import { parsedRoots } from './judge-chain.ts';
import { judgeStaple } from './judge-staple.ts';

/** One chain as it was seen: the server's certificates as sent, and what this machine's own handshake made of them. */
export type SeenChain = {
  /** DER, as the server sent them. */
  readonly sent: readonly Uint8Array<ArrayBuffer>[];
  /** DER, the leaf first, up to the root where it is known. */
  readonly built: readonly Uint8Array[];
  /** Why it leads to no trusted root, in OpenSSL's words; empty where it does. */
  readonly distrust: string;
  /** The OCSP response that came with it (DER). */
  readonly staple: Uint8Array<ArrayBuffer> | undefined;
  readonly isForNoName: boolean;
};

/** So many names of a certificate are in the report: as many as public authorities allow. */
const maxNames = 100;
/** So many certificates of a chain are read, beginning with the leaf. */
const maxCertificates = 20;

/** Reads the certificates of a chain. What is no certificate is left out. */
export function readChain(
  chain: number,
  { sent, built, distrust, staple, isForNoName }: SeenChain,
  asked: { readonly kind: 'name' | 'ipv4' | 'ipv6'; readonly host: string },
  nowMs: number,
  /** Certificates (PEM) that are trusted here. */
  roots: readonly string[],
): { readonly certificates: readonly CertificateFacts[]; readonly facts: ChainFacts } {
  const sentOnes = sent.slice(0, maxCertificates).flatMap(parseCertificate);
  const sentPrints = new Set(sentOnes.map(({ fingerprint256 }) => fingerprint256));
  const added = built.flatMap(parseCertificate).filter(({ fingerprint256 }) => !sentPrints.has(fingerprint256));
  const [leaf] = sentOnes;
  return {
    certificates: [...sentOnes, ...added].map((certificate, index) =>
      describe(certificate, { chain, index, wasSent: index < sentOnes.length, nowMs }),
    ),
    facts: {
      distrust,
      matchesName: leaf !== undefined && isFor(leaf, asked),
      isInOrder: isInOrder(sentOnes),
      ...findMissing(distrust, [...sentOnes, ...added]),
      ...(leaf === undefined || staple === undefined
        ? {}
        : { staple: judgeStaple(staple, leaf, issuersOf(leaf, [...sentOnes, ...added], roots), nowMs) }),
      leaf: describeLeaf(leaf),
      ...(isForNoName ? { isForNoName } : {}),
      ...(sent.length > maxCertificates ? { left: sent.length - maxCertificates } : {}),
    },
  };
}

/** Who may have issued a certificate: among those that were seen, or else a root, which servers leave out. */
function issuersOf(leaf: X509Certificate, seen: readonly X509Certificate[], roots: readonly string[]): readonly X509Certificate[] {
  const found = seen.filter((one) => leaf.checkIssued(one));
  return found.length > 0 ? found : parsedRoots(roots).filter((one) => leaf.checkIssued(one));
}

/** By the names that RFC 9525 knows: a common name is none. */
function isFor(leaf: X509Certificate, { kind, host }: { readonly kind: 'name' | 'ipv4' | 'ipv6'; readonly host: string }): boolean {
  return (kind === 'name' ? leaf.checkHost(host, { subject: 'never' }) : leaf.checkIP(host)) !== undefined;
}

function describeLeaf(leaf: X509Certificate | undefined): ChainFacts['leaf'] {
  const parts = leaf === undefined ? undefined : readCertificateParts(new Uint8Array(leaf.raw));
  return {
    mustStaple: parts !== undefined && wantsStaple(parts),
    namesResponder: /^OCSP - /m.test(leaf?.infoAccess ?? ''),
    isAuthority: leaf?.ca === true,
    hasNames: leaf?.subjectAltName !== undefined,
  };
}

/** OpenSSL's words for a chain that ends before a root. */
const endsEarly = /^UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/;

/** The issuer that a chain lacks, by the last certificate that there is. */
function findMissing(distrust: string, certificates: readonly X509Certificate[]): Pick<ChainFacts, 'missing'> {
  if (!endsEarly.test(distrust)) return {};
  const last = certificates.find((one) => !certificates.some((other) => one.checkIssued(other)));
  if (last === undefined) return {};
  const [, url = ''] = /^CA Issuers - URI:(\S+)$/m.exec(last.infoAccess ?? '') ?? [];
  return { missing: { issuer: readName(last.issuer), of: readName(last.subject), url: cleanText(url, 200) } };
}

function isInOrder(sent: readonly X509Certificate[]): boolean {
  return sent.every((certificate, index) => {
    const issuer = sent[index + 1];
    return issuer === undefined || certificate.checkIssued(issuer);
  });
}

type Place = { readonly chain: number; readonly index: number; readonly wasSent: boolean; readonly nowMs: number };

function describe(certificate: X509Certificate, { chain, index, wasSent, nowMs }: Place): CertificateFacts {
  const isSelfSigned = certificate.checkIssued(certificate);
  const { fromMs, toMs } = certificateDays(certificate);
  const names = (certificate.subjectAltName ?? '').split(', ').flatMap((entry) => {
    const [, name] = /^(?:DNS|IP Address):(.+)$/.exec(entry) ?? [];
    return name === undefined ? [] : [cleanText(name, 253)];
  });
  return {
    chain,
    role: index === 0 ? 'leaf' : isSelfSigned ? 'root' : 'intermediate',
    subject: readName(certificate.subject),
    issuer: readName(certificate.issuer),
    names: names.slice(0, maxNames),
    ...(names.length > maxNames ? { namesLeft: names.length - maxNames } : {}),
    validFrom: isoTime(fromMs),
    validTo: isoTime(toMs),
    daysLeft: Number.isNaN(toMs) ? 0 : Math.floor((toMs - nowMs) / 86_400_000),
    key: describeKey(certificate),
    signature: nameSignature(certificate),
    serial: certificate.serialNumber,
    sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    isSelfSigned,
    wasSent,
    pem: certificate.toString(),
  };
}

function nameSignature(certificate: X509Certificate): string {
  const hash = readPssHash(new Uint8Array(certificate.raw));
  return hash === undefined ? (certificate.signatureAlgorithm ?? certificate.signatureAlgorithmOid) : `RSASSA-PSS with ${hash}`;
}

/** The common name, or else the organisation, or else the whole of it. */
function readName(subject: string | undefined): string {
  const lines = (subject ?? '').split('\n');
  const named = lines.find((line) => line.startsWith('CN=')) ?? lines.find((line) => line.startsWith('O='));
  return cleanText(named === undefined ? lines.join(', ') : named.slice(named.indexOf('=') + 1));
}

const curveBits: Readonly<Record<string, number>> = {
  prime256v1: 256,
  secp384r1: 384,
  secp521r1: 521,
  secp256k1: 256,
  secp224r1: 224,
  prime192v1: 192,
};

const curveNames: Readonly<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' };

function describeKey(certificate: X509Certificate): CertificateFacts['key'] {
  let key: KeyObject;
  try {
    key = certificate.publicKey;
  } catch {
    return { kind: 'other', bits: 0 };
  }
  const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {};
  switch (key.asymmetricKeyType) {
    case 'rsa':
    case 'rsa-pss':
      return { kind: 'RSA', bits: modulusLength };
    case 'dsa':
      return { kind: 'DSA', bits: modulusLength };
    case 'ec':
      return {
        kind: 'EC',
        bits: curveBits[namedCurve] ?? Number(/\d{3}/.exec(namedCurve)?.[0] ?? 0),
        curve: curveNames[namedCurve] ?? namedCurve,
      };
    case 'ed25519':
      return { kind: 'Ed25519', bits: 256 };
    case 'ed448':
      return { kind: 'Ed448', bits: 456 };
    default:
      return { kind: 'other', bits: 0 };
  }
}
