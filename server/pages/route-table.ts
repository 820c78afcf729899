import { queriesOf } from '@castellan/web/page-queries';
import type { PageRoute, PathPart } from './canonical-path.ts';

/** What of a built route its address follows from. */
export type BuiltRoute = {
  readonly id: string;
  readonly parentId?: string | undefined;
  readonly path?: string | undefined;
  readonly index?: boolean | undefined;
};

/** Where the pages are. */
export type RouteTable = {
  readonly pages: readonly PageRoute[];
  /** The ids of the routes around the page for every other address, and its own. */
  readonly other: readonly string[];
};

/**
 * The pages' addresses, from the routes of the build. A value that may be missing (`:file?`) makes two addresses.
 * @param routes - each by its id
 * @param known - the values that there are, by the route's id and the value's name: `pages/case-study/page:slug`
 */
export function routeTable(
  routes: Readonly<Record<string, BuiltRoute | undefined>>,
  known: Readonly<Record<string, () => readonly string[]>>,
): RouteTable {
  let other: readonly string[] = [];
  const pages = Object.values(routes).flatMap((route) => {
    // What only stands around pages has no path of its own; the root's is empty.
    if (route === undefined || ((route.path ?? '') === '' && route.index !== true)) return [];
    const around = branchOf(route, routes);
    const branch = around.map(({ id }) => id);
    const pattern = around.flatMap(({ path }) => path?.split('/') ?? []).filter((text) => text !== '');
    if (pattern.includes('*')) {
      other = branch;
      return [];
    }
    const query = queriesOf(pattern[0] ?? '');
    return spellings(pattern).map((texts) => ({ id: route.id, branch, query, parts: texts.map((text) => partOf(text, route.id, known)) }));
  });
  return { pages, other };
}

function branchOf(route: BuiltRoute, routes: Readonly<Record<string, BuiltRoute | undefined>>): readonly BuiltRoute[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return parent === undefined ? [route] : [...branchOf(parent, routes), route];
}

/** With and without a last part that may be missing. */
function spellings(pattern: readonly string[]): readonly (readonly string[])[] {
  const last = pattern.at(-1);
  if (last?.endsWith('?') !== true) return [pattern];
  return [pattern.slice(0, -1), [...pattern.slice(0, -1), last.slice(0, -1)]];
}

function partOf(text: string, id: string, known: Readonly<Record<string, () => readonly string[]>>): PathPart {
  if (!text.startsWith(':')) return { kind: 'word', text: text.toLowerCase() };
  const values = known[`${id}${text}`];
  return values === undefined ? { kind: 'value' } : { kind: 'value', known: values };
}
