import { isbot } from 'isbot';

/** What is counted of one visit. Nothing of it tells who it was. */
export type VisitFacts = {
  /** The name that a known bot gives itself, in small letters. */
  readonly bot: string | undefined;
  /** The host of the page that led here; `direct` where the browser names none. */
  readonly referrer: string;
  readonly browser: string;
  /** The visitor's browser asks that nothing be sold or shared (Global Privacy Control): the visit alone is counted. */
  readonly isPrivate: boolean;
};

/** In this order: most browsers also carry the names of those after them. */
const browsers: readonly (readonly [name: string, sign: RegExp, behind?: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/\d/],
  ['Opera', /\b(?:OPR|Opera|OPT)\/\d/],
  ['Samsung Internet', /\bSamsungBrowser\/\d/],
  ['Vivaldi', /\bVivaldi\/\d/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/\d/],
  ['Chrome', /\b(?:Chrome|CriOS)\/\d/],
  ['Safari', /\bVersion\/\d/, /\bSafari\/\d/],
];

/** The browser by the name that it gives itself. */
export function browserOf(userAgent: string): string {
  const isSigned = (sign: RegExp, behind?: RegExp) => {
    const at = userAgent.search(sign);
    return at !== -1 && (behind === undefined || behind.test(userAgent.slice(at)));
  };
  return browsers.find(([, sign, behind]) => isSigned(sign, behind))?.[0] ?? 'other';
}

/** The host of a `Referer` header, without `www.`; what is no address of the web is `direct`. */
export function referrerOf(header: string | undefined): string {
  if (header === undefined || header.length > 2048 || !URL.canParse(header)) return 'direct';
  const { protocol, hostname } = new URL(header);
  if ((protocol !== 'http:' && protocol !== 'https:') || hostname === '' || hostname.length > 100) return 'direct';
  return hostname.replace(/^www\./, '');
}

/** The name in a bot's user agent, in few letters: it goes into a table. */
function botOf(userAgent: string): string | undefined {
  // Whoever names no browser is none.
  if (userAgent === '') return 'unnamed';
  if (!isbot(userAgent)) return undefined;
  const name = namedBot(userAgent) ?? /^[a-z][a-z-]*/i.exec(userAgent)?.[0] ?? 'other';
  return name.toLowerCase().slice(0, 40);
}

/** The first run of letters and hyphens with a word for a bot in it, to the end of the last such word. */
function namedBot(userAgent: string): string | undefined {
  // A digit or an underscore behind a run belongs to its last word.
  for (const [run] of userAgent.matchAll(/[a-z-]+[\w]?/gi)) {
    const ends = [...run.matchAll(/(?:bot|crawler|spider|preview|externalhit)(?!\w)/gi)].map(({ index, 0: word }) => index + word.length);
    const end = ends.at(-1);
    if (end !== undefined) return run.slice(0, end);
  }
  return undefined;
}

/** Longer user agents are nobody's, and would only cost time. */
const maxUserAgent = 512;

/** A header of a request by its name in small letters. */
export type ReadHeader = (name: string) => string | undefined;

/** Browsers send few different names: so many are remembered with what was read from them. */
const maxKnownAgents = 200;

/**
 * Reads what is counted from a request's headers. Looking for a bot in a user agent takes longer than all the rest, so the last
 * ones are remembered; the longest unused goes first.
 */
export function createVisitReader(): (header: ReadHeader) => VisitFacts {
  const known = new Map<string, Pick<VisitFacts, 'bot' | 'browser'>>();
  const factsOf = (userAgent: string) => {
    const facts = known.get(userAgent) ?? { bot: botOf(userAgent), browser: browserOf(userAgent) };
    known.delete(userAgent);
    const [longestUnused] = known.size >= maxKnownAgents ? known.keys() : [];
    if (longestUnused !== undefined) known.delete(longestUnused);
    known.set(userAgent, facts);
    return facts;
  };
  return (header) => ({
    ...factsOf((header('user-agent') ?? '').slice(0, maxUserAgent)),
    referrer: referrerOf(header('referer')),
    isPrivate: header('sec-gpc') === '1',
  });
}

/** Whether a browser only fetches ahead, so that nobody has come yet. */
export function isFetchedAhead(header: ReadHeader): boolean {
  return [header('sec-purpose'), header('purpose')].some((purpose) => purpose !== undefined && /\bprefetch\b|\bprerender\b/.test(purpose));
}
