import type { FoundName, RadarFacts } from './radar-report.ts';

/** A name that both reports have, and that leads elsewhere or stands otherwise now. */
export type NameChange = { readonly name: string; readonly before: string; readonly after: string };

/** What changed from one report on a domain to a later one. */
export type NameDifference = {
  readonly appeared: readonly FoundName[];
  readonly gone: readonly FoundName[];
  readonly changed: readonly NameChange[];
  /** The reports do not rest on the same sources: a name may be new, or missing, for that alone. */
  readonly isPartial: boolean;
};

/** Compares two reports name by name. */
export function compareNames(before: RadarFacts, after: RadarFacts): NameDifference {
  const [old, now] = [byName(before), byName(after)];
  return {
    appeared: after.names.filter(({ name }) => !old.has(name)),
    gone: before.names.filter(({ name }) => !now.has(name)),
    changed: after.names.flatMap((one) => {
      const was = old.get(one.name);
      if (was === undefined) return [];
      const [said, says] = [describeName(was), describeName(one)];
      return said === says ? [] : [{ name: one.name, before: said, after: says }];
    }),
    isPartial: answeringSources(before) !== answeringSources(after) || before.unanswered + after.unanswered > 0,
  };
}

/** How a name stands and where it leads: `verified, 192.0.2.1`, `dangling, gone.example.net`. */
export function describeName({ status, claimable, chain, addresses }: FoundName): string {
  const word = claimable === '' ? status : 'can be taken over';
  // An alias's addresses are those of whoever serves it, and change from one moment to the next.
  return [word, ...(chain.length > 0 ? chain : addresses.toSorted())].join(', ');
}

function byName({ names }: RadarFacts): ReadonlyMap<string, FoundName> {
  return new Map(names.map((name) => [name.name, name]));
}

function answeringSources({ sources }: RadarFacts): string {
  return sources
    .flatMap(({ source, problem }) => (problem === '' && source !== 'list of services' ? [source] : []))
    .toSorted()
    .join();
}
