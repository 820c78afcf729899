import type { Jws } from './parse-jws.ts';
import { parseCompact } from './parse-jws.ts';
import { textOf } from './text-bytes.ts';

/** A token as it was meant: without what it was copied with, the name of its header, `Bearer`, and quotes around it. */
export function readPastedToken(text: string): string {
  const line = text.trim().replace(/^authorization[ \t]*:[ \t]*/i, '');
  const bare = unquote(line).replace(/^bearer[ \t]+/i, '');
  return unquote(bare.trim());
}

function unquote(text: string): string {
  const [first = '', last = ''] = [text.at(0), text.at(-1)];
  return text.length > 1 && first === last && ['"', "'", '`'].includes(first) ? text.slice(1, -1).trim() : text;
}

/** The token that is another's payload (RFC 7519 §5.2, `cty`: `JWT`), as it stands there; `undefined` where there is none. */
export function readNestedToken(jws: Pick<Jws, 'payload'>): { readonly text: string; readonly jws: Jws } | undefined {
  const text = textOf(jws.payload);
  // A payload of claims is an object, and no token.
  if (text === undefined || text.startsWith('{')) return undefined;
  const parsed = parseCompact(text);
  return parsed.ok ? { text, jws: parsed.value } : undefined;
}

/** Whether a text has the form of a JWE: five parts, or JSON with a ciphertext. */
export function isJwe(token: string): boolean {
  return token.startsWith('{') ? /"ciphertext"\s*:/.test(token) : token.split('.').length === 5;
}
