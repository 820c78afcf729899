import { posix } from 'node:path';
import { namedIn } from './named-paths.ts';
import { addressesIn, createToolOf, isVisited, type Page } from './pages.ts';
import { type Places, resolveImport, resolveText } from './places.ts';
import type { Link, ProjectGraph, TestFile } from './select-tests.ts';
import { createTextOfTest } from './text-of-test.ts';

/** Some of the test files, and what runs before each of them. */
export type TestProject = { readonly name: string; readonly tests: readonly string[]; readonly setup: readonly string[] };

/** What a graph is made of. */
export type ProjectParts = {
  readonly places: Places;
  readonly read: (file: string) => string;
  readonly pages: readonly Page[];
  readonly toolIds: readonly string[];
  readonly projects: readonly TestProject[];
  /** What is built into the web app beside its pages and their frames. */
  readonly site: readonly string[];
};

/** The built web app, as the server names it. */
export const builtSite = 'web/build';

/** What names a file to say how it is packed, and does not read it. */
const isOfBuild = /^web\/(?:scripts\/(?!.*\.test\.)|[^/]+\.config\.ts$)/;

/** Whether only tests use a file. */
const isSupport = (file: string) => /(?:^|\/)(?:tests|testing)\//.test(file);

/** Whether a file holds steps that tests take in a browser. What prepares a server for them (`tests/support`) visits no page for them. */
const hasSteps = (file: string) => /(?:^|\/)(?:tests\/e2e|testing)\//.test(file);

/** What a test visits that names no page. */
const noPage = '';

/** `isLater`: imported while the program runs. `isNamed`: named in a text, and not imported. */
type RawLink = Link & { readonly isLater?: boolean; readonly isNamed?: boolean };

/** Who brings whom: for every file, for every folder (which ends in a slash), and for the built web app. */
export function buildGraph(parts: ProjectParts): Omit<ProjectGraph, 'global'> {
  const { places, projects } = parts;
  const raw = new Map<string, readonly RawLink[]>([
    ...[...places.folders].map(([folder, files]) => [`${folder}/`, files.map((to) => ({ to }))] as const),
    ...[...places.files].map((file) => [file, linksOf(parts, file)] as const),
    [builtSite, siteLinks(parts)],
  ]);
  const lists = listsOfTools(parts, raw);
  const links = new Map([...raw].map(([file, brought]) => [file, brought.map(createAddressed(parts, raw, lists.has(file)))]));
  const textOf = createTextOfTest({ ...parts, hasSteps: (file) => hasSteps(file) && !lists.has(file) });
  const tests = projects.flatMap(({ name, tests, setup }) =>
    tests.map((file): TestFile => {
      links.set(file, [...(links.get(file) ?? []), ...setup.map((to) => ({ to }))]);
      return { file, project: name, visits: usesList(file, raw, lists) ? 'every address' : visitsOf(parts, file, textOf(file)) };
    }),
  );
  return { links, tests };
}

function linksOf({ places, read }: ProjectParts, file: string): readonly RawLink[] {
  if (file.endsWith('.css')) {
    const sheets = read(file).matchAll(/(?:@(?:import|plugin)\s+|url\()["']?(\.[^"')]+)/g);
    return [...sheets].map(([, path = '']) => ({ to: posix.join(posix.dirname(file), path) }));
  }
  if (!/\.[cm]?[jt]sx?$/.test(file)) return [];
  return namedIn(file, read(file)).flatMap(({ kind, path }): readonly RawLink[] => {
    if (kind === 'import') return resolveImport(places, file, path).map((to) => ({ to }));
    if (kind === 'later') return resolveImport(places, file, path).map((to) => ({ to, isLater: true }));
    if (isOfBuild.test(file)) return [];
    if (kind === 'listed' && path !== builtSite) return [{ to: `${path}/` }];
    if (kind === 'text')
      return resolveText(places, file, path).flatMap((one) => leadTo(places, one).map(({ to }) => ({ to, isNamed: true })));
    return leadTo(places, path.replace(/\/$/, ''));
  });
}

/** A path into the build leads to the web app. A workspace's own folder, like the repository's, is a place, and not what is read there. */
function leadTo({ files, folders }: Places, path: string): readonly RawLink[] {
  if (path === builtSite || path.startsWith(`${builtSite}/`)) return [{ to: builtSite }];
  if (files.has(path)) return [{ to: path }];
  const isPlace = path === '.' || files.has(`${path}/package.json`) || path === 'packages';
  return folders.has(path) && !isPlace ? [{ to: `${path}/` }] : [];
}

/** A page comes to those who visit it, and a frame to those who visit a page in it; who names no page has all the frames. */
function siteLinks({ pages, site }: ProjectParts): readonly RawLink[] {
  const frames = [...new Set(pages.flatMap((page) => page.frames))];
  return [
    ...site.map((to) => ({ to })),
    ...pages.map((page) => (isVisited(page) ? { to: page.file, addresses: [page.address] } : { to: page.file })),
    ...frames.map((to) => {
      const inside = pages.filter((page) => isVisited(page) && page.frames.includes(to));
      return { to, addresses: [noPage, ...inside.map(({ address }) => address)] };
    }),
  ];
}

/** The lists of tools, such as the registry: what brings parts of three tools or more, and is of none itself. */
function listsOfTools({ toolIds, projects }: ProjectParts, raw: ReadonlyMap<string, readonly RawLink[]>): ReadonlySet<string> {
  const toolOf = createToolOf(toolIds);
  const tests = new Set(projects.flatMap((project) => project.tests));
  const isList = ([file, links]: readonly [string, readonly RawLink[]]) =>
    !tests.has(file) && toolOf(file) === undefined && new Set(links.map(({ to }) => toolOf(to)).filter((id) => id !== undefined)).size > 2;
  return new Set([...raw].filter(isList).map(([file]) => file));
}

/**
 * Adds to a link the addresses that it is for: a page that is imported when it is visited is for its own; what a list brings of a tool is
 * for the tool's. A file that brings nothing, such as a manifest, is a part of the list: everybody has it.
 */
function createAddressed({ pages, toolIds }: ProjectParts, raw: ReadonlyMap<string, readonly RawLink[]>, isList: boolean) {
  const toolOf = createToolOf(toolIds);
  return ({ to, addresses, isLater }: RawLink): Link => {
    if (addresses !== undefined) return { to, addresses };
    const page = isLater === true ? pages.find(({ file }) => file === to) : undefined;
    if (page !== undefined && isVisited(page)) return { to, addresses: [page.address] };
    const tool = isList && (raw.get(to)?.length ?? 0) > 0 ? toolOf(to) : undefined;
    return tool === undefined ? { to } : { to, addresses: [`/${tool}`] };
  };
}

/** Whether a test, or what it takes from test support, goes through a list of tools or through the whole build. */
function usesList(test: string, raw: ReadonlyMap<string, readonly RawLink[]>, lists: ReadonlySet<string>): boolean {
  const own = new Set([test]);
  for (const file of own) {
    for (const { to, isNamed } of raw.get(file) ?? []) {
      if (!isSupport(to) && isNamed !== true && (lists.has(to) || to === builtSite)) return true;
      if (isSupport(to) && !lists.has(to)) own.add(to);
    }
  }
  return false;
}

function visitsOf({ pages, toolIds }: ProjectParts, file: string, text: string): ReadonlySet<string> {
  const tool = createToolOf(toolIds)(file);
  const addresses = new Set([...pages.filter(isVisited).map(({ address }) => address), ...toolIds.map((id) => `/${id}`)]);
  const named = [...addressesIn(text, [...addresses], toolIds), ...(tool === undefined ? [] : [`/${tool}`])];
  return new Set(named.length > 0 ? named : [noPage]);
}
