import { cleanText } from '@castellan/exports/plain-text';
import { dnsAsking, rpcAsking } from '../listeners/networks.ts';
import { bigEndian, bytesOf, certain, latin } from '../listeners/recognised.ts';
import { hasAt, joined, type UdpAsking } from './udp-asking.ts';

/** DNS: as by TCP, without the length in front (RFC 1035 §4.2.1). */
export const udpDns: UdpAsking = {
  ask: (place) => ({
    requests: [dnsAsking.request(place).subarray(2)],
    read: (bytes) => dnsAsking.read(joined([bytes.length >> 8, bytes.length & 255], bytes)),
  }),
};

/** ONC RPC: as by TCP, without the mark of a record in front (RFC 5531 §11). */
export const udpRpc: UdpAsking = {
  ask: (place) => ({
    requests: [rpcAsking.request(place).subarray(4)],
    read: (bytes) => rpcAsking.read(joined([0x80, 0, bytes.length >> 8, bytes.length & 255], bytes)),
  }),
};

/** NTP: the time, as a client asks for it (RFC 5905 §7.3). */
export const udpNtp: UdpAsking = {
  ask: ({ randomBytes }) => {
    const sent = randomBytes(8);
    const request = new Uint8Array(48);
    request[0] = 0x23;
    request.set(sent, 40);
    return {
      requests: [request],
      read: (bytes) => {
        const [flags = 0, stratum = 0] = bytes;
        if (bytes.length < 48 || (flags & 7) !== 4 || !hasAt(bytes, 24, sent)) return undefined;
        return { service: 'ntp', confidence: certain, banners: { greeting: `NTP version ${(flags >> 3) & 7}, stratum ${stratum}` } };
      },
    };
  },
};

/** NetBIOS names: those that a host holds (node status, RFC 1002 §4.2.17). */
export const udpNetbios: UdpAsking = {
  ask: ({ randomBytes }) => {
    const id = randomBytes(2);
    const question = joined([32], bytesOf(`CK${'A'.repeat(30)}`), [0, 0, 0x21, 0, 1]);
    return {
      requests: [joined(id, [0, 0, 0, 1, 0, 0, 0, 0, 0, 0], question)],
      read: (bytes) => {
        const isAnswer = hasAt(bytes, 0, id) && (bigEndian(bytes, 2, 2) & 0xf80f) === 0x8000 && bigEndian(bytes, 6, 2) >= 1;
        if (!isAnswer || bigEndian(bytes, 46, 2) !== 0x21) return undefined;
        return { service: 'netbios-ns', confidence: certain, banners: namesIn(bytes) };
      },
    };
  },
};

/** The host's own name with its workgroup: the first of type 00 that is its own, and the first that is a group's. */
function namesIn(bytes: Uint8Array): { readonly greeting?: string } {
  const names = Array.from({ length: Math.min(bytes[56] ?? 0, 32) }, (_, index) => 57 + index * 18)
    .filter((at) => at + 18 <= bytes.length && bytes[at + 15] === 0)
    .map((at) => ({ name: cleanText(latin(bytes.subarray(at, at + 15)).trim(), 15), isGroup: ((bytes[at + 16] ?? 0) & 0x80) !== 0 }));
  const [own, group] = [names.find(({ isGroup }) => !isGroup)?.name, names.find(({ isGroup }) => isGroup)?.name];
  const greeting = [group, own].filter(Boolean).join('\\');
  return greeting === '' ? {} : { greeting };
}

/** mDNS: which kinds of services there are, asked of this host alone (RFC 6762 §6.7, RFC 6763 §9). */
export const udpMdns: UdpAsking = {
  ask: ({ randomBytes }) => {
    const id = randomBytes(2);
    const labels = ['_services', '_dns-sd', '_udp', 'local'].flatMap((label) => [label.length, ...bytesOf(label)]);
    return {
      requests: [joined(id, [0, 0, 0, 1, 0, 0, 0, 0, 0, 0], labels, [0, 0, 12, 0, 1])],
      read: (bytes) => {
        const isAnswer = bytes.length >= 12 && hasAt(bytes, 0, id) && (bigEndian(bytes, 2, 2) & 0xf80f) === 0x8000;
        return isAnswer ? { service: 'mdns', confidence: certain, banners: {} } : undefined;
      },
    };
  },
};

/** RIP: the way to one network that is there for documents alone (RFC 2453 §3.9.1), never the whole table. */
export const udpRip: UdpAsking = {
  ask: () => {
    const entry = [0, 2, 0, 0, 198, 51, 100, 0];
    return {
      requests: [joined([1, 2, 0, 0], entry, [255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 16])],
      read: (bytes) => {
        const isAnswer =
          bytes.length === 24 && bytes[0] === 2 && (bytes[1] === 1 || bytes[1] === 2) && hasAt(bytes, 4, Uint8Array.from(entry));
        return isAnswer ? { service: 'route', confidence: certain, banners: { greeting: `RIP version ${bytes[1]}` } } : undefined;
      },
    };
  },
};
