import { cleanText } from '@castellan/exports/plain-text';
import type { ServiceBanners } from '../scan-facts.ts';
import { octets, readTag, tagged } from './ber.ts';
import { type Asking, bigEndian, bytesOf, certain, latin, littleEndian } from './recognised.ts';

const rootAttributes = ['objectClass', 'vendorName', 'vendorVersion', 'isGlobalCatalogReady'];

/** The strings in a piece of BER, two hundred at most: attributes' names and values in the order in which they stand. */
function readStrings(bytes: Uint8Array, from: number, to: number, found: string[] = [], depth = 0): readonly string[] {
  for (let at = from; at < to && found.length < 200 && depth < 6; ) {
    const part = readTag(bytes, at);
    if (part === undefined || part.to > to) break;
    if (part.tag === 4) found.push(latin(bytes.subarray(part.from, Math.min(part.to, part.from + 200))));
    else if (part.tag === 0x30 || part.tag === 0x31) readStrings(bytes, part.from, part.to, found, depth + 1);
    at = part.to;
  }
  return found;
}

/** LDAP: a search for the root entry, which every directory shows before anybody binds (RFC 4512 §5.1). */
export const ldapAsking: Asking = {
  name: 'ldap',
  expected: ['ldap'],
  request: () => {
    const attributes = tagged(0x30, rootAttributes.flatMap(octets));
    const search = [
      ...octets(''),
      10,
      1,
      0,
      10,
      1,
      0,
      2,
      1,
      0,
      2,
      1,
      0,
      1,
      1,
      0,
      ...tagged(0x87, [...bytesOf('objectClass')]),
      ...attributes,
    ];
    return Uint8Array.from(tagged(0x30, [2, 1, 1, ...tagged(0x63, search)]));
  },
  isWhole: (bytes) => {
    const message = readTag(bytes, 0);
    return message !== undefined && bytes.length >= message.to;
  },
  read: (bytes) => {
    const message = readTag(bytes, 0);
    if (message?.tag !== 0x30 || latin(bytes.subarray(message.from, message.from + 3)) !== '\x02\x01\x01') return undefined;
    const answer = readTag(bytes, message.from + 3);
    // An entry, or how the search ended.
    if (answer === undefined || (answer.tag !== 0x64 && answer.tag !== 0x65) || answer.to > message.to) return undefined;
    const said = answer.tag === 0x64 ? readStrings(bytes, answer.from, Math.min(answer.to, bytes.length)) : [];
    return { service: 'ldap', confidence: certain, banners: directoryOf(said) };
  },
};

function directoryOf(said: readonly string[]): ServiceBanners {
  if (said.includes('OpenLDAProotDSE')) return { product: 'OpenLDAP' };
  if (said.includes('isGlobalCatalogReady')) return { product: 'Active Directory' };
  const after = (name: string) => {
    const at = said.indexOf(name);
    return at === -1 ? '' : cleanText(said[at + 1] ?? '', 80);
  };
  const [product, version] = [after('vendorName'), after('vendorVersion')];
  return { ...(product === '' ? {} : { product }), ...(version === '' ? {} : { version }) };
}

const dialects: Readonly<Record<number, string>> = { 514: '2.0.2', 528: '2.1', 768: '3.0', 770: '3.0.2' };

/** SMB: which dialect of version 2 or 3 it chooses. No session is set up. */
export const smbAsking: Asking = {
  name: 'smb',
  expected: ['microsoft-ds', 'netbios-ssn'],
  request: () => {
    const head = new Uint8Array(64);
    head.set([0xfe, 0x53, 0x4d, 0x42, 64]);
    head.set([31], 14);
    const body = new Uint8Array(36 + 8);
    body.set([36, 0, 4, 0, 1]);
    body.set([2, 2, 16, 2, 0, 3, 2, 3], 36);
    return Uint8Array.from([0, 0, 0, head.length + body.length, ...head, ...body]);
  },
  isWhole: (bytes) => bytes.length >= 4 + 64 + 6,
  read: (bytes) => {
    if (bytes[0] !== 0 || latin(bytes.subarray(4, 8)) !== '\xfeSMB') return undefined;
    // The answer to a negotiation: the header's length, the command, and that it is an answer.
    if (littleEndian(bytes, 8, 2) !== 64 || littleEndian(bytes, 16, 2) !== 0 || (littleEndian(bytes, 20, 4) & 1) === 0) return undefined;
    const dialect = dialects[littleEndian(bytes, 72, 2)];
    return { service: 'microsoft-ds', confidence: certain, banners: dialect === undefined ? {} : { greeting: `SMB ${dialect}` } };
  },
};

const dnsId = 0x4341;
const dnsQuestion = [...[7], ...bytesOf('version'), ...[4], ...bytesOf('bind'), 0, 0, 16, 0, 3];

/** DNS over TCP: what program answers, as `version.bind` of the class CHAOS; a server that does not say is known by its refusal. */
export const dnsAsking: Asking = {
  name: 'dns',
  expected: ['domain'],
  request: () => Uint8Array.from([0, 12 + dnsQuestion.length, dnsId >> 8, dnsId & 255, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...dnsQuestion]),
  isWhole: (bytes) => bytes.length >= 2 + bigEndian(bytes, 0, 2),
  read: (bytes) => {
    const flags = bigEndian(bytes, 4, 2);
    const isAnswer = bigEndian(bytes, 2, 2) === dnsId && (flags & 0x8000) !== 0 && (flags & 0x7800) === 0 && bigEndian(bytes, 0, 2) >= 12;
    // The question comes back, or none.
    const questions = bigEndian(bytes, 6, 2);
    if (!isAnswer || questions > 1 || (flags & 15) > 10) return undefined;
    const asked = latin(bytes.subarray(14, 14 + dnsQuestion.length)).toLowerCase();
    if (questions === 1 && asked !== latin(Uint8Array.from(dnsQuestion))) return undefined;
    return { service: 'domain', confidence: certain, banners: readVersion(bytes, 14 + dnsQuestion.length, bigEndian(bytes, 8, 2)) };
  },
};

/** The first answer's text, where its name is a pointer or spelled out again. */
function readVersion(bytes: Uint8Array, from: number, answers: number): ServiceBanners {
  if (!(answers >= 1)) return {};
  const at = (bytes[from] ?? 0) >= 0xc0 ? from + 2 : from + dnsQuestion.length - 4;
  if (bigEndian(bytes, at, 2) !== 16) return {};
  const length = bytes[at + 10] ?? 0;
  const said = cleanText(latin(bytes.subarray(at + 11, at + 11 + length)), 80);
  if (said === '') return {};
  const [, product, version] = /^(dnsmasq|unbound|PowerDNS[\w ]{0,20}|NSD|Knot DNS)[- ](\d[\w.]{0,20})/i.exec(said) ?? [];
  if (product !== undefined && version !== undefined) return { product, version, greeting: said };
  const [own] = /^9\.\d{1,2}[\w.]{0,12}/.exec(said) ?? [];
  return { ...(own === undefined ? {} : { product: 'BIND', version: own }), greeting: said };
}

const rpcId = 0x43415354;

/** ONC RPC: the procedure that does nothing, of the port mapper. Whoever speaks RPC answers, others than the mapper that they have no such program. */
export const rpcAsking: Asking = {
  name: 'rpc',
  expected: ['rpcbind', 'nfs'],
  request: () => {
    const words = [0x80000028, rpcId, 0, 2, 100_000, 2, 0, 0, 0, 0, 0];
    return Uint8Array.from(words.flatMap((word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255]));
  },
  isWhole: (bytes) => bytes.length >= 28,
  read: (bytes) => {
    const isReply = bytes.length >= 28 && bytes[0] === 0x80 && bigEndian(bytes, 4, 4) === rpcId && bigEndian(bytes, 8, 4) === 1;
    if (!isReply || bigEndian(bytes, 12, 4) !== 0) return undefined;
    const status = bigEndian(bytes, 24, 4);
    if (status > 5) return undefined;
    return { service: status === 0 || status === 2 ? 'rpcbind' : 'rpc', confidence: certain, banners: {} };
  },
};
