import { parseIp, writeIp } from '@castellan/foundation/ip-address';
import { type LookUp, recordsOf, textsOf } from '@castellan/probes/dns/records';
import type { MailFacts } from './mx.ts';
import { parseSpf, type SpfMechanism, selectSpf } from './parse-spf.ts';

/** An address that mail for the domain comes to or goes out from. */
export type SendingAddress = {
  readonly address: string;
  /** What names it: `MX mail.example.org`, `SPF ip4:192.0.2.1`. */
  readonly by: string;
  /** Whether SPF lets it send; otherwise it is known to receive alone. */
  readonly sends: boolean;
};

/** The addresses, and what was left out of them. */
export type SendingAddresses = {
  readonly addresses: readonly SendingAddress[];
  /** Public addresses beyond those that are asked about. */
  readonly left: number;
  /** Networks that SPF names: which of their addresses send is not known. */
  readonly networks: number;
  /** Addresses that are not public: no public list is told of them. */
  readonly hidden: number;
};

/** Lists are free at low volume: a run asks about so many. */
const maxAddresses = 8;

/**
 * Collects the addresses of the mail servers, and those that the domain's own SPF record names one by one. What it includes is
 * for the operator of that service to look after.
 */
export async function collectAddresses(
  domain: string,
  mail: MailFacts,
  { lookUp, isPublic }: { readonly lookUp: LookUp; readonly isPublic: (address: string) => boolean },
): Promise<SendingAddresses> {
  const [record, ...others] = selectSpf(textsOf(await lookUp(domain, 'TXT')));
  const parsed = record === undefined || others.length > 0 ? undefined : parseSpf(record);
  const mechanisms = parsed?.ok === true ? parsed.value.mechanisms.filter(({ qualifier }) => qualifier === '+') : [];
  const bySpf = await Promise.all(mechanisms.map((mechanism) => addressesOf(mechanism, domain, lookUp)));
  const mxSends = mechanisms.some((mechanism) => mechanism.name === 'mx' && mechanism.domain === undefined);
  const byMail = mail.servers.flatMap(({ host, addresses }) => addresses.map((address) => ({ address, by: `MX ${host}`, sends: mxSends })));
  const found = new Map<string, SendingAddress>();
  for (const one of [...bySpf.flatMap(({ addresses }) => addresses), ...byMail]) {
    const parsedAddress = parseIp(one.address);
    if (parsedAddress === undefined) continue;
    const address = writeIp(parsedAddress);
    const known = found.get(address);
    const by = known === undefined || known.by === one.by ? one.by : `${known.by}, ${one.by}`;
    found.set(address, { address, by, sends: one.sends || known?.sends === true });
  }
  const all = [...found.values()];
  const open = all.filter(({ address }) => isPublic(address));
  return {
    addresses: open.slice(0, maxAddresses),
    left: Math.max(0, open.length - maxAddresses),
    networks: bySpf.filter(({ isNetwork }) => isNetwork).length,
    hidden: all.length - open.length,
  };
}

type Named = { readonly addresses: readonly SendingAddress[]; readonly isNetwork: boolean };

async function addressesOf(mechanism: SpfMechanism, domain: string, lookUp: LookUp): Promise<Named> {
  const of = (values: readonly string[]): Named => ({
    addresses: values.map((address) => ({ address, by: `SPF ${mechanism.text}`, sends: true })),
    isNetwork: false,
  });
  const network: Named = { addresses: [], isNetwork: true };
  switch (mechanism.name) {
    case 'ip4':
    case 'ip6': {
      const { network: bytes, length } = mechanism;
      if (length < bytes.length * 8) return network;
      return of([writeIp({ kind: mechanism.name === 'ip4' ? 'ipv4' : 'ipv6', bytes })]);
    }
    case 'a': {
      if (mechanism.length4 < 32 || mechanism.length6 < 128) return network;
      const [name = domain, ...parts] = mechanism.domain ?? [];
      // A name with macros depends on the mail.
      if (typeof name !== 'string' || parts.length > 0) return of([]);
      const [four, six] = await Promise.all([lookUp(name, 'A'), lookUp(name, 'AAAA')]);
      return of([...recordsOf(four), ...recordsOf(six)].map(({ value }) => value));
    }
    default:
      return of([]);
  }
}
