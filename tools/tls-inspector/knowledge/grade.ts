import type { OfferedProtocol } from '@castellan/probes/tls/protocol';
import { type CipherSuite, suiteByName } from './cipher-suites.ts';
import { groupByName } from './groups.ts';
import { isMdSigned, isSha1Signed, ownCertificates } from './tls-check.ts';
import type { TlsFacts } from './tls-facts.ts';

/** Grades of the SSL Labs guide, best first. `T`: not trusted; `M`: the certificate does not match the name. */
export const grades = ['A+', 'A', 'A-', 'B', 'C', 'D', 'E', 'F', 'M', 'T'] as const;

/** A grade of the SSL Labs guide. */
export type TlsGrade = (typeof grades)[number];

/** How a grade came about, by the guide alone. */
export type TlsRating = {
  readonly grade: TlsGrade;
  /** What the grade would be with every certificate trusted and for the name. */
  readonly gradeIfTrusted: TlsGrade;
  /** Each from 0 to 100. */
  readonly scores: { readonly protocol: number; readonly keyExchange: number; readonly cipher: number; readonly total: number };
  /** What keeps the grade from being better, the heaviest first: each with the grade it allows at most. */
  readonly limits: readonly { readonly grade: TlsGrade; readonly reason: string; readonly raise: string }[];
};

const protocolScores = { SSLv2: 0, SSLv3: 80, 'TLSv1.0': 90, 'TLSv1.1': 95, 'TLSv1.2': 100, 'TLSv1.3': 100 } as const;

/** Half a year, what the guide calls long for HSTS. */
export const minHstsSeconds = 180 * 86_400;

/** Rates what was seen by the SSL Labs “SSL Server Rating Guide” (2009r). */
export function rateTls(given: TlsFacts): TlsRating {
  const chains = given.chains.filter(({ isForNoName }) => isForNoName !== true);
  const facts = { ...given, certificates: ownCertificates(given), chains };
  const suites = suitesOf(facts.protocols);
  const scores = scoreTls(facts, suites);
  const limits = [...findProtocolLimits(facts, suites), ...findKeyLimits(facts)].toSorted(
    (one, other) => grades.indexOf(other.grade) - grades.indexOf(one.grade),
  );
  const byScore = gradeOfScore(scores.total);
  const sound = limits.filter(({ grade }) => grade !== 'T' && grade !== 'M');
  const gradeIfTrusted = worse(byScore, sound[0]?.grade);
  return { grade: worse(gradeIfTrusted, limits[0]?.grade), gradeIfTrusted, scores, limits };
}

type Suite = CipherSuite | { readonly name: string; readonly bits: number; readonly isExport: boolean };

/** SSLv2's suites are none of the registry's: of them only the strength matters. */
function suitesOf(protocols: readonly OfferedProtocol[]): readonly Suite[] {
  return protocols.flatMap(({ suites }) =>
    suites.map(
      (name) =>
        suiteByName(name) ?? {
          name,
          isExport: name.includes('EXPORT'),
          bits: /EXPORT40/.test(name) ? 40 : /DES_64|RC4_64/.test(name) ? 56 : 112,
        },
    ),
  );
}

function scoreTls(facts: TlsFacts, suites: readonly Suite[]): TlsRating['scores'] {
  const protocol = mean(facts.protocols.map(({ name }) => protocolScores[name]));
  const keyExchange = scoreKeyExchange(facts, suites);
  const cipher = mean(suites.map(({ bits }) => (bits === 0 ? 0 : bits < 128 ? 20 : bits < 256 ? 80 : 100)));
  const isZero = facts.protocols.length === 0 || keyExchange === 0 || suites.some(({ bits }) => bits === 0);
  const total = isZero ? 0 : Math.round(0.3 * protocol + 0.3 * keyExchange + 0.4 * cipher);
  return { protocol, keyExchange, cipher, total };
}

/** The best and the worst, halved: what the guide calls the score of a category. */
function mean(scores: readonly number[]): number {
  return scores.length === 0 ? 0 : (Math.max(...scores) + Math.min(...scores)) / 2;
}

function scoreKeyExchange({ protocols, certificates }: TlsFacts, suites: readonly Suite[]): number {
  if (suites.some((suite) => 'authentication' in suite && suite.authentication === 'anon')) return 0;
  const scores = [
    ...scoreLeaves({ certificates }),
    ...protocols.flatMap(({ dhBits }) => (dhBits === undefined ? [] : [scoreModulus(dhBits)])),
    ...protocols.flatMap((protocol) => protocol.groups.map((name) => scoreGroup(name))),
    ...(suites.some(({ isExport }) => isExport) ? [40] : []),
  ];
  return scores.length === 0 ? 100 : Math.min(...scores);
}

function scoreLeaves({ certificates }: Pick<TlsFacts, 'certificates'>): readonly number[] {
  const leaves = certificates.filter(({ role }) => role === 'leaf');
  return leaves.map(({ key }) => (key.kind === 'RSA' || key.kind === 'DSA' ? scoreModulus(key.bits) : scoreCurve(key.bits)));
}

function scoreGroup(name: string): number {
  const group = groupByName(name);
  if (group === undefined) return 100;
  return group.kind === 'prime' ? scoreModulus(group.bits) : scoreCurve(group.bits);
}

const scoreModulus = (bits: number) => (bits < 512 ? 20 : bits < 1024 ? 40 : bits < 2048 ? 80 : bits < 4096 ? 90 : 100);

const scoreCurve = (bits: number) => (bits < 110 ? 20 : bits < 123 ? 40 : bits < 163 ? 80 : bits < 225 ? 90 : 100);

function gradeOfScore(total: number): TlsGrade {
  if (total >= 80) return 'A+';
  return total >= 65 ? 'B' : total >= 50 ? 'C' : total >= 35 ? 'D' : total >= 20 ? 'E' : 'F';
}

function worse(one: TlsGrade, other: TlsGrade | undefined): TlsGrade {
  return other !== undefined && grades.indexOf(other) > grades.indexOf(one) ? other : one;
}

type Limit = TlsRating['limits'][number];

/** Whether a limit holds, the grade it allows at most, its reason, and what would lift it. */
type LimitRow = readonly [holds: boolean, grade: TlsGrade, reason: string, raise: string];

function limitsOf(rows: readonly LimitRow[]): readonly Limit[] {
  return rows.flatMap(([holds, grade, reason, raise]) => (holds ? [{ grade, reason, raise }] : []));
}

function findProtocolLimits(facts: TlsFacts, suites: readonly Suite[]): readonly Limit[] {
  const speaks = (name: OfferedProtocol['name']) => facts.protocols.some((protocol) => protocol.name === name);
  const known = suites.filter((suite) => 'cipher' in suite);
  const isModern = speaks('TLSv1.2') || speaks('TLSv1.3');
  const hasRc4 = known.some(({ cipher }) => cipher === 'RC4');
  const modernRc4 = facts.protocols.some(
    ({ name, suites: own }) => /^TLSv1\.[123]$/.test(name) && own.some((suite) => suite.includes('_RC4_')),
  );
  return limitsOf([
    [speaks('SSLv2'), 'F', 'SSLv2 is offered', 'Disable SSLv2'],
    [
      speaks('SSLv3') && facts.protocols.every(({ name }) => name.startsWith('SSL')),
      'F',
      'SSLv3 is the best protocol',
      'Offer TLS 1.2 and TLS 1.3',
    ],
    [
      suites.some(({ isExport, bits }) => isExport || bits < 112),
      'F',
      'Cipher suites under 112 bits are offered',
      'Disable export, DES and NULL cipher suites',
    ],
    [!isModern, 'C', 'Neither TLS 1.2 nor TLS 1.3 is offered', 'Offer TLS 1.2 and TLS 1.3'],
    [
      speaks('SSLv3') && facts.protocols.some(({ name, suites: own }) => name === 'SSLv3' && own.some((suite) => suite.includes('_CBC_'))),
      'C',
      'SSLv3 with CBC (POODLE)',
      'Disable SSLv3',
    ],
    [facts.compression, 'C', 'TLS compression (CRIME)', 'Disable TLS compression'],
    [modernRc4, 'C', 'RC4 in TLS 1.1 or later', 'Disable RC4'],
    [
      speaks('SSLv3') || speaks('TLSv1.0') || speaks('TLSv1.1'),
      'B',
      'Protocols older than TLS 1.2 are offered',
      'Disable all protocols older than TLS 1.2',
    ],
    [hasRc4, 'B', 'RC4 is offered', 'Disable RC4'],
    [!known.some(({ isAead }) => isAead), 'B', 'No AEAD cipher suites', 'Offer AES-GCM or ChaCha20-Poly1305 cipher suites'],
    [!known.some(({ hasForwardSecrecy }) => hasForwardSecrecy), 'B', 'No forward secrecy', 'Offer ECDHE cipher suites'],
    [!speaks('TLSv1.3'), 'A-', 'TLS 1.3 is not offered', 'Enable TLS 1.3'],
    [
      facts.hsts !== undefined && 'maxAge' in facts.hsts && facts.hsts.maxAge < minHstsSeconds,
      'A-',
      'HSTS is missing or too short',
      'Send Strict-Transport-Security for at least 180 days',
    ],
    [!facts.secureRenegotiation, 'A-', 'Secure renegotiation is not supported', 'Update the TLS library (RFC 5746)'],
    [
      facts.fallbackProtection === false,
      'A',
      'No downgrade protection (TLS_FALLBACK_SCSV)',
      'Update the TLS library, or offer TLS 1.2 and TLS 1.3 only',
    ],
  ]);
}

/** By keys and certificates. */
function findKeyLimits(facts: TlsFacts): readonly Limit[] {
  const dhBits = facts.protocols.flatMap(({ dhBits: bits }) => bits ?? []);
  const keyScore = Math.min(100, ...scoreLeaves(facts));
  return limitsOf([
    [
      facts.certificates.some((one) => one.role !== 'root' && isMdSigned(one)),
      'F',
      'A certificate is signed with MD5 or MD2',
      'Obtain a certificate signed with SHA-256',
    ],
    [keyScore <= 40, 'F', 'The certificate key is insecure', 'Generate a key of at least RSA 2048 or P-256'],
    [
      dhBits.some((bits) => bits < 1024),
      'F',
      'Diffie-Hellman parameters under 1024 bits',
      'Use a Diffie-Hellman group of at least 2048 bits',
    ],
    [keyScore <= 80, 'B', 'The certificate key is weak', 'Generate a key of at least RSA 2048 or P-256'],
    [
      dhBits.some((bits) => bits < 2048),
      'B',
      'Diffie-Hellman parameters under 2048 bits',
      'Use a Diffie-Hellman group of at least 2048 bits',
    ],
    [
      facts.chains.some(({ matchesName }) => !matchesName),
      'M',
      'The certificate does not match the host name',
      'Obtain a certificate for this name',
    ],
    [
      facts.chains.some(({ distrust }) => distrust !== ''),
      'T',
      'The certificate is not trusted',
      'Use a certificate from a trusted CA, and send its whole chain',
    ],
    [
      facts.certificates.some((one) => one.role !== 'root' && isSha1Signed(one)),
      'T',
      'A certificate is signed with SHA-1',
      'Obtain a certificate signed with SHA-256',
    ],
  ]);
}
