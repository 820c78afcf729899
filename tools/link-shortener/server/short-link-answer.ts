import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '@castellan/foundation/clock';
import { addressBlock } from '@castellan/platform/core/address-block';
import type { BackOff, GuessWindow } from '@castellan/platform/core/back-off';
import { withCappedBody } from '@castellan/platform/core/capped-body';
import type { Log } from '@castellan/platform/core/log';
import type { SharedWindow } from '@castellan/platform/core/shared-windows';
import { type DirectAnswer, type DirectResponse, toResponse } from '../../../server/http/direct-answer.ts';
import type { Answer } from '../../../server/http/listener.ts';
import type { ClosedPage } from '../../../server/pages/closed-page.ts';
import { createOneAtATime, isLinkPassword } from './link-password.ts';
import { type FindShortLink, readSlug, type ShortLink } from './short-link.ts';
import { answerGuessed, answerOpened, answerPasswordForm, answerPreview, answerTooMany, answerUnopened } from './short-link-pages.ts';
import type { Visit } from './visit-counter.ts';
import { createVisitReader, isFetchedAhead, type ReadHeader } from './visit-facts.ts';

type Ports = {
  readonly find: FindShortLink;
  /** Takes one of a link's openings: where it leads, or `undefined`. */
  readonly takeOpening: (linkId: string) => Promise<string | undefined>;
  readonly count: (visit: Visit) => void;
  /** Counts wrong passwords by address block. */
  readonly backOff: BackOff;
  /** Counts wrong passwords by link, from wherever they come. */
  readonly guessesOfLink: GuessWindow;
  /** Counts slugs that lead nowhere by address block. */
  readonly misses: SharedWindow;
  /** The site's page that says why a link leads nowhere. */
  readonly closedPage: ClosedPage;
  readonly clock: Clock;
  readonly log: Log;
  /** Without a slash at the end. */
  readonly publicUrl: () => string;
};

/** Passwords that wait to be checked. Each takes a tenth of a second and 32 MiB, so there is one at a time. */
const maxChecksWaiting = 8;

const maxFormBytes = 2048;

type Method = 'GET' | 'HEAD' | 'POST';

/** What is asked, whichever way it came. The request itself is wanted only for the body of a form. */
type Call = {
  readonly method: Method;
  readonly path: string;
  readonly header: ReadHeader;
  readonly address: string;
  readonly form: Request | undefined;
};

/** What every visit is made of. */
type Asked = Call & { readonly link: ShortLink };

/** What the answers of one server share besides the ports. */
type Tools = Ports & {
  readonly checks: ReturnType<typeof createOneAtATime>;
  readonly readFacts: ReturnType<typeof createVisitReader>;
};

type Given = DirectResponse | Promise<DirectResponse>;

/** The same answers by either way; forms come by the framework alone. */
export type ShortLinkAnswers = { readonly directAnswer: DirectAnswer; readonly answer: Answer };

/**
 * Answers `/s/{slug}` by leading on to the link's destination, and `/s/{slug}+` by showing it. A link that has expired, is used up
 * or leads back to a short link says so; one with a password asks for it. HEAD, what is only fetched ahead and known bots are never
 * counted as visits, and take nothing of a link that opens a limited number of times.
 */
export function createShortLinkAnswers(ports: Ports): ShortLinkAnswers {
  const tools: Tools = {
    ...ports,
    checks: createOneAtATime(maxChecksWaiting),
    readFacts: createVisitReader(),
  };
  return {
    directAnswer: ({ method, path, headers, context }) => {
      if (!isLinkPath(path)) return undefined;
      return visit(tools, { method, path, header: (name) => headerOf(headers, name), address: context.address, form: undefined });
    },
    answer: async (request, { address }) => {
      const { pathname: path } = new URL(request.url);
      if (!isLinkPath(path)) return undefined;
      const { method, headers } = request;
      if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
        return Response.json(
          { message: 'A short link is read, or opened by its password.' },
          { status: 405, headers: { allow: 'GET, HEAD, POST' } },
        );
      }
      const header: ReadHeader = (name) => headers.get(name) ?? undefined;
      return toResponse(method, await visit(tools, { method, path, header, address, form: request }));
    },
  };
}

/** No link has a slash in its slug: such an address is any page that there is not. */
function isLinkPath(path: string): boolean {
  return /^\/s\/[^/]*$/.test(path);
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Finds the link of an address, and answers for it. A promise only where the database must be asked. */
function visit(tools: Tools, call: Call): Given {
  const allowed = tools.misses.look(addressBlock(call.address));
  if (!allowed.ok) return answerTooMany(allowed.failure.waitSeconds);
  const [, text = '', plus] = /^\/s\/([^/+%]*)(\+|%2B)?$/i.exec(call.path) ?? [];
  const slug = readSlug(text);
  const found = slug === undefined ? undefined : tools.find(slug);
  const isPreview = plus !== undefined;
  if (!(found instanceof Promise)) return answerFound(tools, call, found, isPreview);
  return found.then(
    (link) => answerFound(tools, call, link, isPreview),
    () => answerAway(tools, call),
  );
}

function answerFound(tools: Tools, call: Call, link: ShortLink | undefined, isPreview: boolean): Given {
  if (link === undefined) return answerMiss(tools, call);
  const closed = closedReason(tools, link);
  if (closed !== undefined) return tools.closedPage(`link-${closed}`, call.header);
  if (isPreview) return call.method === 'POST' ? tools.closedPage('link-unknown', call.header) : answerPreview(link);
  const asked: Asked = { ...call, link };
  return call.form !== undefined && call.method === 'POST' ? openByPassword(tools, asked, call.form) : open(tools, asked);
}

/** A slug that leads nowhere is counted, over all servers, before anything is said of it. */
async function answerMiss({ misses, closedPage }: Tools, { address, header }: Call): Promise<DirectResponse> {
  const counted = await misses.reserve(addressBlock(address));
  return counted.ok ? closedPage('link-unknown', header) : answerTooMany(counted.failure.waitSeconds);
}

/** Nothing can be said of the link now. */
async function answerAway({ closedPage }: Tools, { header }: Call): Promise<DirectResponse> {
  const page = await closedPage('link-away', header);
  return { ...page, headers: { ...page.headers, 'retry-after': '5' } };
}

function closedReason({ clock, publicUrl }: Ports, link: ShortLink): 'expired' | 'used-up' | 'loop' | undefined {
  if (link.expiresAtMs !== undefined && link.expiresAtMs <= clock.nowMs()) return 'expired';
  // Openings are only ever taken: what was used up a second ago still is, and a flood costs the database nothing.
  if (link.maxVisits !== undefined && link.opened >= link.maxVisits) return 'used-up';
  return link.url.startsWith(`${publicUrl()}/s/`) ? 'loop' : undefined;
}

/** Leads on, or asks for the password. */
function open(tools: Tools, asked: Asked): Given {
  const { method, header, address, link } = asked;
  // A browser throws it away and asks again once somebody goes there.
  if (isFetchedAhead(header)) return { status: 503, headers: { 'cache-control': 'no-store' } };
  const facts = tools.readFacts(header);
  const count = () => tools.count({ linkId: link.id, facts, address, userAgent: header('user-agent') ?? '' });
  if (facts.bot !== undefined && method === 'GET') count();
  if (link.passwordHash !== undefined) return answerPasswordForm(link.slug, false);
  const isVisit = method === 'GET' && facts.bot === undefined;
  if (link.maxVisits !== undefined) return isVisit ? takeLimited(tools, asked, count, leadOn) : answerUnopened();
  if (isVisit) count();
  return leadOn(link.url);
}

function leadOn(url: string): DirectResponse {
  return { status: 302, headers: { location: url, 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' } };
}

async function takeLimited(
  { takeOpening, closedPage }: Ports,
  { link, header }: Asked,
  count: () => void,
  lead: (url: string) => DirectResponse,
): Promise<DirectResponse> {
  const url = await takeOpening(link.id);
  if (url === undefined) return closedPage('link-used-up', header);
  count();
  return lead(url);
}

/** Checks the password of a form, and leads on. A form of another site is not looked at: it would guess in the visitor's name. */
async function openByPassword(tools: Tools, asked: Asked, form: Request): Promise<DirectResponse> {
  const { header, address, link } = asked;
  const site = header('sec-fetch-site');
  if (link.passwordHash === undefined) return leadOn(`/s/${link.slug}`);
  if (site !== undefined && site !== 'same-origin') return answerPasswordForm(link.slug, false);
  const password = await readPassword(tools.log, form, address);
  if (password === undefined) return answerPasswordForm(link.slug, true);
  const block = addressBlock(address);
  const turn = await tools.backOff.reserve(block);
  if (!turn.ok) return answerTooMany(turn.failure.waitSeconds);
  const linkTurn = await tools.guessesOfLink.reserve(link.id);
  if (!linkTurn.ok) {
    // Others guess: nobody who comes meanwhile has failed.
    await tools.backOff.giveBack(block);
    return answerGuessed(linkTurn.failure.waitSeconds);
  }
  const stored = link.passwordHash;
  const isRight = await tools.checks(() => isLinkPassword(password, stored));
  // Nothing was checked, or it was right: the attempt alone is taken back, so that knowing one password frees no guesses of another.
  if (isRight !== false) await Promise.all([tools.backOff.giveBack(block), tools.guessesOfLink.giveBack(link.id)]);
  if (isRight === undefined) return answerTooMany(1);
  if (!isRight) return answerPasswordForm(link.slug, true);
  const facts = tools.readFacts(header);
  const count = () => tools.count({ linkId: link.id, facts, address, userAgent: header('user-agent') ?? '' });
  if (link.maxVisits !== undefined) return takeLimited(tools, asked, count, answerOpened);
  count();
  return answerOpened(link.url);
}

/** The password of a form; `undefined` where the body is none, too long or too slow. */
async function readPassword(log: Log, form: Request, address: string): Promise<string | undefined> {
  const body = await withCappedBody(log, (read) => read(form, { maximumBytes: maxFormBytes, isAnonymous: true, address }));
  if (!body.ok) return undefined;
  const password = new URLSearchParams(body.value.toString('utf8')).get('password') ?? '';
  return password === '' || password.length > 200 ? undefined : password;
}
