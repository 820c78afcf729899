import { parseHost } from '@castellan/probes/target';

/** What came of following a zone's NSEC records. */
export type ZoneWalk = {
  /**
   * `walked`: at least one step was made. `hashed`: NSEC3. `minimal`: records made for each question. `unsigned`: there are no such
   * records. `unanswered`: not even the first question was answered.
   */
  readonly kind: 'walked' | 'hashed' | 'minimal' | 'unsigned' | 'unanswered';
  /** Names of the zone, without its first, in its order; with the types of their records, none where a walk ended at the name. */
  readonly names: readonly { readonly name: string; readonly types: readonly string[] }[];
  /** Names where other zones begin, which were not entered. */
  readonly zones: readonly string[];
  /** The last name led back to the first: these are all. */
  readonly isClosed: boolean;
  readonly questions: number;
  /** Why the walk ended before its end, in words that follow a colon; empty where nothing went wrong. */
  readonly problem: string;
  /** Of NSEC3: whether delegations may be left out of the chain, and the rounds of hashing beyond the first. */
  readonly isOptOut?: boolean;
  readonly iterations?: number;
  /** Of minimal records: whether names that do not exist are answered as if they had no records (RFC 9824), and not by RFC 4470. */
  readonly isCompact?: boolean;
};

/** Types by which a name may lead somewhere. */
const leading = new Set(['A', 'AAAA', 'CNAME', 'DNAME', 'NS']);

/** The names of a walk that hosts may have: not `_dmarc`, no wildcard, and none with other records alone. */
export function hostsOf({ names }: Pick<ZoneWalk, 'names'>): readonly string[] {
  return names.flatMap(({ name, types }) => {
    const host = types.length === 0 || types.some((type) => leading.has(type)) ? parseHost(name) : undefined;
    return host?.ok === true && host.value.kind === 'name' ? [name] : [];
  });
}

/** What a walk came to, in a sentence without its end. */
export function describeWalk({ kind, names, zones, isClosed, questions, problem, isOptOut, iterations, isCompact }: ZoneWalk): string {
  const count = (number: number, one: string) => `${number.toLocaleString('en')} ${number === 1 ? one : `${one}s`}`;
  switch (kind) {
    case 'walked': {
      const wildcards = names.filter(({ name }) => name.startsWith('*.')).length;
      return [
        `${count(names.length, 'name')} in ${count(questions, 'question')}`,
        isClosed ? 'the chain is closed' : `the chain is not closed${problem === '' ? '' : `: ${problem}`}`,
        ...(wildcards === 0 ? [] : [count(wildcards, 'wildcard')]),
        ...(zones.length === 0 ? [] : [`${count(zones.length, 'delegated zone')} not walked`]),
      ].join('; ');
    }
    case 'hashed':
      return `NSEC3: names are hashed and are not walked (${count(iterations ?? 0, 'extra iteration')}, ${isOptOut === true ? 'opt-out' : 'no opt-out'})`;
    case 'minimal':
      return isCompact === true
        ? 'NSEC with compact denial of existence (RFC 9824): the zone cannot be walked'
        : 'NSEC with minimally covering records (RFC 4470): the zone cannot be walked';
    case 'unsigned':
      return 'The zone is not signed: it has no NSEC records';
    default:
      return `Not walked: ${problem}`;
  }
}
