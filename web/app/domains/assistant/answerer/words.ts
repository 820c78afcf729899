import { fold } from '../../commands/rank-commands.ts';

/** Ways of writing one thing, the last of which stands for all; questions and content go through it alike. */
const spellings: readonly (readonly [string, string])[] = [
  ['penetration testing', 'pentest'],
  ['penetration tester', 'pentest'],
  ['penetration testers', 'pentest'],
  ['penetration tests', 'pentest'],
  ['penetration test', 'pentest'],
  ['pen testing', 'pentest'],
  ['pen test', 'pentest'],
  ['pen tests', 'pentest'],
  ['ethical hacking', 'pentest'],
  ['app sec', 'application security'],
  ['appsec', 'application security'],
  ['postgres', 'postgresql'],
  ['psql', 'postgresql'],
  ['golang', 'go'],
  ['k8s', 'kubernetes'],
  ['js', 'javascript'],
  ['ts', 'typescript'],
  ['oauth2', 'oauth'],
  ['ssl', 'tls'],
  ['sign in', 'signin'],
  ['log in', 'signin'],
  ['login', 'signin'],
  ['authentication', 'signin'],
  ['sysadmin', 'systems administrator'],
  ['system administrator', 'systems administrator'],
  ['csp', 'content security policy'],
  ['crypto', 'cryptography'],
  ['ci cd', 'ci'],
  ['cicd', 'ci'],
  ['2 fa', 'mfa'],
  ['two factor', 'mfa'],
  ['multi factor', 'mfa'],
  ['e mail', 'email'],
  ['linked in', 'linkedin'],
  ['git hub', 'github'],
  ['time zone', 'timezone'],
  ['ph d', 'phd'],
  ['u', 'you'],
  ['ur', 'your'],
  ['yrs', 'years'],
  ['yr', 'years'],
];

/** What a word of a question may be called in the content: the content's word says no less than the question's. */
const kin: Readonly<Record<string, string>> = {
  bank: 'banking finance financial fintech',
  hospital: 'healthcare health medical medicine',
  clinic: 'healthcare health medical medicine',
  patient: 'healthcare health medical medicine',
  rail: 'railway railroad transport transportation',
  railway: 'rail railroad transport transportation',
  engineer: 'developer programmer coder',
  pentest: 'pentester assessment',
  engagement: 'pentest pentester assessment',
  webauthn: 'passkey fido fido2',
  passkey: 'webauthn fido fido2',
  totp: 'mfa authenticator',
  flaw: 'vulnerability bug weakness',
  talk: 'lecture presentation',
  train: 'teach mentor coach taught',
  training: 'teaching mentoring coaching workshop',
  finding: 'vulnerability bug weakness',
  server: 'infrastructure',
  infrastructure: 'server',
  audit: 'review',
  review: 'audit',
};

/** The words of a text, folded: letters without marks, numbers, and `+` or `#` at the end of a word, as in C++. */
export function wordsOf(text: string): readonly string[] {
  const plain = fold(text).replaceAll(/['’]/g, '').replaceAll('&', ' and ');
  const words = plain.match(/\p{L}[\p{L}\p{N}]*[+#]*|\p{N}+(?:[.,]\p{N}+)*/gu) ?? [];
  let joined = ` ${words.join(' ')} `;
  for (const [written, meant] of spellings) joined = joined.replaceAll(` ${written} `, ` ${meant} `);
  return joined.trim() === '' ? [] : joined.trim().split(' ');
}

/** A word without its ending, so that "banks" and "banking" are one. Not a word of any language: only good for comparing. */
export function stemOf(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const endings: readonly (readonly [string, string])[] = [
    ['ies', 'y'],
    ['ied', 'y'],
    ['ing', ''],
    ['ed', ''],
    ['es', ''],
    ['s', ''],
  ];
  const found = endings.find(([ending]) => word.endsWith(ending) && word.length - ending.length >= 3 && !word.endsWith('ss'));
  const bare = found === undefined ? word : word.slice(0, word.length - found[0].length) + found[1];
  const single = /([bdglmnprt])\1$/.test(bare) ? bare.slice(0, -1) : bare;
  return single.length > 3 && single.endsWith('e') ? single.slice(0, -1) : single;
}

const kinOfStem = new Map<string, Set<string>>();
for (const [inContent, asked] of Object.entries(kin)) {
  for (const word of asked.split(' ')) {
    const known = kinOfStem.get(stemOf(word)) ?? new Set<string>();
    kinOfStem.set(stemOf(word), known.add(stemOf(inContent)));
  }
}

/** The stems in a text by which a word of a question is found. */
export function stemsFor(word: string): readonly string[] {
  const stem = stemOf(word);
  return [stem, ...(kinOfStem.get(stem) ?? [])];
}

/** The stems of a text, once each. */
export function stemsOf(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text).map(stemOf));
}

/** Whether a word is one slip away from another: a letter too many, too few, another, or two swapped. */
export function isOneSlipAway(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1 || typed === meant) return false;
  let at = 0;
  while (at < typed.length && typed[at] === meant[at]) at += 1;
  const [left, right] = [typed.slice(at), meant.slice(at)];
  const isSwap = left.length > 1 && left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2);
  return isSwap || left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1);
}
