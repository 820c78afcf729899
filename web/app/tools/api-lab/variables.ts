import type { Pair } from './model.ts';

/** What `{{name}}` stands for. */
export type Variables = ReadonlyMap<string, string>;

/** A value may name others; a circle ends here. */
const maxDepth = 20;

/** Characters that values may add to one text: names within names within names would otherwise fill the memory. */
const maxAdded = 1024 * 1024;

/** The variables of several lists; later lists win. */
export function variablesOf(...lists: readonly (readonly Pair[])[]): Variables {
  return new Map(
    lists.flatMap((list) => list.filter(({ enabled, name }) => enabled && name !== '').map(({ name, value }) => [name, value])),
  );
}

/** Puts values in the place of `{{name}}`, also within values. A name that nobody gave, or that there is no room for, stays as it is. */
export function fillIn(text: string, variables: Variables, made: Made): string {
  let filled = text;
  let room = maxAdded;
  for (let depth = 0; depth < maxDepth && room > 0 && filled.includes('{{'); depth += 1) {
    const next = filled.replaceAll(/\{\{([^{}]+)\}\}/g, (whole, name: string) => {
      const value = variables.get(name) ?? makeValue(name, made) ?? whole;
      room -= Math.max(0, value.length - whole.length);
      return room > 0 ? value : whole;
    });
    if (next === filled) break;
    filled = next;
  }
  return filled;
}

/** What values that are made anew each time come from. */
export type Made = { readonly nowMs: () => number; readonly uuid: () => string; readonly random: () => number };

function makeValue(name: string, { nowMs, uuid, random }: Made): string | undefined {
  if (name === '$guid' || name === '$randomUUID') return uuid();
  if (name === '$timestamp') return String(Math.floor(nowMs() / 1000));
  if (name === '$isoTimestamp') return new Date(nowMs()).toISOString();
  return name === '$randomInt' ? String(Math.floor(random() * 1001)) : undefined;
}

/** The names that stay open in a text. */
export function openNames(text: string): readonly string[] {
  return [...text.matchAll(/\{\{([^{}]+)\}\}/g)].map(([, name = '']) => name);
}
