import { everyPort, type PortRange, parseScopeEntry, type ScopeEntry, writeScopeEntry } from './scope-entry.ts';

/** What an engagement lets be tested: the entries of its scope, and those that are taken out of it. */
export type Scope = { readonly inScope: readonly ScopeEntry[]; readonly outOfScope: readonly ScopeEntry[] };

/**
 * What a run touches at its target. `ports`: every port, some of them, or none where hosts are only looked up. `below`: the names
 * below the target too.
 */
export type Reach = { readonly ports: 'every' | 'none' | readonly PortRange[]; readonly below: boolean };

/** How a run stands to a scope: it is inside where both lists are empty. */
export type ScopeVerdict = {
  readonly isInside: boolean;
  /** What of the target no entry of the scope covers, in its spelling; at most five, the first ones. */
  readonly uncovered: readonly string[];
  /** The entries out of scope that the run would touch, in their spelling. */
  readonly excludedBy: readonly string[];
};

/**
 * Decides whether a run is inside a scope: the scope's entries cover all that it touches, and no entry out of scope touches any of it.
 * Sends nothing: a name is inside by its name alone, an address by its number alone. What is no host, network, range or list of these
 * is never inside.
 */
export function judgeTarget({ inScope, outOfScope }: Scope, target: string, reach: Reach): ScopeVerdict {
  const parts = partsOf(target, reach);
  if (parts === undefined) return { isInside: false, uncovered: [target], excludedBy: [] };
  const isLookedUp = reach.ports === 'none';
  const covering = isLookedUp ? inScope.map((entry) => ({ ...entry, ports: everyPort })) : inScope;
  const excluding = isLookedUp ? outOfScope.filter(hasEveryPort) : outOfScope;
  const rest = parts.flatMap((part) =>
    covering.reduce<readonly ScopeEntry[]>((left, entry) => left.flatMap((one) => without(one, entry)), [part]),
  );
  const uncovered = [...new Set(rest.slice(0, 5).map((entry) => writeScopeEntry(isLookedUp ? { ...entry, ports: everyPort } : entry)))];
  const excludedBy = excluding.filter((entry) => parts.some((part) => meets(part, entry))).map(writeScopeEntry);
  return { isInside: uncovered.length === 0 && excludedBy.length === 0, uncovered, excludedBy };
}

/** What a target names, a host or network each; `undefined` where it names none. */
function partsOf(target: string, { ports, below }: Reach): readonly ScopeEntry[] | undefined {
  const named = target.split(/[\s,]+/).filter((one) => one !== '');
  const parts: ScopeEntry[] = [];
  for (const one of named) {
    const read = parseScopeEntry(one);
    if (!read.ok || (read.value.kind === 'name' && read.value.below)) return undefined;
    const entry = { ...read.value, ports: typeof ports === 'string' ? read.value.ports : ports };
    parts.push(entry);
    if (below && entry.kind === 'name') parts.push({ ...entry, below: true });
  }
  return parts.length === 0 ? undefined : parts;
}

/** What is left of a part once an entry is taken from it. */
function without(part: ScopeEntry, entry: ScopeEntry): readonly ScopeEntry[] {
  if (part.kind === 'name') {
    if (entry.kind !== 'name' || !coversName(entry, part)) return [part];
    const ports = rangesWithout(part.ports, entry.ports);
    return ports.length === 0 ? [] : [{ ...part, ports }];
  }
  if (entry.kind === 'name' || entry.family !== part.family || entry.to < part.from || entry.from > part.to) return [part];
  const [from, to] = [entry.from > part.from ? entry.from : part.from, entry.to < part.to ? entry.to : part.to];
  const ports = rangesWithout(part.ports, entry.ports);
  return [
    ...(part.from < from ? [{ ...part, to: from - 1n }] : []),
    ...(ports.length === 0 ? [] : [{ ...part, from, to, ports }]),
    ...(to < part.to ? [{ ...part, from: to + 1n }] : []),
  ];
}

/** Whether two entries have a host with a port in common. */
function meets(part: ScopeEntry, entry: ScopeEntry): boolean {
  const sharesPort = part.ports.some(([from, to]) => entry.ports.some(([low, high]) => from <= high && low <= to));
  if (!sharesPort) return false;
  if (part.kind === 'name') return entry.kind === 'name' && (coversName(entry, part) || coversName(part, entry));
  return entry.kind === 'addresses' && entry.family === part.family && entry.from <= part.to && part.from <= entry.to;
}

type Names = { readonly name: string; readonly below: boolean };

/** Whether every name of `inner` is one of `outer`. */
function coversName(outer: Names, inner: Names): boolean {
  const isUnder = inner.name.endsWith(`.${outer.name}`);
  if (!outer.below) return !inner.below && inner.name === outer.name;
  return isUnder || (inner.below && inner.name === outer.name);
}

function rangesWithout(ranges: readonly PortRange[], taken: readonly PortRange[]): readonly PortRange[] {
  return taken.reduce<readonly PortRange[]>(
    (left, [low, high]) =>
      left.flatMap(([from, to]): readonly PortRange[] => {
        if (high < from || low > to) return [[from, to]];
        return [...(from < low ? [[from, low - 1] as const] : []), ...(high < to ? [[high + 1, to] as const] : [])];
      }),
    ranges,
  );
}

function hasEveryPort({ ports }: ScopeEntry): boolean {
  return rangesWithout(everyPort, ports).length === 0;
}
