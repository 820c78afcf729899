import { number, vector } from '@castellan/probes/tls/byte-writer';

/** Ciphers of SSLv2, by their code, with the names that OpenSSL's sources gave them. */
export const ssl2Ciphers: ReadonlyMap<number, string> = new Map([
  [0x010080, 'SSL_CK_RC4_128_WITH_MD5'],
  [0x020080, 'SSL_CK_RC4_128_EXPORT40_WITH_MD5'],
  [0x030080, 'SSL_CK_RC2_128_CBC_WITH_MD5'],
  [0x040080, 'SSL_CK_RC2_128_CBC_EXPORT40_WITH_MD5'],
  [0x050080, 'SSL_CK_IDEA_128_CBC_WITH_MD5'],
  [0x060040, 'SSL_CK_DES_64_CBC_WITH_MD5'],
  [0x0700c0, 'SSL_CK_DES_192_EDE3_CBC_WITH_MD5'],
  [0x080080, 'SSL_CK_RC4_64_WITH_MD5'],
]);

/** What SSLv2's ServerHello says. */
export type Ssl2Hello = { readonly ciphers: readonly string[]; readonly certificate: Uint8Array | undefined };

/** A ClientHello of SSLv2 with every cipher that there was. `challenge` has 16 to 32 bytes. */
export function encodeSsl2Hello(challenge: Uint8Array): Uint8Array {
  const ciphers = [...ssl2Ciphers.keys()].flatMap((code) => number(code, 3));
  const body = [1, 0, 2, ...number(ciphers.length, 2), ...number(0, 2), ...number(challenge.length, 2), ...ciphers, ...challenge];
  const [high = 0, ...rest] = vector(body, 2);
  return Uint8Array.from([high | 0x80, ...rest]);
}

/** Whether a record of SSLv2 is whole, or what came is none. */
export function isWholeSsl2(bytes: Uint8Array): boolean {
  if (bytes.length < 2) return false;
  return ((bytes[0] ?? 0) & 0x80) === 0 || bytes.length >= 2 + (((bytes[0] ?? 0) & 0x7f) << 8) + (bytes[1] ?? 0);
}

/** Reads a ServerHello of SSLv2; `undefined` where there is none. */
export function readSsl2Hello(bytes: Uint8Array): Ssl2Hello | undefined {
  if (!isWholeSsl2(bytes) || ((bytes[0] ?? 0) & 0x80) === 0 || bytes[2] !== 4 || bytes.length < 13) return undefined;
  const at = (index: number) => ((bytes[index] ?? 0) << 8) + (bytes[index + 1] ?? 0);
  if (at(5) !== 2) return undefined;
  const [certificateLength, cipherLength] = [at(7), at(9)];
  const start = 13 + certificateLength;
  if (bytes.length < start + cipherLength) return undefined;
  const ciphers: string[] = [];
  for (let index = start; index + 3 <= start + cipherLength; index += 3) {
    const name = ssl2Ciphers.get(((bytes[index] ?? 0) << 16) + at(index + 1));
    if (name !== undefined) ciphers.push(name);
  }
  return { ciphers, certificate: certificateLength === 0 ? undefined : bytes.slice(13, start) };
}
