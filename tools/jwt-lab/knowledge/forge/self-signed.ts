import { writeDer } from '@castellan/foundation/der';
import { findAlgorithm } from '../algorithms.ts';
import { type Jwk, platformJwk } from '../jwk.ts';
import type { Bytes, TokenCrypto } from '../ports.ts';
import { concatBytes, utf8 } from '../text-bytes.ts';

type Order = { readonly privateKey: Jwk; readonly alg: string; readonly serial: Uint8Array; readonly nowSeconds: number };

const nothing = writeDer(5);
/** How a certificate is signed with a key (RFC 4055, 5758, 8410): the JOSE algorithm, and the DER of its identifier. */
const identifiers: Readonly<Record<string, readonly [string, Bytes]>> = {
  RSA: ['RS256', writeDer(0x30, oid(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b), nothing)],
  'P-256': ['ES256', writeDer(0x30, oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))],
  'P-384': ['ES384', writeDer(0x30, oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x03))],
  'P-521': ['ES512', writeDer(0x30, oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x04))],
  Ed25519: ['EdDSA', writeDer(0x30, oid(0x2b, 0x65, 0x70))],
};

/** A self-signed X.509 certificate of a key, in DER: valid from a day before for a year, common name `forged`. */
export async function writeSelfSigned({ privateKey, serial, nowSeconds }: Order, crypto: TokenCrypto): Promise<Bytes> {
  const [alg = '', identifier = nothing] = identifiers[privateKey.kty === 'RSA' ? 'RSA' : String(privateKey['crv'])] ?? [];
  const algorithm = findAlgorithm(alg);
  if (algorithm === undefined) throw new Error(`no certificate for a key of type ${privateKey.kty}`);
  const publicKey = await crypto.importKey('jwk', platformJwk(privateKey, 'public'), algorithm.import, true, ['verify']);
  const name = writeDer(0x30, writeDer(0x31, writeDer(0x30, oid(0x55, 0x04, 0x03), writeDer(0x0c, utf8('forged')))));
  const body = writeDer(
    0x30,
    writeDer(0xa0, writeDer(2, Uint8Array.of(2))),
    writeDer(2, positive(serial)),
    identifier,
    name,
    writeDer(0x30, time(nowSeconds - 86_400), time(nowSeconds + 365 * 86_400)),
    name,
    new Uint8Array(await crypto.exportKey('spki', publicKey)),
  );
  const signer = await crypto.importKey('jwk', platformJwk(privateKey, 'whole'), algorithm.import, false, ['sign']);
  const raw = new Uint8Array(await crypto.sign(algorithm.sign, signer, body));
  const half = raw.length / 2;
  // JWS has r and s of ECDSA one after the other, X.509 as two integers.
  const signature =
    algorithm.kty === 'EC' ? writeDer(0x30, writeDer(2, positive(raw.slice(0, half))), writeDer(2, positive(raw.slice(half)))) : raw;
  return writeDer(0x30, body, identifier, writeDer(3, Uint8Array.of(0), signature));
}

function oid(...bytes: readonly number[]): Bytes {
  return writeDer(6, Uint8Array.from(bytes));
}

/** An unsigned number as DER's INTEGER: no zeros in front but the one that keeps it positive. */
function positive(bytes: Uint8Array): Bytes {
  const first = bytes.findIndex((byte) => byte !== 0);
  const rest = first < 0 ? Uint8Array.of(0) : bytes.slice(first);
  return (rest[0] ?? 0) > 127 ? concatBytes(Uint8Array.of(0), rest) : concatBytes(rest);
}

/** UTCTime until 2049, then GeneralizedTime (RFC 5280 §4.1.2.5). */
function time(seconds: number): Bytes {
  const digits = `${new Date(seconds * 1000).toISOString().slice(0, 19).replaceAll(/[-T:]/g, '')}Z`;
  return digits < '2050' ? writeDer(0x17, utf8(digits.slice(2))) : writeDer(0x18, utf8(digits));
}
