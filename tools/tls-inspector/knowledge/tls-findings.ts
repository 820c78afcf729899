import type { Finding, Severity } from '@castellan/probes/report';
import type { OfferedProtocol } from '@castellan/probes/tls/protocol';
import { type CipherSuite, suiteByName } from './cipher-suites.ts';
import { minHstsSeconds } from './grade.ts';
import type { TlsFacts } from './tls-facts.ts';

/** What one check looks at: everything seen, and each protocol's suites by their properties. */
type Seen = TlsFacts & { readonly offered: readonly { readonly protocol: OfferedProtocol; readonly suite: CipherSuite }[] };

/** One check: what it is called where it found nothing, and the finding it makes otherwise. */
type Check = { readonly clear: string; readonly id: string; readonly title: string; readonly why: string; readonly fix: string } & {
  readonly severity: Severity | ((seen: Seen) => Severity);
  /** What was seen of it; `undefined` where there is nothing to find. */
  readonly find: (seen: Seen) => string | undefined;
};

/** What the checks came to. */
export type CheckedTls = {
  readonly findings: readonly Finding[] /** Checks that found nothing, in words. */;
  readonly clear: readonly string[];
};

/** Follows from what was seen, check by check. Nothing is sent. */
export function checkTls(facts: TlsFacts): CheckedTls {
  const offered = facts.protocols.flatMap((protocol) =>
    protocol.suites.flatMap((name) => {
      const suite = suiteByName(name);
      return suite === undefined ? [] : [{ protocol, suite }];
    }),
  );
  const seen: Seen = { ...facts, offered };
  const results = checks.map((check) => ({ check, evidence: check.find(seen) }));
  return {
    findings: results.flatMap(({ check: { id, title, severity, why, fix }, evidence }) =>
      evidence === undefined ? [] : [{ id, title, severity: typeof severity === 'string' ? severity : severity(seen), evidence, why, fix }],
    ),
    clear: results.flatMap(({ check, evidence }) => (evidence === undefined ? [check.clear] : [])),
  };
}

const protocolFound =
  (...names: readonly string[]) =>
  ({ protocols }: Seen) =>
    listed(
      protocols.flatMap(({ name, suites }) =>
        names.includes(name) ? [`${name} with ${suites.length} ${suites.length === 1 ? 'suite' : 'suites'}`] : [],
      ),
    );

const suitesFound =
  (isFound: (suite: CipherSuite, protocol: OfferedProtocol) => boolean) =>
  ({ offered }: Seen) =>
    listed([...new Set(offered.flatMap(({ suite, protocol }) => (isFound(suite, protocol) ? [suite.name] : [])))]);

const leafFound = (say: (leaf: TlsFacts['certificates'][number]) => string | undefined) => (seen: Seen) =>
  listed(seen.certificates.filter(({ role }) => role === 'leaf').flatMap((leaf) => say(leaf) ?? []));

/** At most six, and how many more. */
function listed(found: readonly string[]): string | undefined {
  if (found.length === 0) return undefined;
  return found.length > 6 ? `${found.slice(0, 6).join(', ')} and ${found.length - 6} more` : found.join(', ');
}

const isBlock64 = ({ cipher }: CipherSuite) => ['3DES', 'DES', 'IDEA', 'RC2'].includes(cipher);

const protocolChecks: readonly Check[] = [
  {
    id: 'sslv2',
    clear: 'No SSLv2 (DROWN)',
    title: 'SSLv2 is offered',
    severity: 'critical',
    find: protocolFound('SSLv2'),
    why: 'Sessions of newer protocols under the same key can be decrypted through it (DROWN, CVE-2016-0800).',
    fix: 'Switch SSLv2 off on every service that shares this key.',
  },
  {
    id: 'sslv3',
    clear: 'No SSLv3 (POODLE)',
    title: 'SSLv3 is offered',
    severity: 'high',
    find: protocolFound('SSLv3'),
    why: 'Its CBC padding lets whoever stands in between read cookies byte by byte (POODLE, CVE-2014-3566).',
    fix: 'Switch SSLv3 off (RFC 7568).',
  },
  {
    id: 'old-tls',
    clear: 'No TLS 1.0 and 1.1',
    title: 'TLS before 1.2 is offered',
    severity: 'medium',
    find: protocolFound('TLSv1.0', 'TLSv1.1'),
    why: 'Both rest on MD5 and SHA-1, and were withdrawn (RFC 8996).',
    fix: 'Allow TLS 1.2 and 1.3 only.',
  },
  {
    id: 'no-tls13',
    clear: 'TLS 1.3 is offered',
    title: 'TLS 1.3 is not offered',
    severity: 'low',
    find: ({ protocols }) =>
      protocols.some(({ name }) => name === 'TLSv1.3') ? undefined : `The newest is ${protocols.at(-1)?.name ?? 'none'}`,
    why: 'TLS 1.3 is faster by a round trip and has no weak options left.',
    fix: 'Switch TLS 1.3 on; it needs OpenSSL 1.1.1 or an equal.',
  },
  {
    id: 'no-post-quantum',
    clear: 'A post-quantum group is offered',
    title: 'No post-quantum key exchange',
    severity: 'info',
    find: ({ protocols }) =>
      protocols.some(({ groups }) => groups.some((name) => /MLKEM|Kyber/.test(name))) ? undefined : 'None of the ML-KEM groups was chosen',
    why: 'What is recorded today may be decrypted by a quantum computer later.',
    fix: 'Offer X25519MLKEM768; OpenSSL 3.5, BoringSSL and Go 1.24 have it.',
  },
  {
    id: 'no-forward-secrecy',
    clear: 'Forward secrecy',
    title: 'Suites without forward secrecy',
    severity: ({ offered }) => (offered.some(({ suite }) => suite.hasForwardSecrecy) ? 'low' : 'medium'),
    find: suitesFound((suite) => !suite.hasForwardSecrecy),
    why: 'Who gets the server’s key later can read what was recorded before.',
    fix: 'Offer suites with ECDHE only.',
  },
  {
    id: 'client-order',
    clear: 'The server chooses the suite',
    title: 'The server has no order of its own',
    severity: 'info',
    find: ({ protocols }) =>
      listed(
        protocols.flatMap(({ name, serverOrder, suites }) =>
          !serverOrder && suites.length > 1 && name !== 'SSLv2' && name !== 'TLSv1.3' ? [name] : [],
        ),
      ),
    why: 'A client that prefers a weak suite gets it.',
    fix: 'Let the server choose, unless every suite is a strong one.',
  },
];

const suiteChecks: readonly Check[] = [
  {
    id: 'null-suites',
    clear: 'No suites without encryption',
    title: 'Suites without encryption',
    severity: 'critical',
    find: suitesFound(({ cipher }) => cipher === 'NULL'),
    why: 'Everything that is sent can be read on the way.',
    fix: 'Take the NULL suites out.',
  },
  {
    id: 'anonymous-suites',
    clear: 'No suites without authentication',
    title: 'Suites without authentication',
    severity: 'critical',
    find: suitesFound(({ authentication }) => authentication === 'anon'),
    why: 'Whoever stands in between can take the server’s place unseen.',
    fix: 'Take the anonymous (ADH, AECDH) suites out.',
  },
  {
    id: 'export-suites',
    clear: 'No export suites (FREAK, Logjam)',
    title: 'Export suites',
    severity: 'critical',
    find: suitesFound(({ isExport }) => isExport),
    why: 'Their keys of 40 or 56 bits are broken in hours, and clients are talked down to them (FREAK, CVE-2015-0204; Logjam, CVE-2015-4000).',
    fix: 'Take the EXPORT suites out.',
  },
  {
    id: 'single-des',
    clear: 'No single DES',
    title: 'Suites with single DES',
    severity: 'high',
    find: suitesFound(({ cipher, isExport }) => cipher === 'DES' && !isExport),
    why: 'A key of 56 bits is found by trying.',
    fix: 'Take the DES suites out.',
  },
  {
    id: 'rc4',
    clear: 'No RC4',
    title: 'RC4 suites',
    severity: 'high',
    find: suitesFound(({ cipher, isExport }) => cipher === 'RC4' && !isExport),
    why: 'Its biases give away cookies and passwords that are sent often (CVE-2013-2566, CVE-2015-2808; RFC 7465).',
    fix: 'Take the RC4 suites out.',
  },
  {
    id: 'sweet32',
    clear: 'No 64-bit blocks (SWEET32)',
    title: 'Suites with blocks of 64 bits',
    severity: 'medium',
    find: suitesFound((suite) => isBlock64(suite) && !suite.isExport && suite.cipher !== 'DES'),
    why: 'After some hundred gigabytes of one session blocks repeat and give away what they hold (SWEET32, CVE-2016-2183).',
    fix: 'Take the 3DES and IDEA suites out.',
  },
  {
    id: 'beast',
    clear: 'No CBC in TLS 1.0 (BEAST)',
    title: 'CBC suites in TLS 1.0 or older',
    severity: 'low',
    find: suitesFound((suite, { name }) => suite.isCbc && (name === 'SSLv3' || name === 'TLSv1.0')),
    why: 'The next initialisation vector is known beforehand (BEAST, CVE-2011-3389). Browsers of today split records against it.',
    fix: 'Switch TLS 1.0 off.',
  },
  {
    id: 'cbc',
    clear: 'Authenticated encryption only',
    title: 'CBC suites in TLS 1.2',
    severity: 'info',
    find: suitesFound((suite, { name }) => suite.isCbc && name === 'TLSv1.2'),
    why: 'They authenticate before they encrypt, and have leaked by timing again and again (Lucky 13, CVE-2013-0169).',
    fix: 'Offer GCM and ChaCha20-Poly1305 only, once old clients are gone.',
  },
  {
    id: 'weak-dh',
    clear: 'Diffie-Hellman of 2048 bits or more',
    title: 'Weak Diffie-Hellman parameters',
    severity: ({ protocols }) => (protocols.some(({ dhBits }) => dhBits !== undefined && dhBits < 1024) ? 'high' : 'medium'),
    find: ({ protocols }) =>
      listed(protocols.flatMap(({ name, dhBits }) => (dhBits !== undefined && dhBits < 2048 ? [`${name}: ${dhBits} bits`] : []))),
    why: 'Primes of 1024 bits and less are within reach of well-funded attackers (Logjam, CVE-2015-4000).',
    fix: 'Use ffdhe2048 or larger (RFC 7919), or ECDHE alone.',
  },
  {
    id: 'compression',
    clear: 'No TLS compression (CRIME)',
    title: 'TLS compression',
    severity: 'high',
    find: ({ compression }) => (compression ? 'DEFLATE was chosen' : undefined),
    why: 'The length of what is sent gives away secrets in it (CRIME, CVE-2012-4929).',
    fix: 'Switch TLS compression off.',
  },
  {
    id: 'insecure-renegotiation',
    clear: 'Secure renegotiation',
    title: 'Secure renegotiation is missing',
    severity: 'medium',
    find: ({ secureRenegotiation }) => (secureRenegotiation ? undefined : 'The extension renegotiation_info was not answered'),
    why: 'Whoever stands in between may put words of his own before a client’s (CVE-2009-3555).',
    fix: 'Update the TLS library (RFC 5746).',
  },
  {
    id: 'no-fallback-protection',
    clear: 'Downgrade protection',
    title: 'No protection against falling back',
    severity: 'low',
    find: ({ fallbackProtection }) => (fallbackProtection === false ? 'TLS_FALLBACK_SCSV was not heeded' : undefined),
    why: 'Whoever stands in between can make old clients use an older protocol than they need (RFC 7507).',
    fix: 'Update the TLS library, or offer TLS 1.2 and 1.3 only.',
  },
];

const certificateChecks: readonly Check[] = [
  {
    id: 'untrusted',
    clear: 'The chain leads to a trusted root',
    title: 'The certificate is not trusted',
    severity: 'critical',
    find: ({ chains }) => listed(chains.flatMap(({ distrust }) => (distrust === '' ? [] : [distrust]))),
    why: 'Browsers and mail servers refuse it, or teach people to click warnings away.',
    fix: 'Get a certificate from an authority in Mozilla’s store, and send its intermediates.',
  },
  {
    id: 'wrong-name',
    clear: 'The certificate is for this name',
    title: 'The certificate is for another name',
    severity: 'critical',
    find: ({ chains, certificates }) =>
      listed(
        chains.flatMap(({ matchesName }, chain) =>
          matchesName
            ? []
            : [
                `For ${
                  certificates
                    .find((one) => one.chain === chain)
                    ?.names.slice(0, 5)
                    .join(', ') || 'no name'
                }`,
              ],
        ),
      ),
    why: 'Nobody can tell this server from another one that has such a certificate (RFC 9525).',
    fix: 'Get a certificate with this name among its subject alternative names.',
  },
  {
    id: 'expired',
    clear: 'The certificate is valid today',
    title: 'The certificate is not valid today',
    severity: 'critical',
    find: leafFound(({ daysLeft, validFrom, validTo }) =>
      daysLeft < 0
        ? `Ended ${validTo}`
        : Date.parse(validFrom) > Date.parse(validTo) - daysLeft * 86_400_000
          ? `Begins ${validFrom}`
          : undefined,
    ),
    why: 'Clients refuse it.',
    fix: 'Renew it, and let a machine renew it from now on (ACME).',
  },
  {
    id: 'impossible-day',
    clear: 'The certificate begins and ends on days that there are',
    title: 'The certificate names a day that no calendar has',
    severity: 'critical',
    find: leafFound(({ validFrom, validTo }) =>
      validTo === '' ? 'The day on which it ends' : validFrom === '' ? 'The day on which it begins' : undefined,
    ),
    why: 'Clients refuse it. It was made by hand, or to make whoever looks at it fail.',
    fix: 'Issue it again, by a program that knows dates.',
  },
  {
    id: 'read-in-part',
    clear: 'Everything of the certificates was read',
    title: 'Not everything of the certificates was read',
    severity: 'info',
    find: ({ certificates, chains }) =>
      listed([
        ...certificates.flatMap(({ subject, names, namesLeft }) =>
          namesLeft === undefined ? [] : [`The first ${names.length} of ${names.length + namesLeft} names of ${subject}`],
        ),
        ...chains.flatMap(({ left }) => (left === undefined ? [] : [`A chain but for its last ${left} certificates`])),
      ]),
    why: 'No authority signs so many. They may be there to tire whoever looks.',
    fix: 'Send the certificates that a client needs, with the names that it asks for.',
  },
  {
    id: 'expires-soon',
    clear: 'The certificate lasts 21 days or more',
    title: 'The certificate ends soon',
    severity: 'medium',
    find: leafFound(({ daysLeft, validTo }) =>
      validTo !== '' && daysLeft >= 0 && daysLeft < 21 ? `Ends ${validTo}, in ${daysLeft} days` : undefined,
    ),
    why: 'What renews itself has done so by then.',
    fix: 'See why it was not renewed.',
  },
  {
    id: 'weak-key',
    clear: 'Keys of 112 bits of strength or more',
    title: 'A weak key',
    severity: 'high',
    find: ({ certificates }) =>
      listed(
        certificates.flatMap(({ key, subject, role }) =>
          role !== 'root' && ((['RSA', 'DSA'].includes(key.kind) && key.bits < 2048) || (key.kind === 'EC' && key.bits < 224))
            ? [`${key.kind} ${key.bits} of ${subject}`]
            : [],
        ),
      ),
    why: 'It can be found by those who have much computing power.',
    fix: 'Make a key of RSA 2048, or P-256, or more.',
  },
  {
    id: 'weak-signature',
    clear: 'Signed with SHA-256 or better',
    title: 'Signed with a broken hash',
    severity: 'high',
    find: ({ certificates }) =>
      listed(
        certificates.flatMap(({ signature, subject, role, isSelfSigned }) =>
          role !== 'root' && !isSelfSigned && /md[245]|sha-?1(?!\d)/i.test(signature) ? [`${subject}: ${signature}`] : [],
        ),
      ),
    why: 'A second certificate with the same signature can be made.',
    fix: 'Get a certificate signed with SHA-256.',
  },
  {
    id: 'chain-order',
    clear: 'The chain is in order',
    title: 'The chain is not in order',
    severity: 'low',
    find: ({ chains }) => listed(chains.flatMap(({ isInOrder }, chain) => (isInOrder ? [] : [`Chain ${chain + 1}`]))),
    why: 'Some clients put it in order, others fail.',
    fix: 'Send the server’s own certificate first, then each one’s issuer.',
  },
  {
    id: 'root-sent',
    clear: 'The root is left out',
    title: 'The chain sends its root',
    severity: 'info',
    find: ({ certificates }) => listed(certificates.flatMap(({ role, wasSent, subject }) => (role === 'root' && wasSent ? [subject] : []))),
    why: 'Every client has it, or does not trust it.',
    fix: 'Leave the last certificate out.',
  },
  {
    id: 'long-life',
    clear: 'Lives 398 days or less',
    title: 'The certificate lives long',
    severity: 'low',
    find: leafFound(({ validFrom, validTo }) => {
      const days = Math.round((Date.parse(validTo) - Date.parse(validFrom)) / 86_400_000);
      return days > 398 ? `${days} days` : undefined;
    }),
    why: 'Browsers refuse more than 398 days from public authorities, and a stolen key is of use for as long.',
    fix: 'Renew every 90 days, by machine.',
  },
  {
    id: 'no-staple',
    clear: 'A revocation status is stapled',
    title: 'No stapled revocation status',
    severity: 'info',
    find: ({ hasStaple }) => (hasStaple ? undefined : 'No OCSP response came with the handshake'),
    why: 'Clients that look revocation up tell the authority where they go. Authorities without OCSP have nothing to staple.',
    fix: 'Switch OCSP stapling on where the authority offers OCSP.',
  },
  {
    id: 'no-hsts',
    clear: 'HSTS for half a year',
    title: 'No Strict-Transport-Security',
    severity: 'medium',
    find: ({ hstsMaxAge }) =>
      hstsMaxAge === undefined || hstsMaxAge >= minHstsSeconds
        ? undefined
        : hstsMaxAge === 0
          ? 'The header is missing'
          : `max-age=${hstsMaxAge}`,
    why: 'A first visit by http can be kept on http by whoever stands in between.',
    fix: 'Send Strict-Transport-Security with a max-age of at least 15552000.',
  },
];

const checks: readonly Check[] = [...protocolChecks, ...suiteChecks, ...certificateChecks];
