import { createHash } from 'node:crypto';
import { describeDnsFailure, type LookUp, type RecordOf, recordsOf } from '@castellan/probes/dns/records';
import type { Dns } from '../../../server/adapters/dns.ts';
import type { DnssecFacts } from '../knowledge/dnssec.ts';

/** Each digest is tried with each key: so many of both are read. */
const maxOfAKind = 20;

/** What a resolver shows of a zone's DNSSEC. Signatures are not verified here: whether they hold is the resolver's word. */
export async function gatherDnssec({
  zone,
  lookUp,
  dns,
  signal,
}: {
  readonly zone: string;
  readonly lookUp: LookUp;
  readonly dns: Dns;
  readonly signal: AbortSignal;
}): Promise<DnssecFacts> {
  const [soa, ds, keys] = await Promise.all([lookUp(zone, 'SOA'), lookUp(zone, 'DS'), lookUp(zone, 'DNSKEY')]);
  const isRefused = soa.status === 'failed' && soa.why === 'servfail';
  const unchecked = isRefused ? await dns.ask({ name: zone, type: 'SOA', isUnchecked: true, signal }) : undefined;
  const found = recordsOf(keys).slice(0, maxOfAKind);
  const digests = recordsOf(ds).slice(0, maxOfAKind);
  const left = recordsOf(keys).length - found.length + recordsOf(ds).length - digests.length;
  return {
    zone,
    ds: digests.map((record) => {
      const { keyTag, algorithm, digestType } = record;
      return { keyTag, algorithm, digestType, matchesKey: found.some((key) => isDigestOf(record, key, zone)) };
    }),
    keys: found.map((key) => ({ keyTag: keyTagOf(key), algorithm: key.algorithm, isEntryPoint: (key.flags & 1) !== 0 })),
    isValidated: soa.status === 'found' && soa.isValidated,
    isBogus: unchecked?.ok === true && unchecked.value.answers.length > 0,
    problem: ds.status === 'failed' ? `DS: ${describeDnsFailure(ds.why)}` : '',
    ...(left === 0 ? {} : { left }),
  };
}

/** What a key's record is made of, behind its length (RFC 4034 §2.1). */
function rdataOf({ flags, algorithm, key }: RecordOf<'DNSKEY'>): Buffer {
  return Buffer.concat([Buffer.from([flags >> 8, flags & 255, 3, algorithm]), Buffer.from(key, 'hex')]);
}

/** RFC 4034, appendix B. */
function keyTagOf(key: RecordOf<'DNSKEY'>): number {
  const sum = rdataOf(key).reduce((total, byte, index) => total + (index % 2 === 0 ? byte << 8 : byte), 0);
  return (sum + (sum >> 16)) & 0xffff;
}

const digests: Readonly<Record<number, string>> = { 1: 'sha1', 2: 'sha256', 4: 'sha384' };

/** RFC 4034 §5.1.4. */
function isDigestOf({ keyTag, algorithm, digestType, digest }: RecordOf<'DS'>, key: RecordOf<'DNSKEY'>, zone: string): boolean {
  const name = digests[digestType];
  if (name === undefined || algorithm !== key.algorithm || keyTag !== keyTagOf(key)) return false;
  const owner = Buffer.concat([
    ...zone.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label, 'latin1')])),
    Buffer.from([0]),
  ]);
  return createHash(name).update(owner).update(rdataOf(key)).digest('hex') === digest;
}
