import fc from 'fast-check';
import { matchRoutes, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { decidePath, type PageRoute } from './canonical-path.ts';
import { routeTable } from './route-table.ts';

const slugs = ['rosette', 'Countersign', 'a.b'];

const routes = {
  root: { id: 'root', path: '' },
  site: { id: 'site', parentId: 'root' },
  home: { id: 'home', parentId: 'site', index: true },
  contact: { id: 'contact', parentId: 'site', path: 'contact' },
  tool: { id: 'tool', parentId: 'site', path: 'word-counter' },
  places: { id: 'places', parentId: 'site', path: 'places.json' },
  terminal: { id: 'terminal', parentId: 'site', path: 'terminal' },
  study: { id: 'study', parentId: 'site', path: 'projects/:slug' },
  report: { id: 'report', parentId: 'site', path: 'r/:token' },
  resume: { id: 'resume', parentId: 'site', path: 'resume/:file?' },
  other: { id: 'other', parentId: 'site', path: '*' },
};
const { pages: table } = routeTable(routes, { 'study:slug': () => slugs });
const words = ['', 'contact', 'word-counter', 'places.json', 'terminal', 'resume'];

/** A path of the table, as it should be spelled. */
const canonicalPath = fc.oneof(
  fc.constantFrom(...words).map((word) => `/${word}`),
  fc.constantFrom(...slugs).map((slug) => `/projects/${slug}`),
  fc.stringMatching(/^\w[\w.-]{0,30}$/).chain((value) => fc.constantFrom(`/r/${value}`, `/resume/${value}`)),
);

/** The same path with other letters, escapes and final slashes; values keep their letters. */
const otherSpelling = canonicalPath.chain((path) => {
  const value = /^\/(?:projects|r|resume)\/(.+)$/.exec(path)?.[1] ?? '';
  const wordsEnd = path.length - value.length;
  const signs = [...path].map((sign, index) => {
    if (sign === '/') return fc.constant('/');
    const letters = index < wordsEnd ? [sign.toLowerCase(), sign.toUpperCase()] : [sign];
    return fc.constantFrom(...letters, ...letters.flatMap(escapesOf));
  });
  return fc
    .tuple(fc.tuple(...signs), fc.constantFrom('', '/', '//', '///'))
    .map(([spelled, end]) => ({ path, spelled: (spelled as string[]).join('') + end }));
});

function escapesOf(sign: string): readonly string[] {
  const code = `%${sign.charCodeAt(0).toString(16)}`;
  return [code.toLowerCase(), code.toUpperCase()];
}

/** Anything at all, and what looks like a path of ours. */
const anyPath = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.webPath(),
  fc
    .array(
      fc.constantFrom(
        '/',
        '%',
        '2',
        'F',
        'f',
        'r',
        'R',
        'resume',
        'Contact',
        'projects',
        'rosette',
        '.',
        '..',
        '%2f',
        '\u212a',
        'é',
        '\\',
        '?',
        '#',
        '*',
      ),
    )
    .map((parts) => `/${parts.join('')}`),
);

test('another spelling of a page is led to the one spelling that it has', () => {
  fc.assert(
    fc.property(otherSpelling, ({ path, spelled }) => {
      const decided = decidePath(spelled, table);
      expect(decided).toMatchObject({ kind: spelled === path ? 'canonical' : 'redirect', path });
    }),
    { numRuns: 2000 },
  );
});

test('where a path leads is made of the table, needs no second redirect, and repeats nothing but a plain value', () => {
  fc.assert(
    fc.property(anyPath, (asked) => {
      const decided = decidePath(asked, table);
      if (decided.kind === 'unknown') return;
      expect(decided.path).toMatch(
        /^\/(?:|contact|word-counter|places\.json|terminal|resume|(?:resume|r)\/\w[\w.-]{0,199}|projects\/(?:rosette|Countersign|a\.b))$/,
      );
      expect(decidePath(decided.path, table)).toEqual({ ...decided, kind: 'canonical' });
      expect(decided.kind === 'canonical').toBe(decided.path === asked);
    }),
    { numRuns: 5000 },
  );
});

test('what the router would draw a page for has a spelling, and what it would not is unknown', () => {
  const byRouter: RouteObject[] = table.map(({ parts, id }) => ({
    id: `${id} ${parts.length}`,
    path: `/${parts.map((part, index) => (part.kind === 'word' ? part.text : `:v${index}`)).join('/')}`,
  }));
  fc.assert(
    fc.property(
      fc.oneof(
        otherSpelling.map(({ spelled }) => spelled),
        anyPath,
      ),
      (asked) => {
        const decided = decidePath(asked, table);
        const drawn = asked.startsWith('/') && asked.length <= 1024 ? drawnBy(byRouter, asked) : undefined;
        if (decided.kind !== 'unknown') expect(drawn).toBe(`${decided.route.id} ${decided.route.parts.length}`);
        // A page without a value is the router's alone; so is one whose value is not of ours.
        else if (drawn !== undefined) expect(isOfValues(drawn, byRouter) || asked.includes('//')).toBe(true);
      },
    ),
    { numRuns: 5000 },
  );
});

function drawnBy(byRouter: RouteObject[], asked: string): string | undefined {
  try {
    decodeURI(asked);
  } catch {
    // The router would only warn of it.
    return undefined;
  }
  return matchRoutes(byRouter, { pathname: asked })?.at(-1)?.route.id;
}

function isOfValues(id: string, byRouter: readonly RouteObject[]): boolean {
  return byRouter.find((route) => route.id === id)?.path?.includes(':') === true;
}

test('slugs and tokens keep their case: another case is another value', () => {
  const said = (path: string) => decidePath(path, table);
  expect(said('/projects/countersign')).toMatchObject({ kind: 'unknown', route: { id: 'study' } });
  expect(said('/Projects/Countersign/')).toMatchObject({ kind: 'redirect', path: '/projects/Countersign' });
  expect(said('/R/AbC')).toMatchObject({ kind: 'redirect', path: '/r/AbC' });
  expect(said('/r/AbC')).toMatchObject({ kind: 'canonical', path: '/r/AbC' });
});

test.each([
  ['a value with a slash in it', '/R/a%2Fb'],
  ['a value with a line break in it', '/R/a%0d%0aset-cookie:%20x'],
  ['a value that is another host', '/R/%5c%5cevil.example'],
  ['a value of dots', '/R/..'],
  ['an escape that is none', '/%zz'],
  ['a letter that only becomes ours in small', '/terminal'.replace('t', '\u212a')],
  ['an empty part', '/projects//rosette'],
  ['another host', '//contact'],
])('%s is repeated in no address', (_, path) => {
  expect(decidePath(path, table).kind).toBe('unknown');
});

test('a page reads the names of its own query alone', () => {
  const queries = new Map(table.map(({ id, query }: PageRoute) => [id, query]));
  expect(queries.get('terminal')).toEqual(['c']);
  expect(queries.get('contact')).toEqual([]);
});
