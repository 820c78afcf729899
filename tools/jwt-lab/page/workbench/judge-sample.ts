import { parseCompact } from '../../knowledge/parse-jws.ts';
import type { TokenCrypto } from '../../knowledge/ports.ts';
import { readKeys } from '../../knowledge/read-keys.ts';
import { verifyJws } from '../../knowledge/verify-jws.ts';
import { readToken } from '../reading.ts';
import { verdictOfFailure } from '../token-verdict.ts';

/** What the plate says of a token. */
export type PlateVerdict = { readonly tone: 'sound' | 'doubtful' | 'bad' | 'open'; readonly sentence: string; readonly detail: string };

/** Parses, verifies and judges a token by the lab's own code. Rejects if the key is not valid. */
export async function judgeSample(token: string, keyText: string, crypto: TokenCrypto, nowMs: number): Promise<PlateVerdict> {
  const parsed = parseCompact(token);
  if (!parsed.ok) return shown(verdictOfFailure(parsed.failure));
  const keys = await readKeys(keyText, false, crypto);
  if (!keys.ok) throw new Error(keys.failure.message);
  const verification = await verifyJws(parsed.value, keys.value, crypto);
  return shown(readToken(parsed.value, verification, Math.floor(nowMs / 1000)).verdict);
}

/** A token with one letter of its payload replaced, in such a way that it can still be read; `at`: which. */
export function alterOneLetter(token: string): { readonly token: string; readonly at: number } {
  const [header = '', payload = ''] = token.split('.');
  const first = header.length + 1;
  // From a third of the payload on: in the middle of what one sees of it.
  for (let at = first + Math.floor(payload.length / 3); at < first + payload.length; at += 1) {
    for (const letter of 'qkzx') {
      const altered = `${token.slice(0, at)}${letter}${token.slice(at + 1)}`;
      if (altered !== token && isReadable(altered)) return { token: altered, at };
    }
  }
  throw new Error('no letter of the payload can be altered so that it still reads');
}

function isReadable(token: string): boolean {
  const parsed = parseCompact(token);
  if (!parsed.ok) return false;
  const { claims } = readToken(parsed.value, undefined, 0);
  return claims !== undefined && /^[ -~]+$/.test(JSON.stringify(claims));
}

function shown({ tone, sentence, detail }: PlateVerdict): PlateVerdict {
  return { tone, sentence, detail };
}
