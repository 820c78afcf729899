/** What is asked for, by the names of IANA's registry. */
export const dnsTypes = ['A', 'AAAA', 'CNAME', 'NS', 'PTR', 'MX', 'TXT', 'SOA', 'CAA', 'DS', 'DNSKEY', 'TLSA'] as const;

/** What is asked for. */
export type DnsType = (typeof dnsTypes)[number];

/** A record as it was answered. Names are in lower case, without the dot at their end; the root is the empty text. */
export type DnsRecord = { readonly name: string; readonly ttl: number } & DnsData;

/** One kind of record for each of the types, so that a type picks its own. */
type OfOneValue<Type extends DnsType> = { readonly [One in Type]: { readonly type: One; readonly value: string } }[Type];

/** What a record says. */
export type DnsData =
  | OfOneValue<'A' | 'AAAA' | 'CNAME' | 'NS' | 'PTR'>
  | { readonly type: 'MX'; readonly preference: number; readonly exchange: string }
  /** Each byte is the character of the same number, so that nothing is lost: 0 to 255. */
  | { readonly type: 'TXT'; readonly strings: readonly string[] }
  | {
      readonly type: 'SOA';
      readonly primary: string;
      readonly mailbox: string;
      readonly serial: number;
      readonly refresh: number;
      readonly retry: number;
      readonly expire: number;
      readonly minimum: number;
    }
  | { readonly type: 'CAA'; readonly flags: number; readonly tag: string; readonly value: string }
  /** The digest in lower-case hexadecimal. */
  | { readonly type: 'DS'; readonly keyTag: number; readonly algorithm: number; readonly digestType: number; readonly digest: string }
  /** The key in hexadecimal. */
  | { readonly type: 'DNSKEY'; readonly flags: number; readonly algorithm: number; readonly key: string }
  /** The association data in lower-case hexadecimal (RFC 6698 §2.1). */
  | { readonly type: 'TLSA'; readonly usage: number; readonly selector: number; readonly matchingType: number; readonly data: string };

/** A record that proves what a zone does not have (RFC 4034 §4, RFC 5155). Names as in `DnsRecord`. */
export type DenialRecord = { readonly name: string } & (
  | {
      readonly type: 'NSEC';
      /** The next name of the zone. */
      readonly next: string;
      /** Types of the records that `name` has, as IANA spells them. */
      readonly types: readonly string[];
    }
  /** Names are hashed. */
  | { readonly type: 'NSEC3'; readonly isOptOut: boolean; readonly iterations: number }
);

/** The records of one type. */
export type RecordOf<Type extends DnsType> = Extract<DnsRecord, { readonly type: Type }>;

/**
 * Why there is no answer: `timed_out`; `servfail` and `refused`, in the server's own words; `garbled`, which is no DNS; `loop`, an
 * alias that leads back to itself or through more than eight others; `address_refused`, a server the guard does not allow;
 * `unreachable`; `too_long`, an answer of more records than are read; `aborted`.
 */
export type DnsFailureCode =
  | 'timed_out'
  | 'servfail'
  | 'refused'
  | 'garbled'
  | 'loop'
  | 'address_refused'
  | 'unreachable'
  | 'too_long'
  | 'aborted';

/** What a resolver said of a name and a type, aliases followed. */
export type Lookup<Type extends DnsType = DnsType> =
  | {
      readonly status: 'found';
      readonly records: readonly RecordOf<Type>[];
      /** Names that were aliases on the way, from the one asked for on; without the last. */
      readonly aliases: readonly string[];
      /** The resolver says that it validated the answer by DNSSEC. */
      readonly isValidated: boolean;
    }
  | { readonly status: 'none'; readonly nameExists: boolean; readonly aliases: readonly string[]; readonly isValidated: boolean }
  | { readonly status: 'failed'; readonly why: DnsFailureCode };

/** Asks a resolver. Never rejects. A name that DNS cannot carry has no records. */
export type LookUp = <Type extends DnsType>(name: string, type: Type) => Promise<Lookup<Type>>;

/** The records that were found; none where there are none or nobody answered. */
export function recordsOf<Type extends DnsType>(lookup: Lookup<Type>): readonly RecordOf<Type>[] {
  return lookup.status === 'found' ? lookup.records : [];
}

/** The texts of a name, each TXT record's strings joined without anything between (RFC 7208 §3.3). */
export function textsOf(lookup: Lookup<'TXT'>): readonly string[] {
  return recordsOf(lookup).map(({ strings }) => strings.join(''));
}

/** Whether DNS can carry a name: labels of 1 to 63 bytes, 253 in all. Any characters. */
export function isDnsName(name: string): boolean {
  const bare = name.replace(/\.$/, '');
  return bare.length > 0 && bare.length <= 253 && bare.split('.').every((label) => label.length > 0 && label.length <= 63);
}

/** Why nobody answered, as an end of a sentence. */
export function describeDnsFailure(why: DnsFailureCode): string {
  const words: Readonly<Record<DnsFailureCode, string>> = {
    timed_out: 'no answer in time',
    servfail: 'the server failed (SERVFAIL)',
    refused: 'the server refused to answer (REFUSED)',
    garbled: 'the answer is not DNS',
    loop: 'aliases lead in a circle, or through more than eight names',
    address_refused: 'the server’s address is not public',
    unreachable: 'the server cannot be reached',
    too_long: 'the answer has more records than are read',
    aborted: 'the look-up was ended',
  };
  return words[why];
}
