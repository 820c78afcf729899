import type { BuiltPage } from './built-pages.ts';

/** What the bundler knows of a module. */
type ModuleFacts = {
  readonly code: string | null;
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
};

/** Finds a module by its id. */
export type FindModule = (id: string) => ModuleFacts | null;

/** What needs a module: pages at once, and parts that are fetched later. */
export type ModuleUsers = {
  readonly pages: Set<BuiltPage>;
  /** Parts that a visitor's page fetches by itself. */
  readonly visitorParts: Set<string>;
  /** Whether another part needs it. */
  isInOtherPart: boolean;
};

/** Everything that a module imports, however far, itself included. */
export function importsOf(start: string, find: FindModule): ReadonlyMap<string, ModuleFacts> {
  const found = new Map<string, ModuleFacts>();
  const waiting = [start];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const facts = found.has(id) ? null : find(id);
    if (facts === null) continue;
    found.set(id, facts);
    waiting.push(...facts.importedIds);
  }
  return found;
}

/** For each module that a page needs, or fetches later, what needs it. */
export function findModuleUsers(pages: readonly BuiltPage[], find: FindModule): ReadonlyMap<string, ModuleUsers> {
  const users = new Map<string, ModuleUsers>();
  const usersOf = (id: string): ModuleUsers => {
    const known = users.get(id) ?? { pages: new Set(), visitorParts: new Set(), isInOtherPart: false };
    users.set(id, known);
    return known;
  };
  const visitorParts = new Set<string>();
  const parts = new Set<string>();
  for (const page of pages)
    for (const [id, { dynamicallyImportedIds }] of importsOf(page.id, find)) {
      usersOf(id).pages.add(page);
      for (const part of dynamicallyImportedIds) (page.kind === 'visitor' ? visitorParts : parts).add(part);
    }
  // Parts fetch parts: a set that grows is walked to its end.
  for (const part of visitorParts) parts.add(part);
  for (const part of parts)
    for (const [id, { dynamicallyImportedIds }] of importsOf(part, find)) {
      if (visitorParts.has(part)) usersOf(id).visitorParts.add(part);
      else usersOf(id).isInOtherPart = true;
      for (const inner of dynamicallyImportedIds) parts.add(inner);
    }
  return users;
}
