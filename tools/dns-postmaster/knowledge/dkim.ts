import { cleanText } from '@castellan/exports/plain-text';
import { trimEndOf } from '@castellan/foundation/line-text';
import { type LookUp, textsOf } from '@castellan/probes/dns/records';
import type { Finding } from '@castellan/probes/report';
import { type Inspected, stateOf } from './part.ts';
import { parseTagList } from './tag-list.ts';

/** One key, as a selector's record has it (RFC 6376 §3.6.1). */
export type DkimKey = {
  readonly selector: string;
  /** `rsa`, `ed25519`, or whatever the record says. */
  readonly kind: string;
  /** Of the key; 0 where it is revoked or cannot be read. */
  readonly bits: number;
  readonly isRevoked: boolean;
  readonly isTesting: boolean;
  /** What is wrong with the record; empty where nothing is. */
  readonly problem: string;
};

/** The keys that were found. Which selectors a domain has cannot be asked: they are guessed, or named. */
export type DkimFacts = {
  readonly keys: readonly DkimKey[];
  readonly tried: number;
  readonly answersAnything: boolean;
  /** Records beyond the first three of a selector; none where all are here. */
  readonly left?: number;
};

/** A selector has one key; so many records of one are read. */
const maxKeys = 3;

/** Names that services and guides give their selectors. */
export const usualSelectors: readonly string[] = (
  'default dkim mail email smtp key1 key2 s1 s2 s1024 s2048 selector selector1 selector2 google 20230601 20221208 20210112 k1 k2 k3 ' +
  'mandrill mxvault fm1 fm2 fm3 protonmail protonmail2 protonmail3 sig1 zoho zmail cm m1 m2 mx dk mailjet pm pic ctct1 ctct2 hs1 hs2 ' +
  'everlytickey1 everlytickey2 scph0920 turbo-smtp krs litesrv a1 rsa ed25519 postfix'
).split(' ');

/** Looks for keys under selectors: those that are named, and the usual ones. */
export async function inspectDkim(
  domain: string,
  lookUp: LookUp,
  { selectors, probe, sendsMail }: { readonly selectors: readonly string[]; readonly probe: string; readonly sendsMail: boolean },
): Promise<Inspected<DkimFacts>> {
  const names = [...new Set([...selectors, ...usualSelectors])];
  const at = (selector: string) => `${selector}._domainkey.${domain}`;
  // A zone may answer whatever is asked: then what is found under guessed names proves nothing.
  const wild = await lookUp(at(probe), 'TXT');
  const answersAnything = wild.status === 'found';
  const tried = answersAnything ? selectors : names;
  const found = await Promise.all(
    tried.map(async (selector) => {
      const answer = await lookUp(at(selector), 'TXT');
      const texts = textsOf(answer).filter((text) => /(?:^|;)\s*[pk]\s*=|^v=DKIM1/i.test(text));
      const keys = texts.slice(0, maxKeys).map((text) => parseDkimKey(selector, text));
      return { selector, keys, left: texts.length - keys.length, isUnanswered: answer.status === 'failed' };
    }),
  );
  const keys = found.flatMap((one) => one.keys);
  const left = found.reduce((sum, one) => sum + one.left, 0);
  // A selector without an answer is not one without a key.
  const unanswered = found.filter(({ isUnanswered }) => isUnanswered).map(({ selector }) => selector);
  const findings = [
    ...keys.flatMap(judgeKey),
    ...judgeAll(keys, {
      named: selectors.filter((one) => !unanswered.includes(one)),
      hasNamed: selectors.length > 0,
      sendsMail,
      answersAnything,
    }),
  ];
  const live = keys.filter(({ isRevoked, problem }) => !isRevoked && problem === '');
  const isKnown = live.length > 0 || (!sendsMail && unanswered.length === 0);
  const state = stateOf(findings, isKnown ? 'sound' : 'unknown');
  const summary =
    live.length === 0
      ? unanswered.length === 0
        ? 'No key found'
        : `No key found; ${unanswered.length} of ${tried.length} selectors without an answer`
      : `${live.length} ${live.length === 1 ? 'key' : 'keys'}: ${live.map(({ selector }) => selector).join(', ')}`;
  const facts = { keys, tried: tried.length, answersAnything, ...(left === 0 ? {} : { left }) };
  return { facts, part: { id: 'dkim', title: 'DKIM', state, summary }, findings };
}

/** Reads a key's record. */
export function parseDkimKey(selector: string, text: string): DkimKey {
  const bad = (problem: string): DkimKey => ({ selector, kind: 'unknown', bits: 0, isRevoked: false, isTesting: false, problem });
  const tags = parseTagList(text);
  if (tags === undefined) return bad('The record is not a list of tags.');
  if (tags.has('v') && (tags.get('v') !== 'DKIM1' || [...tags.keys()][0] !== 'v')) return bad('The record must begin with v=DKIM1.');
  const kind = cleanText(tags.get('k') ?? 'rsa', 20);
  const flags = (tags.get('t') ?? '').split(':').map((flag) => flag.trim());
  const key = tags.get('p')?.replaceAll(/\s/g, '');
  const head = { selector, kind, isTesting: flags.includes('y'), isRevoked: key === '' };
  if (key === undefined) return { ...head, bits: 0, problem: 'The tag p= (public key) is missing.' };
  if (key === '') return { ...head, bits: 0, problem: '' };
  const bytes = fromBase64(key);
  if (bytes === undefined) return { ...head, bits: 0, problem: 'The key is not valid base64.' };
  if (kind === 'ed25519')
    return { ...head, bits: 256, problem: bytes.length === 32 ? '' : `An Ed25519 key has 32 bytes, this one has ${bytes.length}.` };
  if (kind !== 'rsa') return { ...head, bits: 0, problem: `The key type ${kind} is not defined.` };
  const bits = rsaBits(bytes);
  return { ...head, bits: bits ?? 0, problem: bits === undefined ? 'The key is not an RSA public key.' : '' };
}

/** The bytes that a text of base64 stands for; `undefined` where it is none. */
export function fromBase64(text: string): readonly number[] | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 === 1) return undefined;
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const letter of trimEndOf(text, '=')) {
    held = ((held << 6) | alphabet.indexOf(letter)) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 0xff);
    }
  }
  return bytes;
}

type Der = { readonly tag: number; readonly from: number; readonly to: number };

/** The size of the modulus in a SubjectPublicKeyInfo, or in a bare RSAPublicKey, as some publish it. */
function rsaBits(bytes: readonly number[]): number | undefined {
  const outer = readDer(bytes, 0);
  const first = outer === undefined ? undefined : readDer(bytes, outer.from);
  if (outer?.tag !== 0x30 || first === undefined) return undefined;
  if (first.tag === 0x02) return integerBits(bytes, first);
  const wrapped = readDer(bytes, first.to);
  // A bit string begins with the number of bits that are unused.
  const inner = wrapped?.tag === 0x03 ? readDer(bytes, wrapped.from + 1) : undefined;
  const modulus = inner?.tag === 0x30 ? readDer(bytes, inner.from) : undefined;
  return modulus === undefined ? undefined : integerBits(bytes, modulus);
}

function readDer(bytes: readonly number[], at: number): Der | undefined {
  const [tag, length] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || length === undefined) return undefined;
  const more = length < 0x80 ? 0 : length & 0x7f;
  if (more > 3) return undefined;
  const size = more === 0 ? length : bytes.slice(at + 2, at + 2 + more).reduce((sum, byte) => sum * 256 + byte, 0);
  const from = at + 2 + more;
  return from + size > bytes.length ? undefined : { tag, from, to: from + size };
}

function integerBits(bytes: readonly number[], { tag, from, to }: Der): number | undefined {
  const digits = bytes.slice(from, to);
  while (digits[0] === 0) digits.shift();
  const [top] = digits;
  return tag !== 0x02 || top === undefined ? undefined : (digits.length - 1) * 8 + (32 - Math.clz32(top));
}

function judgeKey({ selector, kind, bits, isRevoked, isTesting, problem }: DkimKey): readonly Finding[] {
  const evidence = `${selector}: ${kind}, ${bits} bits`;
  if (problem !== '') {
    return [
      {
        id: 'dkim-broken',
        severity: 'high',
        title: `The DKIM record of ${selector} is not valid`,
        evidence: problem,
        why: 'Signatures with this selector cannot be verified.',
        fix: 'Publish the record as your mail service provides it.',
      },
    ];
  }
  if (isRevoked) return [];
  const findings: Finding[] = [];
  if (kind === 'rsa' && bits < 2048) {
    findings.push({
      id: bits < 1024 ? 'dkim-key-refused' : 'dkim-key-short',
      severity: bits < 1024 ? 'high' : 'medium',
      title: `The DKIM key of ${selector} is too short`,
      evidence,
      why:
        bits < 1024
          ? 'Keys below 1024 bits can be factored, and receivers must not accept them (RFC 8301 §3.2).'
          : 'RFC 8301 recommends at least 2048 bits; 1024-bit keys are within reach of well-funded attackers.',
      fix: 'Rotate to a new selector with a 2048-bit key, and revoke this one after a week.',
    });
  }
  if (isTesting) {
    findings.push({
      id: 'dkim-testing',
      severity: 'low',
      title: `The DKIM key of ${selector} is in test mode`,
      evidence: `${selector}: t=y`,
      why: 'Verifiers must not treat its mail differently from unsigned mail (RFC 6376 §3.6.1).',
      fix: 'Remove t=y from the record.',
    });
  }
  return findings;
}

function judgeAll(
  keys: readonly DkimKey[],
  {
    named,
    hasNamed,
    sendsMail,
    answersAnything,
  }: { readonly named: readonly string[]; readonly hasNamed: boolean; readonly sendsMail: boolean; readonly answersAnything: boolean },
): readonly Finding[] {
  const lost = named.filter((selector) => !keys.some((key) => key.selector === selector));
  const findings: Finding[] = lost.map((selector) => ({
    id: 'dkim-selector-missing',
    severity: 'high',
    title: `No DKIM key at the selector ${selector}`,
    evidence: `${selector}._domainkey has no DKIM record.`,
    why: 'Signatures with this selector fail verification.',
    fix: 'Publish the record, or sign with another selector.',
  }));
  if (answersAnything) {
    findings.push({
      id: 'dkim-wildcard',
      severity: 'info',
      title: 'A wildcard answers every DKIM selector',
      evidence: 'A random selector has a TXT record.',
      why: 'Keys cannot be found by trying usual selectors.',
      fix: 'Enter your selectors in the options.',
    });
  } else if (keys.length === 0 && !hasNamed && sendsMail) {
    findings.push({
      id: 'dkim-unknown',
      severity: 'info',
      title: 'No DKIM key found at the usual selectors',
      evidence: `${usualSelectors.length} selectors were tried.`,
      why: 'DNS does not list the selectors of a domain. A signed message names its selector in DKIM-Signature (s=).',
      fix: 'Enter your selectors in the options.',
    });
  }
  return findings;
}
