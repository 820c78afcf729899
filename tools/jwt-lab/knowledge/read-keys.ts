import { type Result, succeed } from '@castellan/foundation/result';
import { decodeBase64Url } from './base64url.ts';
import { type Jwk, type KeyFailure, parseJwks, secretKey } from './jwk.ts';
import { isPem, parsePem } from './pem.ts';
import type { TokenCrypto } from './ports.ts';
import { utf8 } from './text-bytes.ts';

/** What a pasted key is. `none`: nothing was pasted. */
export type KeyForm = 'none' | 'jwk' | 'pem' | 'secret';

/** By its first characters: JSON is a JWK or a JWK Set, BEGIN lines are PEM, anything else is taken as a secret. */
export function formOf(text: string): KeyForm {
  const trimmed = text.trim();
  if (trimmed === '') return 'none';
  if (trimmed.startsWith('{')) return 'jwk';
  return isPem(trimmed) ? 'pem' : 'secret';
}

/** The keys of a pasted text. A secret is taken letter by letter, or as base64url where that is said. */
export async function readKeys(text: string, isBase64Url: boolean, crypto: TokenCrypto): Promise<Result<readonly Jwk[], KeyFailure>> {
  switch (formOf(text)) {
    case 'none':
      return succeed([]);
    case 'jwk':
      return parseJwks(text.trim());
    case 'pem': {
      const key = await parsePem(text, crypto);
      return key.ok ? succeed([key.value]) : key;
    }
    case 'secret': {
      const decoded = isBase64Url ? decodeBase64Url(text.trim()) : undefined;
      if (decoded?.ok === false)
        return {
          ok: false,
          failure: { code: 'key_malformed', message: `The secret is not valid base64url: character ${decoded.failure.at + 1}.` },
        };
      return succeed([secretKey(decoded?.value ?? utf8(text))]);
    }
  }
}
