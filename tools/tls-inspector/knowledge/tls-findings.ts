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
        findings.push({ id, title, severity: weight, evidence, why: typeof why === 'string' ? why : why(seen), fix });
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
    clear: 'The port does not speak plain text',
    title: 'The port speaks plain text instead of TLS',
    severity: 'high',
    applies: () => true,
    blind: ({ plainText, unseen }) => (plainText === '' ? unseen : undefined),
    find: ({ plainText }) => (plainText === '' ? undefined : plainText),
    why: 'Traffic to this port can be read and modified in transit.',
    fix: 'Enable TLS on this port, or test the port that serves TLS.',
  },
  {
    id: 'certificate',
    clear: 'Certificate received',
    title: 'Certificate not received',
    severity: 'info',
    blind: ({ plainText, unseen }) => ({
      reason: plainText === '' ? unseen : 'the port speaks plain text',
      subject: 'the certificate',
      bars: 'grade',
    }),
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
    return missing.length === 0 ? undefined : `no answer in time to the ClientHello of ${missing.join(' and ')}`;
  };

const isBlock64 = ({ cipher }: CipherSuite) => ['3DES', 'DES', 'IDEA', 'RC2'].includes(cipher);

const protocolChecks: readonly Check[] = [
  {
    id: 'sslv2',
    clear: 'SSLv2 not offered (DROWN)',
    title: 'SSLv2 is offered',
    severity: 'critical',
    blind: unanswered('SSLv2'),
    find: protocolFound('SSLv2'),
    why: 'An attacker can decrypt TLS sessions of every server that uses this key (DROWN, CVE-2016-0800).',
    fix: 'Disable SSLv2 on every service that uses this key.',
  },
  {
    id: 'sslv3',
    clear: 'SSLv3 not offered (POODLE)',
    title: 'SSLv3 is offered',
    severity: 'high',
    blind: unanswered('SSLv3'),
    find: protocolFound('SSLv3'),
    why: 'A man in the middle can decrypt session cookies byte by byte through the CBC padding (POODLE, CVE-2014-3566).',
    fix: 'Disable SSLv3 (RFC 7568).',
  },
  {
    id: 'old-tls',
    clear: 'TLS 1.0 and TLS 1.1 not offered',
    title: 'TLS 1.0 or TLS 1.1 is offered',
    severity: 'medium',
    blind: (seen) => (protocolFound('TLSv1.0', 'TLSv1.1')(seen) === undefined ? unanswered('TLSv1.0', 'TLSv1.1')(seen) : undefined),
    find: protocolFound('TLSv1.0', 'TLSv1.1'),
    why: 'Both protocols rely on MD5 and SHA-1 and are deprecated (RFC 8996).',
    fix: 'Offer TLS 1.2 and TLS 1.3 only.',
  },
  {
    id: 'no-tls13',
    clear: 'TLS 1.3 is offered',
    title: 'TLS 1.3 is not offered',
    severity: 'low',
    blind: unanswered('TLSv1.3'),
    find: ({ protocols }) =>
      protocols.some(({ name }) => name === 'TLSv1.3') ? undefined : `The newest protocol offered is ${protocols.at(-1)?.name ?? 'none'}`,
    why: 'TLS 1.3 removes weak options, always provides forward secrecy and saves a round trip.',
    fix: 'Enable TLS 1.3 (OpenSSL 1.1.1 or later, or an equivalent library).',
  },
  {
    id: 'no-post-quantum',
    clear: 'Post-quantum key exchange offered',
    title: 'No post-quantum key exchange',
    severity: 'info',
    find: ({ protocols }) =>
      protocols.some(({ groups }) => groups.some((name) => /MLKEM|Kyber/.test(name))) ? undefined : 'No ML-KEM group was negotiated',
    why: 'Traffic recorded today could be decrypted later with a quantum computer.',
    fix: 'Offer X25519MLKEM768 (OpenSSL 3.5, BoringSSL, Go 1.24).',
  },
  {
    id: 'no-forward-secrecy',
    clear: 'Forward secrecy with every cipher suite',
    title: 'Cipher suites without forward secrecy',
    severity: ({ offered }) => (offered.some(({ suite }) => suite.hasForwardSecrecy) ? 'low' : 'medium'),
    find: suitesFound((suite) => !suite.hasForwardSecrecy),
    why: 'An attacker who obtains the private key later can decrypt recorded traffic.',
    fix: 'Offer ECDHE cipher suites only.',
  },
  {
    id: 'client-order',
    clear: 'The server enforces its cipher order',
    title: 'No server cipher order',
    severity: 'info',
    find: ({ protocols }) =>
      listed(
        protocols.flatMap(({ name, serverOrder, suites }) =>
          !serverOrder && suites.length > 1 && name !== 'SSLv2' && name !== 'TLSv1.3' ? [name] : [],
        ),
      ),
    why: 'The client’s preference decides, even for a weak cipher suite.',
    fix: 'Enforce the server’s cipher order, unless only strong suites are offered.',
  },
];

const suiteChecks: readonly Check[] = [
  {
    id: 'null-suites',
    clear: 'No NULL cipher suites',
    title: 'NULL cipher suites (no encryption)',
    severity: 'critical',
    find: suitesFound(({ cipher }) => cipher === 'NULL'),
    why: 'Traffic is sent unencrypted and can be read in transit.',
    fix: 'Disable the NULL cipher suites.',
  },
  {
    id: 'anonymous-suites',
    clear: 'No anonymous cipher suites',
    title: 'Anonymous cipher suites (no authentication)',
    severity: 'critical',
    find: suitesFound(({ authentication }) => authentication === 'anon'),
    why: 'The server is not authenticated: a man in the middle can impersonate it.',
    fix: 'Disable the anonymous cipher suites (ADH, AECDH).',
  },
  {
    id: 'export-suites',
    clear: 'No export cipher suites (FREAK, Logjam)',
    title: 'Export cipher suites',
    severity: 'critical',
    find: suitesFound(({ isExport }) => isExport),
    why: 'Their 40-bit or 56-bit keys can be broken within hours, and a man in the middle can downgrade clients to them (FREAK, CVE-2015-0204; Logjam, CVE-2015-4000).',
    fix: 'Disable the EXPORT cipher suites.',
  },
  {
    id: 'single-des',
    clear: 'No single DES cipher suites',
    title: 'Single DES cipher suites',
    severity: 'high',
    find: suitesFound(({ cipher, isExport }) => cipher === 'DES' && !isExport),
    why: 'A 56-bit key can be found by brute force.',
    fix: 'Disable the DES cipher suites.',
  },
  {
    id: 'rc4',
    clear: 'No RC4 cipher suites',
    title: 'RC4 cipher suites',
    severity: 'high',
    find: suitesFound(({ cipher, isExport }) => cipher === 'RC4' && !isExport),
    why: 'Biases in the key stream let an attacker recover cookies and passwords that are sent repeatedly (CVE-2013-2566, CVE-2015-2808; RFC 7465).',
    fix: 'Disable the RC4 cipher suites.',
  },
  {
    id: 'sweet32',
    clear: 'No 64-bit block ciphers (SWEET32)',
    title: '64-bit block ciphers',
    severity: 'medium',
    find: suitesFound((suite) => isBlock64(suite) && !suite.isExport && suite.cipher !== 'DES'),
    why: 'Block collisions in sessions of some hundred gigabytes can reveal plaintext (SWEET32, CVE-2016-2183).',
    fix: 'Disable the 3DES and IDEA cipher suites.',
  },
  {
    id: 'beast',
    clear: 'No CBC cipher suites in TLS 1.0 (BEAST)',
    title: 'CBC cipher suites in TLS 1.0 or SSLv3',
    severity: 'low',
    find: suitesFound((suite, { name }) => suite.isCbc && (name === 'SSLv3' || name === 'TLSv1.0')),
    why: 'The initialisation vector is predictable (BEAST, CVE-2011-3389). Current browsers mitigate this by record splitting.',
    fix: 'Disable TLS 1.0 and SSLv3.',
  },
  {
    id: 'cbc',
    clear: 'No CBC cipher suites in TLS 1.2',
    title: 'CBC cipher suites in TLS 1.2',
    severity: 'info',
    find: suitesFound((suite, { name }) => suite.isCbc && name === 'TLSv1.2'),
    why: 'CBC suites authenticate before they encrypt, which has led to several timing attacks (Lucky 13, CVE-2013-0169).',
    fix: 'Offer AES-GCM and ChaCha20-Poly1305 only, once no client needs CBC.',
  },
  {
    id: 'weak-dh',
    clear: 'Diffie-Hellman parameters of 2048 bits or more',
    title: 'Weak Diffie-Hellman parameters',
    severity: ({ protocols }) => (protocols.some(({ dhBits }) => dhBits !== undefined && dhBits < 1024) ? 'high' : 'medium'),
    find: ({ protocols }) =>
      listed(protocols.flatMap(({ name, dhBits }) => (dhBits !== undefined && dhBits < 2048 ? [`${name}: ${dhBits} bits`] : []))),
    why: 'Groups of 1024 bits or less can be broken by well-funded attackers (Logjam, CVE-2015-4000).',
    fix: 'Use a group of at least 2048 bits, such as ffdhe2048 (RFC 7919), or offer ECDHE only.',
  },
  {
    id: 'compression',
    clear: 'No TLS compression (CRIME)',
    title: 'TLS compression is enabled',
    severity: 'high',
    find: ({ compression }) => (compression ? 'DEFLATE was negotiated' : undefined),
    why: 'The length of compressed data reveals secrets such as session cookies (CRIME, CVE-2012-4929).',
    fix: 'Disable TLS compression.',
  },
  {
    id: 'insecure-renegotiation',
    clear: 'Secure renegotiation supported',
    title: 'Secure renegotiation is not supported',
    severity: 'medium',
    find: ({ secureRenegotiation }) => (secureRenegotiation ? undefined : 'The server did not return the renegotiation_info extension'),
    why: 'A man in the middle can inject data at the start of a session (CVE-2009-3555).',
    fix: 'Update the TLS library to one with secure renegotiation (RFC 5746).',
  },
  {
    id: 'no-fallback-protection',
    clear: 'Downgrade protection (TLS_FALLBACK_SCSV)',
    title: 'No downgrade protection (TLS_FALLBACK_SCSV)',
    severity: 'low',
    find: ({ fallbackProtection }) =>
      fallbackProtection === false ? 'The server accepted a connection marked with TLS_FALLBACK_SCSV' : undefined,
    why: 'A man in the middle can downgrade clients that fall back to older protocols (RFC 7507).',
    fix: 'Update the TLS library, or offer TLS 1.2 and TLS 1.3 only.',
  },
];

const checks: readonly Check[] = [...protocolChecks, ...suiteChecks, ...certificateChecks];
