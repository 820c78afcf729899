import { ascii, number, vector } from './byte-writer.ts';
import type { ProtocolName } from './protocol.ts';
import { protocolVersions } from './protocol.ts';

/** What a ClientHello offers. */
export type HelloOffer = {
  readonly protocol: Exclude<ProtocolName, 'SSLv2'>;
  /** Codes, in the order offered. */
  readonly suites: readonly number[];
  /** Codes, in the order offered; none leaves the extension out. */
  readonly groups: readonly number[];
  /** 32 random bytes. */
  readonly random: Uint8Array;
  /** The name asked for; none where the target is an address. */
  readonly serverName?: string;
  /** Offers DEFLATE beside no compression. */
  readonly offersCompression?: boolean;
  /** Sends a share of X25519; otherwise a server of TLS 1.3 is left to ask for the group it wants. */
  readonly withShare?: boolean;
};

/** Signature algorithms (IANA), modern first, everything that certificates in the wild are signed with. */
const signatureAlgorithms = [
  0x0403, 0x0503, 0x0603, 0x0807, 0x0808, 0x081a, 0x081b, 0x081c, 0x0804, 0x0805, 0x0806, 0x0809, 0x080a, 0x080b, 0x0401, 0x0501, 0x0601,
  0x0904, 0x0905, 0x0906, 0x0708, 0x0303, 0x0301, 0x0302, 0x0402, 0x0502, 0x0602, 0x0203, 0x0201, 0x0202, 0x0101,
];

/** A whole record with one ClientHello (RFC 8446 §4.1.2, and its ancestors). */
export function encodeClientHello(offer: HelloOffer): Uint8Array {
  const version = protocolVersions[offer.protocol];
  const body = [
    // TLS 1.3 says its version in an extension, and looks like 1.2 to what stands between.
    ...number(Math.min(version, 0x0303), 2),
    ...offer.random,
    ...vector(offer.protocol === 'TLSv1.3' ? [...offer.random] : [], 1),
    ...vector(
      offer.suites.flatMap((suite) => number(suite, 2)),
      2,
    ),
    ...vector(offer.offersCompression === true ? [1, 0] : [0], 1),
    // SSLv3 knows no extensions.
    ...(offer.protocol === 'SSLv3' ? [] : vector(extensionsOf(offer), 2)),
  ];
  const handshake = [1, ...vector(body, 3)];
  return Uint8Array.from([22, ...number(Math.min(version, 0x0301), 2), ...vector(handshake, 2)]);
}

const extension = (type: number, bytes: readonly number[]): readonly number[] => [...number(type, 2), ...vector(bytes, 2)];

function extensionsOf({ protocol, groups, serverName, withShare = false, random }: HelloOffer): readonly number[] {
  const isTls13 = protocol === 'TLSv1.3';
  const list = (codes: readonly number[]) =>
    vector(
      codes.flatMap((code) => number(code, 2)),
      2,
    );
  return [
    ...(serverName === undefined ? [] : extension(0, vector([0, ...vector(ascii(serverName), 2)], 2))),
    ...extension(5, [1, 0, 0, 0, 0]),
    ...(groups.length === 0 ? [] : extension(10, list(groups))),
    ...extension(11, vector([0, 1, 2], 1)),
    ...(protocol === 'TLSv1.2' || isTls13 ? extension(13, list(signatureAlgorithms)) : []),
    ...extension(15, [1]),
    ...(isTls13 ? [] : [...extension(22, []), ...extension(23, []), ...extension(35, []), ...extension(0xff01, [0])]),
    ...(isTls13
      ? [
          ...extension(43, vector(number(0x0304, 2), 1)),
          ...extension(45, vector([1], 1)),
          // Any 32 bytes are a public key of X25519.
          ...extension(51, vector(withShare ? [...number(29, 2), ...vector([...random], 2)] : [], 2)),
        ]
      : []),
  ];
}
