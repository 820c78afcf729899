import type { DenialRecord, DnsFailureCode, DnsRecord, DnsType } from '@castellan/probes/dns/records';
import {
  type Answer,
  AUTHENTIC_DATA,
  AUTHORITATIVE_ANSWER,
  CHECKING_DISABLED,
  type DecodedPacket,
  DNSSEC_OK,
  decode,
  encode,
  RECURSION_DESIRED,
  TRUNCATED_RESPONSE,
} from 'dns-packet';

/** What is asked, and how. */
export type DnsQuestion = {
  readonly name: string;
  readonly type: DnsType | 'NSEC';
  /** Asks the resolver to find the answer; authorities are asked without. */
  readonly isRecursive: boolean;
  /** Wants the answer though DNSSEC proves it wrong. */
  readonly isUnchecked: boolean;
  /** Wants DNSSEC's records as well (RFC 3225). */
  readonly wantsProofs?: boolean;
};

/** What a server answered. */
export type DnsMessage = {
  readonly code: 'NOERROR' | 'NXDOMAIN';
  readonly answers: readonly DnsRecord[];
  readonly authorities: readonly DnsRecord[];
  /** What proves, or would prove by its signature, that something is not there; of answers and authorities. Only where it was wanted. */
  readonly proofs: readonly DenialRecord[];
  /** The server speaks for the zone itself. */
  readonly isAuthoritative: boolean;
  /** The resolver validated the answer by DNSSEC. */
  readonly isValidated: boolean;
};

/** A datagram read: the answer, or what it says instead. */
export type ReadMessage =
  | { readonly kind: 'answer'; readonly message: DnsMessage }
  | { readonly kind: 'cut' | 'no_edns' | 'other' }
  | { readonly kind: 'failure'; readonly code: DnsFailureCode };

/** As many bytes as travel in one datagram nearly everywhere (DNS Flag Day 2020). */
const payloadSize = 1232;

/** Answers of more records are not read: no name needs so many, and unpacking thousands of long names takes half a second. */
const maxRecords = 500;

/** The bytes of a question. With EDNS unless the server does not know it. */
export function writeQuestion(
  id: number,
  { name, type, isRecursive, isUnchecked, wantsProofs = false }: DnsQuestion,
  hasEdns: boolean,
): Uint8Array {
  const flags = (isRecursive ? RECURSION_DESIRED | AUTHENTIC_DATA : 0) | (isUnchecked ? CHECKING_DISABLED : 0);
  const extension: Answer = {
    type: 'OPT',
    name: '.',
    udpPayloadSize: payloadSize,
    extendedRcode: 0,
    ednsVersion: 0,
    flags: wantsProofs ? DNSSEC_OK : 0,
    flag_do: wantsProofs,
    options: [],
  };
  return encode({ type: 'query', id, flags, questions: [{ name, type }], additionals: hasEdns ? [extension] : [] });
}

/** The number by which an answer is told from others; `undefined` where there is none. */
export function idOf(bytes: Uint8Array): number | undefined {
  const [high, low] = bytes;
  return high === undefined || low === undefined ? undefined : (high << 8) | low;
}

/** The shortest record there is: the root's, without data. */
const leastRecordBytes = 11;

/** Whether a message has more records than are read. One that only says so is garbage. */
function isTooLong(bytes: Uint8Array): boolean {
  if (bytes.length < 12 + maxRecords * leastRecordBytes) return false;
  const head = new DataView(bytes.buffer, bytes.byteOffset);
  return head.getUint16(6) + head.getUint16(8) + head.getUint16(10) > maxRecords;
}

/** Reads what came back for a question. What is no answer to it is `other`. */
export function readMessage(bytes: Uint8Array, question: DnsQuestion): ReadMessage {
  if (isTooLong(bytes)) return { kind: 'failure', code: 'too_long' };
  let packet: DecodedPacket;
  try {
    packet = decode(Buffer.from(bytes));
  } catch {
    return { kind: 'failure', code: 'garbled' };
  }
  const [asked] = packet.questions ?? [];
  if (packet.type !== 'response') return { kind: 'other' };
  if (asked !== undefined && (nameOf(asked.name) !== nameOf(question.name) || asked.type !== question.type)) return { kind: 'other' };
  const flags = packet.flags ?? 0;
  // The types leave it out.
  const { rcode } = packet as DecodedPacket & { readonly rcode?: string };
  if (rcode === 'FORMERR' || rcode === 'NOTIMP') return { kind: 'no_edns' };
  if (rcode === 'REFUSED' || rcode === 'NOTAUTH') return { kind: 'failure', code: 'refused' };
  if (rcode !== 'NOERROR' && rcode !== 'NXDOMAIN') return { kind: 'failure', code: 'servfail' };
  if ((flags & TRUNCATED_RESPONSE) !== 0) return { kind: 'cut' };
  return {
    kind: 'answer',
    message: {
      code: rcode,
      answers: recordsIn(packet.answers),
      authorities: recordsIn(packet.authorities),
      proofs: [...(packet.answers ?? []), ...(packet.authorities ?? [])].flatMap(proofIn),
      isAuthoritative: (flags & AUTHORITATIVE_ANSWER) !== 0,
      isValidated: (flags & AUTHENTIC_DATA) !== 0,
    },
  };
}

function recordsIn(answers: readonly Answer[] = []): readonly DnsRecord[] {
  return answers.flatMap((answer) => {
    const data = dataOf(answer);
    return data === undefined
      ? []
      : [{ name: nameOf(answer.name), ttl: ('ttl' in answer ? answer.ttl : undefined) ?? 0, ...data } as DnsRecord];
  });
}

/** What a record says; `undefined` for types that nobody asks for here. */
function dataOf(answer: Answer): object | undefined {
  switch (answer.type) {
    case 'A':
    case 'AAAA':
      return { type: answer.type, value: answer.data };
    case 'CNAME':
    case 'NS':
    case 'PTR':
      return { type: answer.type, value: nameOf(answer.data) };
    case 'MX':
      return { type: 'MX', preference: answer.data.preference ?? 0, exchange: nameOf(answer.data.exchange) };
    case 'TXT':
      return { type: 'TXT', strings: [answer.data].flat().map((part) => Buffer.from(part).toString('latin1')) };
    case 'SOA': {
      const { mname, rname, serial = 0, refresh = 0, retry = 0, expire = 0, minimum = 0 } = answer.data;
      return { type: 'SOA', primary: nameOf(mname), mailbox: nameOf(rname), serial, refresh, retry, expire, minimum };
    }
    case 'CAA':
      return { type: 'CAA', flags: answer.data.flags ?? 0, tag: answer.data.tag, value: answer.data.value };
    case 'DS': {
      const { keyTag, algorithm, digestType, digest } = answer.data;
      return { type: 'DS', keyTag, algorithm, digestType, digest: digest.toString('hex') };
    }
    case 'DNSKEY': {
      const { flags, algorithm, key } = answer.data;
      return { type: 'DNSKEY', flags, algorithm, key: key.toString('hex') };
    }
    case 'TLSA': {
      const { usage, selector, matchingType, certificate } = answer.data;
      return { type: 'TLSA', usage, selector, matchingType, data: certificate.toString('hex') };
    }
    default:
      return undefined;
  }
}

function proofIn(answer: Answer): readonly DenialRecord[] {
  const name = nameOf(answer.name);
  if (answer.type === 'NSEC') return [{ name, type: 'NSEC', next: nameOf(answer.data.nextDomain), types: typesIn(answer.data.rrtypes) }];
  if (answer.type !== 'NSEC3') return [];
  return [{ name, type: 'NSEC3', isOptOut: (answer.data.flags & 1) === 1, iterations: answer.data.iterations }];
}

/** The types that have a name, each once: of the 65,536 that one record may list, thousands of records would fill the memory. */
function typesIn(types: readonly string[]): readonly string[] {
  return [...new Set(types)].filter((type) => !type.startsWith('UNKNOWN_'));
}

function nameOf(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
