import type { Finding } from '@castellan/probes/report';
import { type Inspected, stateOf } from './part.ts';

/** What could be seen of a zone's DNSSEC through a resolver. */
export type DnssecFacts = {
  readonly zone: string;
  readonly ds: readonly {
    readonly keyTag: number;
    readonly algorithm: number;
    readonly digestType: number;
    readonly matchesKey: boolean;
  }[];
  readonly keys: readonly { readonly keyTag: number; readonly algorithm: number; readonly isEntryPoint: boolean }[];
  /** The resolver says that it validated the zone's answers (the AD bit). */
  readonly isValidated: boolean;
  /** The resolver fails, but answers when it is asked not to check: the signatures are wrong. */
  readonly isBogus: boolean;
  /** Why nothing can be said; empty otherwise. */
  readonly problem: string;
  /** DS and DNSKEY records beyond those that were read; none where all were. */
  readonly left?: number;
};

/** Signatures that can be forged, or that no validator knows any more (RFC 8624, 9905). */
const weakAlgorithms = [1, 3, 5, 6, 7, 12];

const algorithmNames: Readonly<Record<number, string>> = {
  5: 'RSA/SHA-1',
  7: 'RSA/SHA-1 NSEC3',
  8: 'RSA/SHA-256',
  10: 'RSA/SHA-512',
  13: 'ECDSA P-256',
  14: 'ECDSA P-384',
  15: 'Ed25519',
  16: 'Ed448',
};

/** Judges what was seen. */
export function judgeDnssec(facts: DnssecFacts): Inspected<DnssecFacts> {
  const { zone, ds, keys, isValidated, isBogus, problem } = facts;
  const findings: Finding[] = [];
  const isSigned = ds.length > 0;
  if (isBogus) {
    findings.push({
      id: 'dnssec-bogus',
      severity: 'critical',
      title: 'DNSSEC validation fails (bogus)',
      evidence: `A validating resolver returns SERVFAIL for ${zone}, and answers with checking disabled (CD).`,
      why: 'The domain cannot be resolved through validating resolvers.',
      fix: 'Publish the keys that the DS record names and sign the zone again, or have the DS record removed.',
    });
  } else if (isSigned && keys.length > 0 && !ds.some(({ matchesKey }) => matchesKey)) {
    findings.push({
      id: 'dnssec-ds-mismatch',
      severity: 'high',
      title: 'No DS record matches a DNSKEY of the zone',
      evidence: ds.map(({ keyTag, algorithm }) => `DS ${keyTag}, algorithm ${algorithm}`).join('; '),
      why: 'The chain of trust is broken: validating resolvers return SERVFAIL.',
      fix: 'Submit the DS record of the current key signing key to the registrar.',
    });
  } else if (!isSigned && keys.length > 0) {
    findings.push({
      id: 'dnssec-no-ds',
      severity: 'low',
      title: 'The zone is signed, but has no DS record',
      evidence: `${zone} has DNSKEY records; the parent has no DS record.`,
      why: 'Without a chain of trust resolvers treat the zone as unsigned.',
      fix: 'Submit the DS record to the registrar.',
    });
  } else if (!isSigned && problem === '') {
    findings.push({
      id: 'dnssec-unsigned',
      severity: 'low',
      title: 'DNSSEC is not enabled',
      evidence: `${zone} has no DS record.`,
      why: 'DNS answers can be spoofed, MX records and mail policies included. DANE cannot be used.',
      fix: 'Enable DNSSEC at the DNS provider, and submit the DS record to the registrar.',
    });
  }
  const weak = ds.filter(({ algorithm, digestType }) => weakAlgorithms.includes(algorithm) || digestType === 1);
  if (weak.length > 0) {
    findings.push({
      id: 'dnssec-weak',
      severity: 'medium',
      title: 'DNSSEC uses SHA-1 or another deprecated algorithm',
      evidence: weak.map(({ keyTag, algorithm, digestType }) => `DS ${keyTag}, algorithm ${algorithm}, digest ${digestType}`).join('; '),
      why: 'Validators are removing support (RFC 9905), and treat such zones as unsigned.',
      fix: 'Roll over to algorithm 13 (ECDSA P-256) with digest type 2.',
    });
  }
  const state =
    problem !== '' && !isBogus ? 'unknown' : !isSigned && !isBogus ? 'missing' : stateOf(findings, isValidated ? 'sound' : 'unknown');
  const [first] = ds;
  const name = first === undefined ? '' : (algorithmNames[first.algorithm] ?? `algorithm ${first.algorithm}`);
  const summary = isBogus
    ? 'Bogus'
    : isSigned
      ? `${name}, ${isValidated ? 'validated' : 'this resolver does not validate'}`
      : problem === ''
        ? 'Not signed'
        : problem;
  return { facts, part: { id: 'dnssec', title: 'DNSSEC', state, summary }, findings };
}
