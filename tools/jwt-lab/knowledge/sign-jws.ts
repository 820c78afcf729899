import { fail, type Result, succeed } from '@castellan/foundation/result';
import { encodeBase64Url } from './base64url.ts';
import { checkHeader } from './check-header.ts';
import { checkKeyFor, type Jwk, type KeyFailure } from './jwk.ts';
import type { ParseFailure } from './parse-failure.ts';
import type { Bytes, TokenCrypto } from './ports.ts';
import type { JsonObject } from './strict-json.ts';
import { utf8 } from './text-bytes.ts';
import { importKey, refusalOf, signedBytes } from './verify-jws.ts';

/** Signs a payload in compact serialization. With `b64` false in the header the content is left out, as RFC 7797 §5.2 advises. */
export async function signCompact(
  header: JsonObject,
  payload: Bytes,
  key: Jwk,
  crypto: TokenCrypto,
): Promise<Result<string, ParseFailure | KeyFailure>> {
  const checkedHeader = checkHeader(header, {});
  if (!checkedHeader.ok) return checkedHeader;
  const alg = String(header['alg']);
  const checked = checkKeyFor(key, alg, 'sign');
  if (!checked.ok) return checked;
  const { isEncoded } = checkedHeader.value;
  const protectedText = encodeBase64Url(utf8(JSON.stringify(header)));
  const payloadText = isEncoded ? encodeBase64Url(payload) : '';
  try {
    const imported = await importKey(key, checked.value.import, 'sign', crypto);
    const signed = signedBytes({ payloadText, isEncoded }, { protectedText }, payload);
    const signature = await crypto.sign(checked.value.sign, imported, signed);
    return succeed(`${protectedText}.${payloadText}.${encodeBase64Url(new Uint8Array(signature))}`);
  } catch (fault) {
    const { code, reason } = refusalOf(fault, alg);
    return fail({ code, message: reason });
  }
}
