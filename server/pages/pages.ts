import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { systemClock } from '@castellan/foundation/clock';
import type { RequestContext } from '@castellan/platform/core/caller';
import type { ServerBuild } from 'react-router';
import type { DirectAnswer } from '../http/direct-answer.ts';
import { contentSecurityPolicy, framingOf, isFramed, makeNonce } from '../http/security-headers.ts';
import { createBuiltPages } from './built-pages.ts';
import { type ClosedPage, closedAddress } from './closed-page.ts';
import { createDrawLane } from './draw-lane.ts';
import { createDrawing, isPage } from './draw-page.ts';
import { createKeptPages } from './kept-pages.ts';
import type { PageFacts } from './page-facts.ts';
import { createRouteManifest } from './route-manifest.ts';
import { routeTable } from './route-table.ts';

/** The web app as a function from request to response, and, while developing, Vite's own middleware in front of it. */
export type Pages = {
  /** Answers with bytes that are kept, for the addresses that pages have. */
  readonly direct: DirectAnswer;
  /** Answers for every path. `context`: whose turn it takes where something must be drawn; nobody's for the server itself. */
  readonly answer: (request: Request, context?: Pick<RequestContext, 'address'>) => Promise<Response>;
  /** Answers for a path with a query that the server made, and no visitor can. */
  readonly answerOurs: (request: Request, search: string) => Promise<Response>;
  readonly closedPage: ClosedPage;
  /** First parts of the pages' addresses, without slashes; the home page's is empty. */
  readonly firstParts: ReadonlySet<string>;
  /** Forgets rendered pages: the facts changed. */
  readonly refresh: () => void;
  readonly middleware: ((request: IncomingMessage, response: ServerResponse, next: () => void) => void) | undefined;
  readonly close: () => Promise<void>;
};

/** What pages are made of, and who else answers at their addresses. */
export type PageSources = {
  readonly facts: () => PageFacts;
  /** Whether search engines may list what is at a path. */
  readonly isFound: (path: string) => boolean;
  /** Whether something else stands in a page's place now: another answer says so. */
  readonly givesWay: (path: string, accept: string | undefined) => boolean | Promise<boolean>;
};

const webFolder = join(import.meta.dirname, '..', '..', 'web');

/** Serves the built web app. */
export async function openBuiltPages({ facts, isFound, givesWay }: PageSources): Promise<Pages> {
  const build = (await import(join(webFolder, 'build', 'server', 'index.js'))) as ServerBuild;
  const table = routeTable(build.routes, {
    'pages/case-study/page:slug': () => Object.keys(facts().caseStudies),
    'pages/article/page:slug': () => facts().articles.map(({ slug }) => slug),
    'pages/writing/tag:tag': () => facts().articles.flatMap(({ tags }) => tags.map(({ slug }) => slug)),
  });
  const lane = createDrawLane(systemClock);
  const kept = createKeptPages({ draw: createDrawing(build, 'production'), facts, lane, placeholder: makeNonce(), isFound });
  const answerManifest = createRouteManifest({ manifest: build.assets, pages: table.pages, other: table.other });
  const pages = createBuiltPages({ table, kept, answerManifest, answeredElsewhere: 'pages/resume/page', givesWay });
  const firstParts = new Set(table.pages.map(({ parts: [part] }) => (part?.kind === 'word' ? part.text : '')));
  return { ...pages, firstParts, refresh: kept.refresh, middleware: undefined, close: async () => {} };
}

/** Serves the web app from its sources, with hot reload over the same port. Pages are drawn for each request. */
export async function openLivePages({ facts }: Pick<PageSources, 'facts'>, server: Server): Promise<Pages> {
  const { createServer } = await import('vite');
  const listeners = process.listeners('SIGTERM');
  const vite = await createServer({
    root: webFolder,
    configFile: join(webFolder, 'vite.config.ts'),
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
  });
  // Vite would end the process at SIGTERM by itself, before the database is shut down; the server closes it in its turn.
  for (const listener of process.listeners('SIGTERM')) if (!listeners.includes(listener)) process.off('SIGTERM', listener);
  const answerOurs = async ({ url, headers }: Request, search: string): Promise<Response> => {
    const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
    const nonce = makeNonce();
    const { pathname } = new URL(url);
    const drawn = await createDrawing(build, 'development')(pathname + search, nonce, facts());
    const response = new Response(drawn.body, drawn);
    if (!isPage(response)) return response;
    const fetchSite = { dest: headers.get('sec-fetch-dest') ?? undefined, site: headers.get('sec-fetch-site') ?? undefined };
    const framing = framingOf(pathname, fetchSite);
    response.headers.set('content-security-policy', contentSecurityPolicy({ nonce }, 'development', facts().musicProxyUrl, framing));
    if (isFramed(framing)) response.headers.set('x-frame-options', 'SAMEORIGIN');
    return response;
  };
  return {
    direct: () => undefined,
    answer: (request) => answerOurs(request, new URL(request.url).search),
    answerOurs,
    closedPage: async (reason) => {
      const { path, search } = closedAddress(reason);
      const drawn = await answerOurs(new Request(facts().publicUrl + path), search);
      return { status: drawn.status, headers: Object.fromEntries(drawn.headers), body: await drawn.text() };
    },
    firstParts: new Set(),
    refresh: () => {},
    middleware: vite.middlewares,
    close: () => vite.close(),
  };
}
