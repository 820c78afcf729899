import type { RequestContext } from '@castellan/platform/core/caller';
import type { DirectAnswer, DirectRequest, DirectResponse } from '../http/direct-answer.ts';
import { decidePath, type PageRoute, type PathDecision } from './canonical-path.ts';
import { type ClosedPage, closedAddress } from './closed-page.ts';
import { answerRefused } from './draw-lane.ts';
import type { KeptPages, Subject } from './kept-pages.ts';
import type { RouteTable } from './route-table.ts';

type Options = {
  readonly table: RouteTable;
  readonly kept: KeptPages;
  readonly answerManifest: (search: string) => DirectResponse;
  /** The route that another part of the server answers for, and asks for its pages only where it has to refuse. */
  readonly answeredElsewhere: string;
  /** Whether something else stands in a page's place now: another answer says so. */
  readonly givesWay: (path: string, accept: string | undefined) => boolean | Promise<boolean>;
};

/** What a page's answer is chosen by. Header names are in small letters. */
type Asked = Pick<DirectRequest, 'path' | 'search'> & { readonly header: (name: string) => string | undefined };

/** The pages of the build, and the data that they fetch. */
export type BuiltPages = {
  /** Answers for the paths of the table and for their other spellings; every other path may be somebody else's. */
  readonly direct: DirectAnswer;
  /** Answers for any path: what is no page's is the page that says so. */
  readonly answer: (request: Request, context?: Pick<RequestContext, 'address'>) => Promise<Response>;
  /** Answers for a path of ours with a query that the server made, and no visitor can. */
  readonly answerOurs: (request: Request, search: string) => Promise<Response>;
  readonly closedPage: ClosedPage;
};

const manifestPath = '/__manifest';

/** Stands for a value that there is not, and for an address that no page has. It can be neither. */
const nothing = '-';

/** How long a redirect may be kept by who followed it, in seconds: a spelling may become a page one day. */
const redirectLife = 3600;

/** Answers with kept bytes. Nothing of a request but its route decides what is drawn. */
export function createBuiltPages({ table, kept, answerManifest, answeredElsewhere, givesWay }: Options): BuiltPages {
  const give = (subject: Subject, asked: Asked, stranger: string | undefined): DirectResponse | Promise<DirectResponse> => {
    const wanted = {
      acceptEncoding: asked.header('accept-encoding'),
      ifNoneMatch: asked.header('if-none-match'),
      dest: asked.header('sec-fetch-dest'),
      site: asked.header('sec-fetch-site'),
    };
    const made = kept.find(subject, stranger);
    if (!(made instanceof Promise)) return made.answer(wanted);
    return made.then((page) => ('refused' in page ? answerRefused(page) : page.answer(wanted)));
  };
  const respond = (asked: Asked, stranger: string | undefined): DirectResponse | Promise<DirectResponse> => {
    if (asked.path === manifestPath) return answerManifest(asked.search);
    const { page, isData } = readPath(asked.path);
    const decided = decidePath(page, table.pages);
    if (decided.kind === 'redirect') return redirect(decided, isData, asked.search);
    return give(subjectOf(decided, isData, asked.search, table), asked, stranger);
  };
  return {
    direct: (request) => {
      const asked = { path: request.path, search: request.search, header: (name: string) => headerOf(request, name) };
      if (request.path === manifestPath) return respond(asked, undefined);
      const { page, isData } = readPath(request.path);
      const decided = decidePath(page, table.pages);
      if (decided.route === undefined) return undefined;
      if (decided.kind === 'redirect') return redirect(decided, isData, request.search);
      if (decided.route.id === answeredElsewhere && !isData) return undefined;
      const subject = subjectOf(decided, isData, request.search, table);
      const isAway = isData ? false : givesWay(subject.path, request.headers.accept);
      if (isAway === true) return undefined;
      if (isAway === false) return give(subject, asked, request.context.address);
      return isAway.then((away) => (away ? undefined : give(subject, asked, request.context.address)));
    },
    answer: async (request, context) => {
      const { pathname, search } = new URL(request.url);
      return asResponse(request, await respond({ path: pathname, search, header: headersOf(request) }, context?.address));
    },
    answerOurs: async (request, search) => {
      const { pathname } = new URL(request.url);
      const subject = { address: pathname + search, path: pathname };
      return asResponse(request, await give(subject, { path: pathname, search, header: headersOf(request) }, undefined));
    },
    closedPage: (reason, header) => {
      const { path, search } = closedAddress(reason);
      return give({ address: path + search, path }, { path, search, header }, undefined);
    },
  };
}

/** The path of a page from an address of it or of its data: React Router asks for data at `/contact.data` and `/_.data`. */
function readPath(path: string): { readonly page: string; readonly isData: boolean } {
  if (!path.endsWith('.data')) return { page: path, isData: false };
  return { page: path.endsWith('/_.data') ? path.slice(0, -'_.data'.length) : path.slice(0, -'.data'.length), isData: true };
}

function dataPath(page: string): string {
  return page === '/' ? '/_.data' : `${page}.data`;
}

/** What is drawn for a path. A value that the page's bytes do not depend on, and one that there is not, is left out. */
function subjectOf(decided: PathDecision, isData: boolean, search: string, table: RouteTable): Subject {
  const { route } = decided;
  const path = decided.kind === 'unknown' ? pathWithout(route) : isOpen(route) ? pathWithout(route) : decided.path;
  if (!isData) return { address: path, path };
  return { address: dataPath(path) + routesOf(search, route?.branch ?? table.other), path };
}

/** Whether any value will do: the page itself then looks in the browser what is behind it. */
function isOpen(route: PageRoute | undefined): boolean {
  return route?.parts.some((part) => part.kind === 'value' && part.known === undefined) === true;
}

function pathWithout(route: PageRoute | undefined): string {
  if (route === undefined) return `/${nothing}`;
  return `/${route.parts.map((part) => (part.kind === 'word' ? part.text : nothing)).join('/')}`;
}

/** Which of the page's routes data is wanted of: those it has, in their order, so that there are few such queries. */
function routesOf(search: string, branch: readonly string[]): string {
  const asked = search === '' ? null : new URLSearchParams(search).get('_routes');
  if (asked === null || asked === '') return '';
  const named = new Set(asked.split(','));
  const wanted = branch.filter((id) => named.has(id));
  return `?_routes=${wanted.length === 0 ? nothing : wanted.join(',')}`;
}

function redirect({ route, path }: Extract<PathDecision, { kind: 'redirect' }>, isData: boolean, search: string): DirectResponse {
  const location = isData ? dataPath(path) + routesOf(search, route.branch) : path + queryOf(search, route);
  return { status: 301, headers: { location, 'cache-control': `public, max-age=${redirectLife}` } };
}

/** What the page reads of a query, written anew. */
function queryOf(search: string, { query }: PageRoute): string {
  if (search === '' || query.length === 0) return '';
  const given = new URLSearchParams(search);
  const read = query.flatMap((name): [string, string][] => {
    const value = given.get(name);
    return value === null ? [] : [[name, value]];
  });
  return read.length === 0 ? '' : `?${new URLSearchParams(read)}`;
}

function headerOf({ headers }: DirectRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

function headersOf({ headers }: Request): Asked['header'] {
  return (name) => headers.get(name) ?? undefined;
}

function asResponse(request: Request, { status, headers, body = '' }: DirectResponse): Response {
  const hasBody = request.method !== 'HEAD' && status !== 304 && status !== 204;
  return new Response(hasBody ? new Uint8Array(Buffer.from(body)) : null, { status, headers });
}
