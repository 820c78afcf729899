import { bigEndian, certain, type Recognised } from '../listeners/recognised.ts';
import { hasAt, joined, type UdpAsking, type UdpPlace } from './udp-asking.ts';

const word = (value: number) => [(value >>> 8) & 255, value & 255];
const double = (value: number) => [...word(value >>> 16), ...word(value & 0xffff)];

/** A payload of IKE: what follows it, its length, its content. */
function payload(next: number, content: readonly number[]): readonly number[] {
  return [next, 0, ...word(content.length + 4), ...content];
}

/** A message of IKE with its header (RFC 7296 §3.1). */
function ikeMessage(cookie: Uint8Array, [first, version, exchange, flags]: readonly number[], content: readonly number[]): Uint8Array {
  const kind = [first ?? 0, version ?? 0, exchange ?? 0, flags ?? 0];
  return joined(cookie, new Uint8Array(8), kind, [0, 0, 0, 0], double(28 + content.length), content);
}

/** Proposals of version 1's main mode (RFC 2409): cipher, key length, hash, way to sign in, group. */
const oldTransforms = [
  [7, 256, 4, 1, 14],
  [7, 128, 2, 1, 14],
  [7, 256, 2, 3, 14],
  [5, 0, 2, 1, 2],
] as const;

function mainMode(cookie: Uint8Array): Uint8Array {
  const transforms = oldTransforms.flatMap(([cipher, bits, hash, auth, group], index) => {
    const pairs = [[1, cipher], ...(bits === 0 ? [] : [[14, bits]]), [2, hash], [3, auth], [4, group], [11, 1], [12, 28_800]];
    const attributes = pairs.flatMap(([type = 0, value = 0]) => [0x80, type, ...word(value)]);
    return payload(index === oldTransforms.length - 1 ? 0 : 3, [index + 1, 1, 0, 0, ...attributes]);
  });
  const proposal = payload(0, [1, 1, 0, oldTransforms.length, ...transforms]);
  return ikeMessage(cookie, [1, 0x10, 2, 0], payload(0, [...double(1), ...double(1), ...proposal]));
}

/** Proposals of version 2 (RFC 7296 §3.3): kind and number; ciphers with the bits of their keys. */
const newTransforms = [
  [1, 12, 256],
  [1, 12, 128],
  [2, 5, 0],
  [2, 2, 0],
  [3, 12, 0],
  [3, 2, 0],
  [4, 14, 0],
  [4, 2, 0],
] as const;

function initialExchange(cookie: Uint8Array, { randomBytes }: UdpPlace): Uint8Array {
  const transforms = newTransforms.flatMap(([kind, number, bits], index) =>
    payload(index === newTransforms.length - 1 ? 0 : 3, [kind, 0, ...word(number), ...(bits === 0 ? [] : [0x80, 14, ...word(bits)])]),
  );
  const proposal = payload(0, [1, 1, 0, newTransforms.length, ...transforms]);
  // A public value must be smaller than the group's prime, whose first bytes are all ones.
  const key = [0x3f, ...randomBytes(255)];
  const content = [...payload(34, proposal), ...payload(40, [...word(14), 0, 0, ...key]), ...payload(0, [...randomBytes(32)])];
  return ikeMessage(cookie, [33, 0x20, 34, 8], content);
}

/** IKE: the first message of version 1 and, on the next try, of version 2; whoever knows one of them accepts or refuses it. */
function askIke(place: UdpPlace, mark: readonly number[]) {
  const cookie = joined([1], place.randomBytes(7));
  return {
    requests: [joined(mark, mainMode(cookie)), joined(mark, initialExchange(cookie, place))],
    read: (bytes: Uint8Array): Recognised | undefined => {
      const message = bytes.subarray(mark.length);
      const version = (message[17] ?? 0) >> 4;
      const isAnswer = message.length >= 28 && hasAt(message, 0, cookie) && bigEndian(message, 24, 4) <= message.length;
      // The other side's cookie, a notice of version 1, or the mark of an answer of version 2.
      const isTheirs = message.subarray(8, 16).some((byte) => byte !== 0) || message[18] === 5 || ((message[19] ?? 0) & 0x20) !== 0;
      if (!isAnswer || !isTheirs || (version !== 1 && version !== 2)) return undefined;
      return { service: 'isakmp', confidence: certain, banners: { greeting: `IKE version ${version}` } };
    },
  };
}

export const udpIke: UdpAsking = { ask: (place) => askIke(place, []) };

/** The same on the port that takes IKE and the packets it protects: four zeros tell the one from the other (RFC 3948 §2.2). */
export const udpIkeBehindNat: UdpAsking = { ask: (place) => askIke(place, [0, 0, 0, 0]) };

/** OpenVPN: a client's first packet. A server that wants packets signed (`tls-auth`) does not answer. */
export const udpOpenVpn: UdpAsking = {
  ask: ({ randomBytes }) => {
    const session = randomBytes(8);
    return {
      requests: [joined([7 << 3], session, [0, 0, 0, 0, 0])],
      read: (bytes) => {
        // The server's first packet, which says that ours came.
        const isAnswer = (bytes[0] ?? 0) >> 3 === 8 && bytes[9] === 1 && bigEndian(bytes, 10, 4) === 0 && hasAt(bytes, 14, session);
        return isAnswer ? { service: 'openvpn', confidence: certain, banners: {} } : undefined;
      },
    };
  },
};

/** A version that nobody has: it is there so that servers say which they know (RFC 9000 §15). */
const noVersion = [0x1a, 0x2a, 0x3a, 0x4a];
const quicVersions: Readonly<Record<number, string>> = { 1: '1', [0x6b33_43cf]: '2' };

/** QUIC: a first packet of a version that there is not, padded as each first packet (RFC 9000 §6, §14.1). */
export const udpQuic: UdpAsking = {
  ask: ({ randomBytes }) => {
    const [theirs, ours] = [randomBytes(8), randomBytes(8)];
    const head = joined([0xc3], noVersion, [8], theirs, [8], ours);
    return {
      requests: [joined(head, new Uint8Array(1200 - head.length))],
      read: (bytes) => {
        const isAnswer = ((bytes[0] ?? 0) & 0x80) !== 0 && bigEndian(bytes, 1, 4) === 0 && bytes[5] === 8 && hasAt(bytes, 6, ours);
        if (!isAnswer || bytes[14] !== 8 || !hasAt(bytes, 15, theirs)) return undefined;
        const known = Array.from({ length: Math.min(16, Math.floor((bytes.length - 23) / 4)) }, (_, index) =>
          bigEndian(bytes, 23 + index * 4, 4),
        );
        const versions = known.flatMap((version) => quicVersions[version] ?? []);
        const greeting = versions.length === 0 ? {} : { greeting: `QUIC version ${versions.join(', ')}` };
        return { service: 'quic', confidence: certain, banners: greeting };
      },
    };
  },
};
