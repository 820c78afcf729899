import { type Severity, severities } from '@castellan/probes/report';
import { minHstsSeconds } from './grade.ts';
import { type Check, chainFound, isMdSigned, isSha1Signed, leafFound, listed, ownCertificates, type Seen } from './tls-check.ts';
import type { TlsFacts } from './tls-facts.ts';

/** Where no certificate was seen, nothing can be said of it. */
const ofCertificate = (check: Check): Check => ({
  ...check,
  blind: (seen) => (ownCertificates(seen).length === 0 ? seen.unseen : check.blind?.(seen)),
});

/** OpenSSL's codes in the words of a report. */
const distrusts: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Self-signed certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'The chain ends at a root that is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The issuer’s certificate is neither sent nor in the root store',
  UNABLE_TO_GET_ISSUER_CERT: 'An issuer’s certificate is neither sent nor in the root store',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'An issuer’s certificate is neither sent nor in the root store',
  CERT_HAS_EXPIRED: 'A certificate of the chain has expired',
  CERT_NOT_YET_VALID: 'A certificate of the chain is not yet valid',
  CERT_SIGNATURE_FAILURE: 'A signature in the chain is invalid',
  CERT_REVOKED: 'A certificate of the chain is revoked',
  INVALID_CA: 'An issuer’s certificate is not a CA certificate',
  INVALID_PURPOSE: 'A certificate of the chain is not meant for this use',
  PATH_LENGTH_EXCEEDED: 'The chain is longer than an issuer allows',
};

function sayDistrust(code: string): string {
  const words = distrusts[code];
  return words === undefined ? code : `${words} (${code})`;
}

/** Keys of the server's chains that are too short: for SSL Labs insecure under RSA 1024, weak under RSA 2048; severities by testssl.sh. */
function weakKeys(seen: Seen) {
  return ownCertificates(seen).flatMap(({ key, subject, role }) => {
    const severity = role === 'root' ? undefined : weighKey(key);
    return severity === undefined ? [] : [{ key, subject, severity }];
  });
}

function weighKey({ kind, bits }: TlsFacts['certificates'][number]['key']): Severity | undefined {
  if (kind === 'RSA' || kind === 'DSA') return bits <= 512 ? 'critical' : bits < 1024 ? 'high' : bits < 2048 ? 'medium' : undefined;
  if (kind !== 'EC') return undefined;
  return bits <= 110 ? 'critical' : bits <= 123 ? 'high' : bits < 224 ? 'medium' : undefined;
}

function weakSignatures(seen: Seen): TlsFacts['certificates'] {
  return ownCertificates(seen).filter((one) => one.role !== 'root' && !one.isSelfSigned && (isMdSigned(one) || isSha1Signed(one)));
}

/** Mail servers deliver to what they cannot verify (RFC 7435): a certificate that browsers refuse is no outage there. */
const unlessMail =
  (severity: Severity) =>
  ({ startTls }: Seen): Severity =>
    startTls === undefined ? severity : 'medium';
const unlessMailWhy =
  (why: string) =>
  ({ startTls }: Seen): string =>
    startTls === undefined
      ? why
      : 'Mail clients, and senders that enforce MTA-STS, reject it. Other senders use opportunistic TLS and do not verify it, so that a man in the middle goes unnoticed.';

const chainChecks: readonly Check[] = [
  {
    id: 'untrusted',
    clear: 'The certificate chain is trusted',
    title: 'The certificate is not trusted',
    severity: unlessMail('critical'),
    find: chainFound(({ distrust }) => (distrust === '' ? undefined : sayDistrust(distrust))),
    why: unlessMailWhy('Clients reject the certificate, or users learn to ignore certificate warnings.'),
    fix: 'Use a certificate from a CA in the Mozilla root store, and send its intermediates.',
  },
  {
    id: 'wrong-name',
    clear: 'The certificate matches the host name',
    title: 'The certificate does not match the host name',
    severity: unlessMail('critical'),
    find: (seen) =>
      chainFound(({ matchesName }, chain) => {
        if (matchesName) return undefined;
        const leaf = seen.certificates.find((one) => one.chain === chain);
        return `Issued for ${leaf?.names.slice(0, 5).join(', ') || 'no name'}`;
      })(seen),
    why: unlessMailWhy('Clients reject it: they cannot tell this server from an impostor (RFC 9525).'),
    fix: 'Obtain a certificate that lists this name as a subject alternative name.',
  },
  {
    id: 'expired',
    clear: 'The certificate is within its validity period',
    title: 'The certificate has expired or is not yet valid',
    severity: unlessMail('critical'),
    find: leafFound(({ daysLeft, validFrom, validTo }) =>
      daysLeft < 0
        ? `Expired ${validTo}`
        : Date.parse(validFrom) > Date.parse(validTo) - daysLeft * 86_400_000
          ? `Valid from ${validFrom}`
          : undefined,
    ),
    why: unlessMailWhy('Clients reject it.'),
    fix: 'Renew the certificate and automate renewal (ACME).',
  },
  {
    id: 'impossible-day',
    clear: 'The validity dates are well-formed',
    title: 'The certificate has an invalid date',
    severity: 'critical',
    find: leafFound(({ validFrom, validTo }) =>
      validTo === '' ? 'The end of the validity period' : validFrom === '' ? 'The start of the validity period' : undefined,
    ),
    why: 'Clients reject it. Standard CA software does not issue such certificates.',
    fix: 'Reissue the certificate with standard CA software.',
  },
  {
    id: 'read-in-part',
    clear: 'All certificates were read in full',
    title: 'Some certificate data was not read',
    severity: 'info',
    find: ({ certificates, chains }) =>
      listed([
        ...certificates.flatMap(({ subject, names, namesLeft }) =>
          namesLeft === undefined ? [] : [`The first ${names.length} of ${names.length + namesLeft} names of ${subject}`],
        ),
        ...chains.flatMap(({ left }) => (left === undefined ? [] : [`A chain without its last ${left} certificates`])),
      ]),
    why: 'The data exceeds the limits of this tool. Public CAs do not issue certificates of this size.',
    fix: 'Send only the certificates and names that clients need.',
  },
  {
    id: 'expires-soon',
    clear: 'The certificate does not expire soon',
    title: 'The certificate expires soon',
    severity: 'medium',
    find: leafFound(({ daysLeft, validFrom, validTo }) =>
      validTo !== '' && daysLeft >= 0 && daysLeft < soonDays(validFrom, validTo) ? `Expires ${validTo}, in ${daysLeft} days` : undefined,
    ),
    why: 'Automatic renewal would have replaced it by now.',
    fix: 'Check why the certificate was not renewed.',
  },
  {
    id: 'weak-key',
    clear: 'Strong keys (RSA 2048 bits, EC 224 bits or more)',
    title: 'Weak certificate key',
    severity: (seen) => severities.findLast((severity) => weakKeys(seen).some((one) => one.severity === severity)) ?? 'medium',
    find: (seen) => listed(weakKeys(seen).map(({ key, subject }) => `${key.kind} ${key.bits} of ${subject}`)),
    why: 'Attackers with enough computing power can recover the private key.',
    fix: 'Generate a key of at least RSA 2048 or P-256.',
  },
  {
    id: 'weak-signature',
    clear: 'Signed with SHA-256 or stronger',
    title: 'Certificate signed with a weak hash algorithm',
    // As testssl.sh has it: MD5 can be forged today; SHA-1 is what browsers refuse, and mail servers mostly do not.
    severity: (seen) => (weakSignatures(seen).some(isMdSigned) ? 'critical' : seen.startTls === undefined ? 'high' : 'medium'),
    find: (seen) => listed(weakSignatures(seen).map(({ subject, signature }) => `${subject}: ${signature}`)),
    why: 'Hash collisions allow a forged certificate with the same signature. Browsers reject it.',
    fix: 'Obtain a certificate signed with SHA-256.',
  },
  {
    id: 'chain-order',
    clear: 'The certificate chain is in order',
    title: 'The certificate chain is out of order',
    severity: 'low',
    blind: ({ chains }) =>
      chains.some(({ missing, isForNoName }) => missing !== undefined && isForNoName !== true)
        ? { reason: 'the chain is incomplete', subject: 'the order of the chain' }
        : undefined,
    find: chainFound(({ isInOrder }, chain) => (isInOrder ? undefined : `Chain ${chain + 1}`)),
    why: 'Some clients cannot verify a chain that is out of order.',
    fix: 'Send the server certificate first, then each issuer in turn.',
  },
  {
    id: 'root-sent',
    clear: 'The root certificate is not sent',
    title: 'The chain includes the root certificate',
    severity: 'info',
    find: (seen) => listed(ownCertificates(seen).flatMap(({ role, wasSent, subject }) => (role === 'root' && wasSent ? [subject] : []))),
    why: 'Clients have the root already or do not trust it; sending it only adds bytes.',
    fix: 'Remove the root from the chain.',
  },
  {
    id: 'long-life',
    clear: 'Validity of 398 days or less',
    title: 'Long certificate validity',
    severity: 'low',
    find: leafFound(({ validFrom, validTo }) => {
      const days = Math.round((Date.parse(validTo) - Date.parse(validFrom)) / 86_400_000);
      return days > 398 ? `${days} days` : undefined;
    }),
    why: 'Browsers reject publicly trusted certificates valid for more than 398 days. A stolen key can be abused for as long.',
    fix: 'Use a validity of 90 days or less with automatic renewal.',
  },
];

const leafChecks: readonly Check[] = [
  {
    id: 'no-alternative-name',
    clear: 'The certificate has subject alternative names',
    title: 'The certificate has no subject alternative name',
    severity: 'critical',
    find: chainFound(({ leaf }) => (leaf.hasNames ? undefined : 'Common name only')),
    why: 'Clients ignore the common name and reject the certificate (RFC 9525 §2).',
    fix: 'Reissue it with its host names as subject alternative names.',
  },
  {
    id: 'authority-as-server',
    clear: 'The server certificate is not a CA certificate',
    title: 'The server certificate is a CA certificate',
    severity: 'high',
    find: chainFound(({ leaf }) => (leaf.isAuthority ? 'CA:TRUE in the basic constraints' : undefined)),
    why: 'An attacker who obtains the server’s key can issue certificates for any name. Firefox rejects it.',
    fix: 'Reissue it with CA:FALSE, signed by a CA whose key is kept elsewhere.',
  },
  {
    id: 'incomplete-chain',
    clear: 'The certificate chain is complete',
    title: 'The certificate chain is incomplete',
    severity: unlessMail('high'),
    find: chainFound(({ missing }) =>
      missing === undefined
        ? undefined
        : `Missing: ${missing.issuer}, the issuer of ${missing.of}${missing.url === '' ? '' : ` (${missing.url})`}`,
    ),
    why: unlessMailWhy('Browsers may fetch a missing intermediate; other clients reject the server.'),
    fix: 'Send every intermediate certificate. For a private CA, name it with --ca.',
  },
];

/** Every staple that came for a chain which is this host's. */
const stapleBlind = ({ chains }: Seen): string | undefined => {
  const own = chains.filter(({ isForNoName }) => isForNoName !== true);
  const isKnown = ({ staple }: (typeof own)[number]) => staple?.trust === 'verified' && staple.status !== 'unknown';
  const open = own.find((chain) => !isKnown(chain));
  if (own.some((chain) => isKnown(chain) && chain.staple?.status === 'revoked') || open === undefined) return undefined;
  if (open.staple !== undefined) return open.staple.problem || 'the CA does not know this certificate';
  return open.leaf.namesResponder ? 'no OCSP response was stapled' : 'the certificate names no OCSP responder, and CRLs are not fetched';
};

const stapleChecks: readonly Check[] = [
  {
    id: 'revoked',
    clear: 'Not revoked',
    title: 'The certificate is revoked',
    severity: 'critical',
    blind: (seen) => {
      const reason = stapleBlind(seen);
      return reason === undefined ? undefined : { reason, subject: 'revocation' };
    },
    find: chainFound(({ staple }) =>
      staple?.status === 'revoked' && staple.trust === 'verified'
        ? `Revoked ${staple.revokedAt ?? ''}${(staple.revocationReason ?? '') === '' ? '' : `: ${staple.revocationReason}`}`
        : undefined,
    ),
    why: 'The CA has revoked it. Clients that check revocation reject the server.',
    fix: 'Generate a new key and obtain a new certificate.',
  },
  {
    id: 'staple-refused',
    clear: 'The stapled OCSP response is valid',
    title: 'The stapled OCSP response is not valid',
    severity: 'medium',
    blind: ({ chains }) => {
      const own = chains.filter(({ isForNoName }) => isForNoName !== true);
      if (own.every(({ staple }) => staple === undefined)) return 'no OCSP response was stapled';
      const open = own.find(({ staple }) => staple?.trust === 'unverified');
      return own.some(({ staple }) => staple?.trust === 'refused') ? undefined : open?.staple?.problem;
    },
    find: chainFound(({ staple }) => {
      if (staple?.trust === 'verified') return staple.status === 'unknown' ? 'The CA does not know this certificate' : undefined;
      if (staple?.trust !== 'refused') return undefined;
      return `${upper(staple.problem)}${staple.status === 'unknown' ? '' : `. Its status: ${staple.status}`}`;
    }),
    why: 'Clients that check the response reject the connection or query the CA themselves.',
    fix: 'Make sure that the server staples a current response for this certificate.',
  },
  {
    id: 'must-staple',
    clear: 'OCSP Must-Staple is satisfied',
    title: 'OCSP Must-Staple without a stapled response',
    severity: 'high',
    find: chainFound(({ leaf, staple }) =>
      leaf.mustStaple && staple?.trust !== 'verified' && staple?.trust !== 'unverified'
        ? 'The certificate has the OCSP Must-Staple extension (RFC 7633)'
        : undefined,
    ),
    why: 'Clients that enforce Must-Staple, such as Firefox, reject the server.',
    fix: 'Enable OCSP stapling, or obtain a certificate without the extension.',
  },
  {
    id: 'no-staple',
    clear: 'OCSP stapling',
    title: 'No OCSP stapling',
    severity: 'info',
    blind: ({ chains, hasStaple }) =>
      !hasStaple && chains.every(({ leaf }) => !leaf.namesResponder) ? 'the certificate names no OCSP responder' : undefined,
    find: ({ hasStaple }) => (hasStaple ? undefined : 'The handshake included no OCSP response'),
    why: 'Clients that check revocation without stapling reveal to the CA which sites they visit.',
    fix: 'Enable OCSP stapling.',
  },
];

const httpChecks: readonly Check[] = [
  {
    id: 'no-hsts',
    clear: 'HSTS for at least 180 days',
    title: 'Strict-Transport-Security is missing or too short',
    // The guide has it cost the plus alone: a header, and no flaw of what TLS does.
    severity: 'low',
    applies: ({ hsts }) => hsts !== undefined,
    blind: ({ hsts }) => (hsts !== undefined && 'reason' in hsts ? { reason: hsts.reason, subject: 'HSTS', bars: 'best' } : undefined),
    find: ({ hsts }) => {
      if (hsts === undefined || 'reason' in hsts || hsts.maxAge >= minHstsSeconds) return undefined;
      return hsts.maxAge === 0 ? 'The header is missing' : `max-age=${hsts.maxAge}`;
    },
    why: 'A man in the middle can keep a first visit on plain HTTP (SSL stripping).',
    fix: 'Send Strict-Transport-Security with a max-age of at least 15552000 (180 days).',
  },
];

const nameChecks: readonly Check[] = [
  {
    id: 'certificate',
    clear: 'Certificate received',
    title: 'Certificate not received',
    severity: 'info',
    blind: (seen) => (ownCertificates(seen).length === 0 ? { reason: seen.unseen, subject: 'the certificate', bars: 'grade' } : undefined),
    find: () => undefined,
    why: '',
    fix: '',
  },
  {
    id: 'other-without-name',
    clear: 'Clients without SNI get the same certificate',
    title: 'Clients without SNI get a different certificate',
    severity: 'info',
    applies: ({ withoutName }) => withoutName !== undefined,
    find: ({ withoutName, certificates, chains }) => {
      if (withoutName === 'refused') return 'None: the connection is refused';
      if (withoutName !== 'other') return undefined;
      return listed(
        certificates.flatMap(({ role, chain, subject }) => (role === 'leaf' && chains[chain]?.isForNoName === true ? [subject] : [])),
      );
    },
    why: 'Some clients send no server name (SNI). Their certificate is shown below and is not part of the verdict.',
    fix: '',
  },
];

/** Three weeks; of a certificate for a few days a third of its life. */
function soonDays(validFrom: string, validTo: string): number {
  const third = (Date.parse(validTo) - Date.parse(validFrom)) / 86_400_000 / 3;
  return Number.isNaN(third) ? 21 : Math.min(21, third);
}

function upper(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Everything that is checked of certificates, and of what stands behind them. */
export const certificateChecks: readonly Check[] = [
  ...nameChecks,
  ...[...chainChecks, ...leafChecks, ...stapleChecks].map(ofCertificate),
  ...httpChecks,
];
