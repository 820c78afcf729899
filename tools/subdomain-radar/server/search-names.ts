import type { RandomBytes } from '@castellan/foundation/randomness';
import type { NameResolver, Resolved } from './resolve-name.ts';

/** A name that answers. */
export type Hit = { readonly name: string; readonly resolved: Resolved; readonly isWildcard: boolean };

/** What any name below a parent is answered with, where any name is. */
export type Wildcard = { readonly parent: string; readonly answers: readonly string[]; readonly covers: (resolved: Resolved) => boolean };

type Search = {
  readonly domain: string;
  /** Tried below the domain itself. */
  readonly words: readonly string[];
  /** Tried below names that were found. */
  readonly deeperWords: readonly string[];
  /** How many labels below the domain words are tried. */
  readonly depth: number;
  readonly resolver: NameResolver;
  readonly randomBytes: RandomBytes;
  readonly say: (parent: string, tried: number) => void;
};

/** Finds names below a domain by words, level by level, and looks up names that others know. */
export type NameSearch = {
  /** Everything that the words find. */
  readonly byWords: () => Promise<readonly Hit[]>;
  /** Names that others know; tries the words below them as well. */
  readonly byNames: (names: readonly string[]) => Promise<readonly Hit[]>;
  readonly wildcards: () => readonly Wildcard[];
  /** Names that could not be asked for. */
  readonly unanswered: () => number;
};

const maxParents = 80;

/** Makes a search. Each parent is tried once, whoever comes to it first. */
export function createNameSearch({ domain, words, deeperWords, depth, resolver, randomBytes, say }: Search): NameSearch {
  const wildcards = new Map<string, Promise<Wildcard | undefined>>();
  const tried = new Set<string>();
  const unanswered = new Set<string>();
  let asked = 0;

  const found: Wildcard[] = [];
  const look = async (parent: string) => {
    const wildcard = await findWildcard(parent, resolver, randomBytes);
    if (wildcard !== undefined) found.push(wildcard);
    return wildcard;
  };
  const wildcardAt = (parent: string) => {
    const known = wildcards.get(parent) ?? look(parent);
    wildcards.set(parent, known);
    return known;
  };
  const resolve = async (name: string): Promise<Resolved> => {
    const first = await resolver.resolve(name);
    asked += 1;
    if (asked % 100 === 0) say(name, asked);
    // What is lost three times in a row is rare enough to be worth three more.
    const resolved = first.kind === 'failed' && first.why === 'timed_out' ? await resolver.resolve(name) : first;
    if (resolved.kind === 'failed' && resolved.why !== 'loop') unanswered.add(name);
    return resolved;
  };
  const tryParent = async (parent: string): Promise<{ readonly hits: readonly Hit[]; readonly below: readonly string[] }> => {
    tried.add(parent);
    const wildcard = await wildcardAt(parent);
    const list = parent === domain ? words : deeperWords;
    const answers = await Promise.all(
      list.map(async (word) => ({ name: `${word}.${parent}`, resolved: await resolve(`${word}.${parent}`) })),
    );
    const own = answers.filter(({ resolved }) => isThere(resolved) && wildcard?.covers(resolved) !== true);
    const hits = own.filter(({ resolved }) => isName(resolved)).map((hit) => ({ ...hit, isWildcard: false }));
    // A name without an address that exists has something below it, or other records.
    const empty = own.filter(({ resolved }) => resolved.kind === 'empty' && resolved.chain.length === 0);
    const open = hits.filter(({ resolved }) => resolved.kind === 'addresses' && resolved.chain.length === 0);
    return { hits, below: [...empty, ...open].map(({ name }) => name) };
  };
  // One level at a time: all of a level's names are asked for together, as many as the resolver takes.
  const descend = async (from: readonly string[]): Promise<readonly Hit[]> => {
    const hits: Hit[] = [];
    let level = from;
    while (level.length > 0) {
      const open = [...new Set(level)].filter((parent) => !tried.has(parent) && depthOf(parent, domain) < depth);
      const found = await Promise.all(open.slice(0, Math.max(0, maxParents - tried.size)).map(tryParent));
      hits.push(...found.flatMap((one) => one.hits));
      level = found.flatMap(({ below }) => below);
    }
    return hits;
  };
  return {
    byWords: () => descend([domain]),
    byNames: async (names) => {
      const answers = await Promise.all(
        names.map(async (name): Promise<Hit> => {
          const [resolved, wildcard] = await Promise.all([resolve(name), wildcardAt(parentOf(name))]);
          return { name, resolved, isWildcard: isThere(resolved) && wildcard?.covers(resolved) === true };
        }),
      );
      const above = [...new Set(names.map(parentOf))].filter((parent) => parent.endsWith(`.${domain}`));
      const parents = await Promise.all(above.map(async (parent) => ((await resolver.resolve(parent)).kind === 'missing' ? [] : [parent])));
      const open = answers.filter(
        ({ resolved: { kind, chain }, isWildcard }) => !isWildcard && (kind === 'addresses' || kind === 'empty') && chain.length === 0,
      );
      return [...answers, ...(await descend([...parents.flat(), ...open.map(({ name }) => name)]))];
    },
    wildcards: () => found,
    unanswered: () => unanswered.size,
  };
}

/** Asks for three names that nobody chose. Below a wildcard they are answered. */
async function findWildcard(parent: string, resolver: NameResolver, randomBytes: RandomBytes): Promise<Wildcard | undefined> {
  const names = [1, 2, 3].map(() => `${[...randomBytes(9)].map((byte) => (byte % 36).toString(36)).join('')}x.${parent}`);
  const answers = (await Promise.all(names.map((name) => resolver.resolve(name)))).filter(isThere);
  if (answers.length === 0) return undefined;
  const addresses = new Set(answers.flatMap((one) => (one.kind === 'addresses' ? one.addresses : [])));
  const targets = new Set(answers.map(({ chain }) => chain[0] ?? ''));
  return {
    parent,
    answers: [...new Set([...targets, ...addresses])].filter((text) => text !== ''),
    covers: (resolved) =>
      targets.has(resolved.chain[0] ?? '') &&
      (resolved.kind !== 'addresses' || resolved.chain.length > 0 || resolved.addresses.every((one) => addresses.has(one))),
  };
}

/** Whether DNS knows the name, as itself or as an alias. */
function isThere({ kind, chain }: Resolved): boolean {
  return kind === 'addresses' || kind === 'empty' || (kind === 'missing' && chain.length > 0) || (kind === 'failed' && chain.length > 0);
}

/** Whether it is a host: what only has names below it, or records of other kinds, is none. */
function isName({ kind, chain }: Resolved): boolean {
  return kind === 'addresses' || chain.length > 0;
}

function parentOf(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}

function depthOf(name: string, domain: string): number {
  return name === domain ? 0 : name.slice(0, -domain.length - 1).split('.').length;
}
