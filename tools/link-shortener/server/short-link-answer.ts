import type { Clock } from '@castellan/foundation/clock';
import { addressBlock } from '@castellan/platform/core/address-block';
import type { BackOff, GuessWindow } from '@castellan/platform/core/back-off';
import { withCappedBody } from '@castellan/platform/core/capped-body';
import type { Log } from '@castellan/platform/core/log';
import type { SharedWindow } from '@castellan/platform/core/shared-windows';
import type { Answer } from '../../../server/http/listener.ts';
import { createOneAtATime, isLinkPassword } from './link-password.ts';
import { type FindShortLink, readSlug, type ShortLink } from './short-link.ts';
import {
  answerClosed,
  answerGuessed,
  answerOpened,
  answerPasswordForm,
  answerPreview,
  answerTooMany,
  answerUnopened,
} from './short-link-pages.ts';
import type { Visit } from './visit-counter.ts';
import { isFetchedAhead, readVisitFacts } from './visit-facts.ts';

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
  readonly clock: Clock;
  readonly log: Log;
  /** Without a slash at the end. */
  readonly publicUrl: () => string;
};

/** Passwords that wait to be checked. Each takes a tenth of a second and 32 MiB, so there is one at a time. */
const maxChecksWaiting = 8;

const maxFormBytes = 2048;

/** What every visit is made of. */
type Asked = {
  readonly request: Request;
  readonly address: string;
  readonly link: ShortLink;
};

/**
 * Answers `/s/{slug}` by leading on to the link's destination, and `/s/{slug}+` by showing it. A link that has expired, is used up
 * or leads back to a short link says so; one with a password asks for it. HEAD, what is only fetched ahead and known bots are never
 * counted as visits, and take nothing of a link that opens a limited number of times.
 */
export function createShortLinkAnswer(ports: Ports): Answer {
  const checks = createOneAtATime(maxChecksWaiting);
  return async (request, { address }) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith('/s/')) return undefined;
    const { method } = request;
    if (!['GET', 'HEAD', 'POST'].includes(method)) {
      return Response.json(
        { message: 'A short link is read, or opened by its password.' },
        { status: 405, headers: { allow: 'GET, HEAD, POST' } },
      );
    }
    const block = addressBlock(address);
    const allowed = ports.misses.look(block);
    if (!allowed.ok) return answerTooMany(method, allowed.failure.waitSeconds);
    const [, text = '', plus] = /^\/s\/([^/+%]*)(\+|%2B)?$/i.exec(pathname) ?? [];
    const slug = readSlug(text);
    const found = slug === undefined ? undefined : await ports.find(slug).catch(() => 'away' as const);
    if (found === 'away') return answerClosed(method, 'away');
    if (found === undefined) {
      const counted = await ports.misses.reserve(block);
      return counted.ok ? answerClosed(method, 'unknown') : answerTooMany(method, counted.failure.waitSeconds);
    }
    const asked: Asked = { request, address, link: found };
    const closed = closedReason(ports, found);
    if (closed !== undefined) return answerClosed(method, closed);
    if (plus !== undefined) return method === 'POST' ? answerClosed(method, 'unknown') : answerPreview(method, found);
    if (method === 'POST') return openByPassword(ports, checks, asked);
    return open(ports, asked);
  };
}

function closedReason({ clock, publicUrl }: Ports, link: ShortLink): 'expired' | 'used-up' | 'loop' | undefined {
  if (link.expiresAtMs !== undefined && link.expiresAtMs <= clock.nowMs()) return 'expired';
  // Openings are only ever taken: what was used up a second ago still is, and a flood costs the database nothing.
  if (link.maxVisits !== undefined && link.opened >= link.maxVisits) return 'used-up';
  return link.url.startsWith(`${publicUrl()}/s/`) ? 'loop' : undefined;
}

/** Leads on, or asks for the password. */
function open(ports: Ports, asked: Asked): Promise<Response> | Response {
  const { request, link } = asked;
  if (isFetchedAhead(request.headers)) {
    // A browser throws it away and asks again once somebody goes there.
    return new Response(null, { status: 503, headers: { 'cache-control': 'no-store' } });
  }
  const facts = readVisitFacts(request.headers);
  const count = () => ports.count({ linkId: link.id, facts, address: asked.address, userAgent: request.headers.get('user-agent') ?? '' });
  if (facts.bot !== undefined && request.method === 'GET') count();
  if (link.passwordHash !== undefined) return answerPasswordForm(request.method, link.slug, false);
  const isVisit = request.method === 'GET' && facts.bot === undefined;
  if (link.maxVisits !== undefined) {
    if (!isVisit) return answerUnopened(request.method);
    return takeLimited(ports, link, count, leadOn);
  }
  if (isVisit) count();
  return leadOn(link.url);
}

function leadOn(url: string): Response {
  return new Response(null, { status: 302, headers: { location: url, 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' } });
}

async function takeLimited(ports: Ports, link: ShortLink, count: () => void, lead: (url: string) => Response): Promise<Response> {
  const url = await ports.takeOpening(link.id);
  if (url === undefined) return answerClosed('GET', 'used-up');
  count();
  return lead(url);
}

/** Checks the password of a form, and leads on. A form of another site is not looked at: it would guess in the visitor's name. */
async function openByPassword(ports: Ports, checks: ReturnType<typeof createOneAtATime>, asked: Asked): Promise<Response> {
  const { request, link } = asked;
  const site = request.headers.get('sec-fetch-site');
  if (link.passwordHash === undefined) return leadOn(`/s/${link.slug}`);
  if (site !== null && site !== 'same-origin') return answerPasswordForm('POST', link.slug, false);
  const password = await readPassword(ports.log, asked);
  if (password === undefined) return answerPasswordForm('POST', link.slug, true);
  const block = addressBlock(asked.address);
  const turn = await ports.backOff.reserve(block);
  if (!turn.ok) return answerTooMany('POST', turn.failure.waitSeconds);
  const linkTurn = await ports.guessesOfLink.reserve(link.id);
  if (!linkTurn.ok) {
    // Others guess: nobody who comes meanwhile has failed.
    await ports.backOff.giveBack(block);
    return answerGuessed('POST', linkTurn.failure.waitSeconds);
  }
  const stored = link.passwordHash;
  const checking = checks(() => isLinkPassword(password, stored));
  const isRight = await checking;
  // Nothing was checked, or it was right: the attempt alone is taken back, so that knowing one password frees no guesses of another.
  if (isRight !== false) await Promise.all([ports.backOff.giveBack(block), ports.guessesOfLink.giveBack(link.id)]);
  if (isRight === undefined) return answerTooMany('POST', 1);
  if (!isRight) return answerPasswordForm('POST', link.slug, true);
  const facts = readVisitFacts(request.headers);
  const count = () => ports.count({ linkId: link.id, facts, address: asked.address, userAgent: request.headers.get('user-agent') ?? '' });
  if (link.maxVisits !== undefined) return takeLimited(ports, link, count, (url) => answerOpened('POST', url));
  count();
  return answerOpened('POST', link.url);
}

/** The password of a form; `undefined` where the body is none, too long or too slow. */
async function readPassword(log: Log, { request, address }: Asked): Promise<string | undefined> {
  const body = await withCappedBody(log, (read) => read(request, { maximumBytes: maxFormBytes, isAnonymous: true, address }));
  if (!body.ok) return undefined;
  const password = new URLSearchParams(body.value.toString('utf8')).get('password') ?? '';
  return password === '' || password.length > 200 ? undefined : password;
}
