import { runCheck } from '@castellan/probes/judgement';
import type { CheckResult, Finding } from '@castellan/probes/report';
import type { ProtocolName } from '@castellan/probes/tls/protocol';
import { certificateChecks } from './certificate-checks.ts';
import { type CipherSuite, suiteByName } from './cipher-suites.ts';
import { type Check, listed, protocolFound, type Seen, suitesFound } from './tls-check.ts';
import type { TlsFacts } from './tls-facts.ts';

/** What the checks came to, one result for each. */
export type CheckedTls = { readonly findings: readonly Finding[]; readonly checks: readonly CheckResult[] };

/** Follows from what was seen, check by check. Nothing is sent. Where no TLS is spoken, that is all there is to say. */
export function checkTls(facts: TlsFacts): CheckedTls {
  const offered = facts.protocols.flatMap((protocol) =>
    protocol.suites.flatMap((name) => {
      const suite = suiteByName(name);
      return suite === undefined ? [] : [{ protocol, suite }];
    }),
  );
  const seen: Seen = { ...facts, offered };
  const asked = facts.protocols.length === 0 ? noTlsChecks : checks.filter(({ applies }) => applies?.(seen) ?? true);
  const findings: Finding[] = [];
  const results = asked.map(({ id, clear, title, why, fix, severity, find, blind }) =>
    runCheck({
      id,
      title: clear,
      look: () => {
        const missing = blind?.(seen);
        return missing === undefined ? { evidence: seen } : typeof missing === 'string' ? { reason: missing } : missing;
      },
      weigh: () => {
        const evidence = find(seen);
        if (evidence === undefined) return undefined;
        const weight = typeof severity === 'string' ? severity : severity(seen);
        findings.push({ id, title, severity: weight, evidence, why, fix });
        return weight;
      },
    }),
  );
  return { findings, checks: results };
}

/** All that there is to check where no TLS is spoken. */
const noTlsChecks: readonly Check[] = [
  {
    id: 'plain-text',
    clear: 'No plain text in place of TLS',
    title: 'The port speaks plain text',
    severity: 'high',
    applies: () => true,
    blind: ({ plainText, unseen }) => (plainText === '' ? unseen : undefined),
    find: ({ plainText }) => (plainText === '' ? undefined : plainText),
    why: 'What is sent to it can be read and changed on the way.',
    fix: 'Speak TLS on this port, or ask the one that does.',
  },
  {
    id: 'certificate',
    clear: 'The certificate was seen',
    title: 'The certificate was not seen',
    severity: 'info',
    blind: ({ unseen }) => ({ reason: unseen, subject: 'the certificate', bars: 'grade' }),
    find: () => undefined,
    why: '',
    fix: '',
  },
];

/** A hello that was not answered in time says nothing of its protocol. */
const unanswered =
  (...names: readonly ProtocolName[]) =>
  ({ unanswered: late }: Seen): string | undefined => {
    const missing = names.filter((name) => late.includes(name));
    return missing.length === 0 ? undefined : `no answer in time to ${missing.join(' and ')}`;
  };

const isBlock64 = ({ cipher }: CipherSuite) => ['3DES', 'DES', 'IDEA', 'RC2'].includes(cipher);

const protocolChecks: readonly Check[] = [
  {
    id: 'sslv2',
    clear: 'No SSLv2 (DROWN)',
    title: 'SSLv2 is offered',
    severity: 'critical',
    blind: unanswered('SSLv2'),
    find: protocolFound('SSLv2'),
    why: 'Sessions of newer protocols under the same key can be decrypted through it (DROWN, CVE-2016-0800).',
    fix: 'Switch SSLv2 off on every service that shares this key.',
  },
  {
    id: 'sslv3',
    clear: 'No SSLv3 (POODLE)',
    title: 'SSLv3 is offered',
    severity: 'high',
    blind: unanswered('SSLv3'),
    find: protocolFound('SSLv3'),
    why: 'Its CBC padding lets whoever stands in between read cookies byte by byte (POODLE, CVE-2014-3566).',
    fix: 'Switch SSLv3 off (RFC 7568).',
  },
  {
    id: 'old-tls',
    clear: 'No TLS 1.0 and 1.1',
    title: 'TLS before 1.2 is offered',
    severity: 'medium',
    blind: (seen) => (protocolFound('TLSv1.0', 'TLSv1.1')(seen) === undefined ? unanswered('TLSv1.0', 'TLSv1.1')(seen) : undefined),
    find: protocolFound('TLSv1.0', 'TLSv1.1'),
    why: 'Both rest on MD5 and SHA-1, and were withdrawn (RFC 8996).',
    fix: 'Allow TLS 1.2 and 1.3 only.',
  },
  {
    id: 'no-tls13',
    clear: 'TLS 1.3 is offered',
    title: 'TLS 1.3 is not offered',
    severity: 'low',
    blind: unanswered('TLSv1.3'),
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

const checks: readonly Check[] = [...protocolChecks, ...suiteChecks, ...certificateChecks];
