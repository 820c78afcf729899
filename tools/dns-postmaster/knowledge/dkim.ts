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
export type DkimFacts = { readonly keys: readonly DkimKey[]; readonly tried: number; readonly answersAnything: boolean };

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
    tried.map(async (selector): Promise<readonly DkimKey[]> => {
      const texts = textsOf(await lookUp(at(selector), 'TXT')).filter((text) => /(?:^|;)\s*[pk]\s*=|^v=DKIM1/i.test(text));
      return texts.slice(0, 3).map((text) => parseDkimKey(selector, text));
    }),
  );
  const keys = found.flat();
  const findings = [...keys.flatMap(judgeKey), ...judgeAll(keys, { named: selectors, sendsMail, answersAnything })];
  const live = keys.filter(({ isRevoked, problem }) => !isRevoked && problem === '');
  const state = live.length === 0 && stateOf(findings) === 'sound' ? (sendsMail ? 'unknown' : 'sound') : stateOf(findings);
  const summary =
    live.length === 0
      ? 'No key found'
      : `${live.length} ${live.length === 1 ? 'key' : 'keys'}: ${live.map(({ selector }) => selector).join(', ')}`;
  return { facts: { keys, tried: tried.length, answersAnything }, part: { id: 'dkim', title: 'DKIM', state, summary }, findings };
}

/** Reads a key's record. */
export function parseDkimKey(selector: string, text: string): DkimKey {
  const bad = (problem: string): DkimKey => ({ selector, kind: 'unknown', bits: 0, isRevoked: false, isTesting: false, problem });
  const tags = parseTagList(text);
  if (tags === undefined) return bad('This is no list of tags.');
  if (tags.has('v') && (tags.get('v') !== 'DKIM1' || [...tags.keys()][0] !== 'v'))
    return bad('The version is to be DKIM1 and stand first.');
  const kind = cleanText(tags.get('k') ?? 'rsa', 20);
  const flags = (tags.get('t') ?? '').split(':').map((flag) => flag.trim());
  const key = tags.get('p')?.replaceAll(/\s/g, '');
  const head = { selector, kind, isTesting: flags.includes('y'), isRevoked: key === '' };
  if (key === undefined) return { ...head, bits: 0, problem: 'It has no key (p=).' };
  if (key === '') return { ...head, bits: 0, problem: '' };
  const bytes = fromBase64(key);
  if (bytes === undefined) return { ...head, bits: 0, problem: 'The key is no base64.' };
  if (kind === 'ed25519')
    return { ...head, bits: 256, problem: bytes.length === 32 ? '' : `An Ed25519 key has 32 bytes, this one ${bytes.length}.` };
  if (kind !== 'rsa') return { ...head, bits: 0, problem: `No standard knows keys of the kind ${kind}.` };
  const bits = rsaBits(bytes);
  return { ...head, bits: bits ?? 0, problem: bits === undefined ? 'The key is no RSA public key.' : '' };
}

function fromBase64(text: string): readonly number[] | undefined {
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
        why: 'Signatures under this selector cannot be verified.',
        fix: 'Publish the record again as your mail service gives it.',
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
          ? 'Receivers must not accept keys below 1024 bits (RFC 8301); it can be computed by anybody.'
          : 'RFC 8301 asks for 2048 bits; 1024 are within reach of those with much computing power.',
      fix: 'Sign with a new selector and a key of 2048 bits, and revoke this one a week later.',
    });
  }
  if (isTesting) {
    findings.push({
      id: 'dkim-testing',
      severity: 'low',
      title: `The DKIM key of ${selector} is marked as a test`,
      evidence: `${selector}: t=y`,
      why: 'Receivers treat its mail as if it were not signed.',
      fix: 'Take t=y out of the record.',
    });
  }
  return findings;
}

function judgeAll(
  keys: readonly DkimKey[],
  {
    named,
    sendsMail,
    answersAnything,
  }: { readonly named: readonly string[]; readonly sendsMail: boolean; readonly answersAnything: boolean },
): readonly Finding[] {
  const lost = named.filter((selector) => !keys.some((key) => key.selector === selector));
  const findings: Finding[] = lost.map((selector) => ({
    id: 'dkim-selector-missing',
    severity: 'high',
    title: `There is no key under the selector ${selector}`,
    evidence: `${selector}._domainkey has no DKIM record.`,
    why: 'Mail that is signed under it fails.',
    fix: 'Publish its record, or sign under another selector.',
  }));
  if (answersAnything) {
    findings.push({
      id: 'dkim-wildcard',
      severity: 'info',
      title: 'Every selector is answered',
      evidence: 'A name that nobody chose has a TXT record as well.',
      why: 'A wildcard record answers below _domainkey, so that keys cannot be found by guessing.',
      fix: 'Name your selectors in the options.',
    });
  } else if (keys.length === 0 && named.length === 0 && sendsMail) {
    findings.push({
      id: 'dkim-unknown',
      severity: 'info',
      title: 'No DKIM key under the usual selectors',
      evidence: `${usualSelectors.length} names were tried.`,
      why: 'Which selectors a domain uses cannot be asked for. A signed message names its own in DKIM-Signature, at s=.',
      fix: 'Name your selectors in the options.',
    });
  }
  return findings;
}
