/** A text without what looks like a secret, and how many were taken out. */
export type Redacted = { readonly text: string; readonly count: number };

type Rule = { readonly name: string; readonly pattern: RegExp; readonly isOne?: (found: string) => boolean };

/** What names a secret before its value, as in `password: hunter2` or `API_KEY="…"`. */
const names = `(?:pass(?:word|phrase|code)?|pwd|pin|secret|token|api[ _-]?key|access[ _-]?key|private[ _-]?key|client[ _-]?secret|recovery (?:key|code)|otp)`;

const rules: readonly Rule[] = [
  { name: 'private key', pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g },
  { name: 'age key', pattern: /\bAGE-SECRET-KEY-1[0-9A-Z]{20,}/g },
  { name: 'authenticator secret', pattern: /\botpauth:\/\/\S+/gi },
  { name: 'token', pattern: /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g },
  { name: 'key', pattern: /\b(?:sk|pk|rk)[-_](?:[a-z]+[-_])*[A-Za-z0-9_-]{16,}/g },
  {
    name: 'key',
    pattern: /\b(?:gh[opusr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{20,}|xox[abeoprs]-[\w-]{10,}|npm_[A-Za-z0-9]{30,})/g,
  },
  { name: 'key', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bAIza[\w-]{35}/g },
  { name: 'login', pattern: /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@:]+:[^\s/@]+(?=@)/gi },
  { name: 'token', pattern: /(?<=\b(?:bearer|basic)\s+)[A-Za-z0-9._~+/-]{8,}=*/gi },
  // An identifier of a record is found first and stays: the digits within one can pass the check of a card's number.
  {
    name: 'card number',
    pattern: /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|(?<!\w|\d\.)\d(?:[ -]?\d){12,18}(?!\w|\.\d)/gi,
    isOne: isCardNumber,
  },
  { name: 'secret', pattern: new RegExp(String.raw`(?<=\b${names}\b["']?\s*(?::|=|\bis\b)\s*["']?)(?!\[redacted)[^\s"',;]{4,}`, 'gi') },
];

/**
 * Takes out what looks like a secret: private keys, tokens and keys in the forms of well-known services, logins in addresses,
 * authenticator secrets, card numbers, and whatever follows a word such as "password:". It knows forms, not meanings: a secret
 * without a form, or without such a word before it, stays.
 */
export function redactSecrets(text: string): Redacted {
  let count = 0;
  let redacted = text;
  for (const { name, pattern, isOne } of rules) {
    redacted = redacted.replace(pattern, (found) => {
      if (isOne !== undefined && !isOne(found)) return found;
      count += 1;
      return `[redacted ${name}]`;
    });
  }
  return { text: redacted, count };
}

const isUuid = (text: string) => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text);

/** Luhn's check (ISO/IEC 7812-1, annex B). */
function isCardNumber(text: string): boolean {
  if (isUuid(text)) return false;
  const digits = [...text.replaceAll(/\D/g, '')].map(Number).toReversed();
  const sum = digits.reduce((total, digit, place) => {
    const value = place % 2 === 1 ? digit * 2 : digit;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits.length >= 13 && sum % 10 === 0;
}
