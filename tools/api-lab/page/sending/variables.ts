import type { Pair, VaultRef } from '../model.ts';

const named = /\{\{([^{}]+)\}\}/g;

/** What `{{name}}` stands for. */
export type Variables = ReadonlyMap<string, string>;

/** A value may name others; a circle ends here. */
const maxDepth = 20;

/** Characters that values may add to one text: names within names within names would otherwise fill the memory. */
const maxAdded = 1024 * 1024;

/** The variables of several lists; later lists win. */
export function variablesOf(...lists: readonly (readonly Pair[])[]): Variables {
  return new Map([...lastOf(lists)].flatMap(([name, { value, vault }]) => (vault === undefined ? [[name, value]] : [])));
}

/** Those of them whose values are in the vault. */
export function vaultVariablesOf(...lists: readonly (readonly Pair[])[]): ReadonlyMap<string, VaultRef> {
  return new Map([...lastOf(lists)].flatMap(([name, { vault }]) => (vault === undefined ? [] : [[name, vault]])));
}

function lastOf(lists: readonly (readonly Pair[])[]): ReadonlyMap<string, Pair> {
  return new Map(lists.flatMap((list) => list.filter(({ enabled, name }) => enabled && name !== '').map((pair) => [pair.name, pair])));
}

/** The values of names that come from the vault; `undefined` leaves the name where it stands. */
export type Secrets = { readonly get: (name: string) => string | undefined };

/** No value of the vault is known. */
export const noSecrets: Secrets = { get: () => undefined };

/**
 * Puts values in the place of `{{name}}`, also within values. A name that nobody gave, or that there is no room for, stays as it is.
 * Secrets come last and once, so that a password with braces in it names nothing.
 */
export function fillIn(text: string, variables: Variables, made: Made, secrets: Secrets = noSecrets): string {
  let filled = text;
  let room = maxAdded;
  const fill = (lookUp: (name: string) => string | undefined) => (whole: string, name: string) => {
    const value = lookUp(name) ?? whole;
    room -= Math.max(0, value.length - whole.length);
    return room > 0 ? value : whole;
  };
  for (let depth = 0; depth < maxDepth && room > 0 && filled.includes('{{'); depth += 1) {
    const next = filled.replaceAll(
      named,
      fill((name) => variables.get(name) ?? makeValue(name, made)),
    );
    if (next === filled) break;
    filled = next;
  }
  return filled.replaceAll(
    named,
    fill((name) => secrets.get(name)),
  );
}

/** What values that are made again each time come from. */
export type Made = { readonly nowMs: () => number; readonly uuid: () => string; readonly random: () => number };

function makeValue(name: string, { nowMs, uuid, random }: Made): string | undefined {
  if (name === '$guid' || name === '$randomUUID') return uuid();
  if (name === '$timestamp') return String(Math.floor(nowMs() / 1000));
  if (name === '$isoTimestamp') return new Date(nowMs()).toISOString();
  return name === '$randomInt' ? String(Math.floor(random() * 1001)) : undefined;
}

/** The names that stay open in a text. */
export function openNames(text: string): readonly string[] {
  return [...text.matchAll(named)].map(([, name = '']) => name);
}
