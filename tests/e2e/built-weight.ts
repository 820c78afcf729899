import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { compressedBytes, type FileKind, type PageWeight } from './page-weight.ts';

const client = join(import.meta.dirname, '..', '..', 'web', 'build', 'client');

const files = z.array(z.string()).default([]);
const route = z.object({
  id: z.string(),
  parentId: z.string().optional(),
  path: z.string().optional(),
  module: z.string(),
  imports: files,
  css: files,
});
const manifest = z.object({ entry: z.object({ module: z.string(), imports: files }), routes: z.record(z.string(), route) });

type Route = z.infer<typeof route>;

function readManifest(): z.infer<typeof manifest> {
  const [name = ''] = globSync('assets/manifest-*.js', { cwd: client });
  const source = readFileSync(join(client, name), 'utf8');
  return manifest.parse(JSON.parse(source.slice(source.indexOf('{'), source.lastIndexOf('}') + 1)));
}

const built = readManifest();

/** A route with all that stands around it, from the inside out. */
function chainOf(id: string | undefined): readonly Route[] {
  const one = id === undefined ? undefined : built.routes[id];
  return one === undefined ? [] : [one, ...chainOf(one.parentId)];
}

/** The route of a page, by what its address is made of. */
function routeOf(path: string): Route | undefined {
  const parents = new Set(Object.values(built.routes).map(({ parentId }) => parentId));
  const leaves = Object.values(built.routes).filter(({ id }) => !parents.has(id));
  const addressOf = (one: Route) =>
    `/${chainOf(one.id)
      .flatMap((part) => part.path || [])
      .toReversed()
      .join('/')}`;
  const isOf = (one: Route) => new RegExp(`^${addressOf(one).replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')}$`).test(path);
  return leaves.find((one) => addressOf(one) === path) ?? leaves.find(isOf);
}

/** The scripts and style sheets that the build's manifest gives a page: its own, and those of what stands around it. */
export function builtFiles(path: string): ReadonlySet<string> {
  const ofRoutes = chainOf(routeOf(path)?.id).flatMap((one) => [one.module, ...one.imports, ...one.css]);
  // The router marks a style sheet that it has the page wait for.
  return new Set([built.entry.module, ...built.entry.imports, ...ofRoutes].map((file) => file.replace(/#$/, '')));
}

/** Pages that fetch the same by themselves, besides what the manifest gives each of them. */
type PageKind = {
  /** The one that is visited to be weighed. */
  readonly visited: string;
  readonly like: readonly string[];
  /** What they fetch, by the names of the build's files without their hashes. */
  readonly byItself: readonly string[];
};

/** The kinds of page of which one is visited for all. A page that is of none is visited itself. */
export const pageKinds: readonly PageKind[] = [
  { visited: '/contact', like: ['/cv', '/proof', '/wishlist'], byItself: [] },
  { visited: '/terminal', like: ['/ai-terminal'], byItself: [] },
  {
    visited: '/tls-inspector',
    like: [
      ...['/http-auditor', '/network-scanner', '/dns-postmaster', '/subdomain-radar', '/jwt-lab', '/privacy-report', '/word-counter'],
      ...['/lets-game', '/snake-game', '/space-invaders', '/projects', '/projects/rosette'],
    ],
    byItself: [],
  },
  {
    visited: '/productivity',
    like: ['/habit-forge', '/watchlist', '/library', '/link-shortener'],
    byItself: ['open-worker', 'realtime', 'register-worker', 'release-addresses', 'release-state'],
  },
];

/** The pages that are weighed by the manifest. */
export const likePages = pageKinds.flatMap(({ like }) => like);

/** The name that the build gave a file, without its hash. */
export function nameOfFile(path: string): string {
  return path.replace(/^\/assets\/|-[\w-]{8}\.\w+$/g, '');
}

/** Of the scripts and style sheets that a page asked for, those that neither the build nor its kind explains. */
export function unexplained(path: string, asked: readonly string[], html: string): readonly string[] {
  const byItself = pageKinds.find(({ like }) => like.includes(path))?.byItself ?? [];
  const given = builtFiles(path);
  return asked.filter((file) => !given.has(file) && !html.includes(file) && !byItself.includes(nameOfFile(file)));
}

/** What a page that was visited fetched by itself: scripts, style sheets and fonts that neither the manifest nor the page's HTML names. */
export function fetchedByItself({ files: fetched }: PageWeight, path: string, html: string): PageWeight['files'] {
  const given = builtFiles(path);
  return fetched.filter((file) => isWeighed(file.kind) && !given.has(file.path) && !html.includes(file.path));
}

/**
 * What a first visit to a page weighs by the build's manifest and the HTML that the server answers, with what a page of its kind
 * fetches by itself. Images that the HTML names are counted, in sight or not.
 */
export async function weighBuilt(origin: string, path: string, likeness: PageWeight['files']): Promise<PageWeight> {
  const html = await htmlOf(origin, path);
  // Links to other pages and to the site's icons are fetched by nobody who only opens the page.
  const tags = html.match(/<(?:img|script|source)\s[^>]*>|<link\s[^>]*rel="(?:stylesheet|modulepreload|preload)"[^>]*>/g) ?? [];
  const named = tags.map((tag) => /\s(?:src|href)="(\/[^"#?]+)"/.exec(tag)?.[1] ?? '').filter((address) => kindOf(address) !== undefined);
  const code = new Set([...builtFiles(path), ...named, ...likeness.map((file) => file.path)]);
  const weighed = [...code].map(async (address) => ({
    path: address,
    kind: kindOf(address) ?? 'other',
    bodyBytes: await compressedBytes(new URL(address, origin)),
    headerBytes: 0,
  }));
  const page = { path, kind: 'html', bodyBytes: await compressedBytes(new URL(path, origin)), headerBytes: 0 } as const;
  return { files: [page, ...(await Promise.all(weighed))], elsewhere: [] };
}

/** The HTML of a page as anybody gets it. */
export async function htmlOf(origin: string, path: string): Promise<string> {
  return (await fetch(new URL(path, origin))).text();
}

function isWeighed(kind: FileKind): boolean {
  return kind === 'script' || kind === 'style' || kind === 'font';
}

/** What kind of file an address is of; nothing where it is no file that a page fetches. */
function kindOf(address: string): FileKind | undefined {
  if (/\.js$/.test(address)) return 'script';
  if (/\.css$/.test(address)) return 'style';
  if (/\.woff2$/.test(address)) return 'font';
  return /\.(?:svg|png|jpe?g|webp|avif)$/.test(address) ? 'other' : undefined;
}
