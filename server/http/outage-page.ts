import { tools } from '@castellan/tools/registry';
import type { Answer } from './listener.ts';
import { answerPlainPage } from './plain-page.ts';

const everyTool: readonly { readonly id: string; readonly audience: string; readonly keepsRecords?: boolean }[] = tools;

/** Pages that are nothing without the database. One with records of this browser has something to show, and so has a public one. */
const pagesOfDatabase: ReadonlySet<string> = new Set([
  '/auth-terminal',
  '/callback',
  '/dashboard',
  '/resume',
  ...everyTool.filter((tool) => tool.audience === 'owner' && tool.keepsRecords !== true).map((tool) => `/${tool.id}`),
]);

/** How soon a browser, or a machine, may ask again. */
const retryAfterSeconds = 5;

/** Says of a page's path whether the database is away and the page nothing without it. `accept`: the request's header. */
export type OutageThere = (path: string, accept: string | undefined) => boolean | Promise<boolean>;

/** Asks for the database only where a page that wants it is asked for. */
export function watchOutage(isDatabaseThere: () => Promise<boolean>): OutageThere {
  return (path, accept = '') => {
    if (!pagesOfDatabase.has(path) || !accept.includes('text/html')) return false;
    return isDatabaseThere().then((isThere) => !isThere);
  };
}

/**
 * While the database is away, says so in place of the pages that are nothing without it; public pages, and those with records
 * of this browser, go on. Stands before whatever makes pages. Once the database is back there is nothing to do.
 */
export function createOutagePage(isOutageThere: OutageThere): Answer {
  return async (request) => {
    const { pathname } = new URL(request.url);
    return (await isOutageThere(pathname, request.headers.get('accept') ?? undefined)) ? answerOutage(request.method) : undefined;
  };
}

/** Says that the database is away. Nothing in it comes from the request. */
function answerOutage(method: string): Response {
  return answerPlainPage(method, {
    status: 503,
    title: 'Database unavailable',
    mark: 'X<503DATABASE<<UNAVAILABLE<<<<<<<',
    body: `<p>The server runs, but its database does not answer at the moment. Nothing that was saved is lost. This page works again as soon as the database does.</p>
<nav aria-label="What to do now"><a href="">Try again</a><a href="/">Home</a></nav>`,
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}
