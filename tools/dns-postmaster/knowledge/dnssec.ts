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
      title: 'DNSSEC is broken',
      evidence: `A validating resolver refuses to answer for ${zone}, and answers when it is asked not to check.`,
      why: 'For everybody whose resolver validates, the domain does not exist.',
      fix: 'Publish keys that the DS record names and sign the zone again, or have the DS record taken away.',
    });
  } else if (isSigned && keys.length > 0 && !ds.some(({ matchesKey }) => matchesKey)) {
    findings.push({
      id: 'dnssec-ds-mismatch',
      severity: 'high',
      title: 'No DS record matches a key of the zone',
      evidence: ds.map(({ keyTag, algorithm }) => `DS ${keyTag}, algorithm ${algorithm}`).join('; '),
      why: 'Resolvers that validate find no way from the parent to the zone.',
      fix: 'Give the registrar the DS record of the key that signs now.',
    });
  } else if (!isSigned && keys.length > 0) {
    findings.push({
      id: 'dnssec-no-ds',
      severity: 'low',
      title: 'The zone is signed, and nobody can tell',
      evidence: `${zone} has keys; the parent has no DS record.`,
      why: 'Without a DS record resolvers treat it as unsigned.',
      fix: 'Give the registrar the DS record.',
    });
  } else if (!isSigned && problem === '') {
    findings.push({
      id: 'dnssec-unsigned',
      severity: 'low',
      title: 'The zone is not signed',
      evidence: `${zone} has no DS record.`,
      why: 'Answers can be forged on the way, mail servers and policies included; DANE cannot be used.',
      fix: 'Switch DNSSEC on at your DNS service, and give the registrar the DS record.',
    });
  }
  const weak = ds.filter(({ algorithm, digestType }) => weakAlgorithms.includes(algorithm) || digestType === 1);
  if (weak.length > 0) {
    findings.push({
      id: 'dnssec-weak',
      severity: 'medium',
      title: 'DNSSEC rests on SHA-1 or an algorithm that was given up',
      evidence: weak.map(({ keyTag, algorithm, digestType }) => `DS ${keyTag}, algorithm ${algorithm}, digest ${digestType}`).join('; '),
      why: 'Validators are dropping it (RFC 9905), and treat such zones as unsigned.',
      fix: 'Move to algorithm 13 (ECDSA P-256) and digest type 2.',
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
