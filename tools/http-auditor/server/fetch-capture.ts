import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '@castellan/foundation/clock';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Answer, Capture, Chain } from '@castellan/probes/observatory/capture';
import { collectCookies, cookieHeader } from '@castellan/probes/observatory/cookie-jar';
import type { HeaderList } from '@castellan/probes/observatory/header-list';
import type { Egress, EgressFailure, EgressRequest } from '../../../server/adapters/egress.ts';
import { preflightOrigin } from '../knowledge/unscored-findings.ts';

const redirectStatuses = [301, 302, 303, 307, 308];
const maxRedirects = 10;
const maxPageBytes = 5 * 1024 * 1024;
/** As long as the published scanner waits. */
const requestTimeoutMs = 9_000;

const pageHeaders = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'user-agent': 'Mozilla/5.0 (compatible; Castellan HTTP Auditor)',
};

/** What a capture is made of. */
export type Site = { readonly hostname: string; readonly httpUrl: string; readonly httpsUrl: string };

/** A capture, and the code of what kept plain HTTP and HTTPS from answering, where one did not. */
export type Fetched = {
  readonly capture: Capture;
  readonly failures: { readonly http?: EgressFailure['code']; readonly https?: EgressFailure['code'] };
  /** Milliseconds from asking for the page itself to the end of its body, redirects before it left out. */
  readonly answerMs: number | undefined;
};

type Context = { readonly egress: Egress; readonly clock: Clock; readonly signal: AbortSignal; readonly hostname: string };

type FetchedChain = { readonly chain: Chain; readonly html: string; readonly answerMs: number };

/**
 * Asks a site for all that the score is made from, as the published scanner does: its page by HTTP and HTTPS with every redirect,
 * and a CORS preflight. Where a certificate is not trusted the page is asked for without trust, and nothing secret is sent.
 */
export async function fetchCapture(
  { hostname, httpUrl, httpsUrl }: Site,
  {
    egress,
    clock,
    signal,
    isPreloaded,
    say,
  }: Pick<Context, 'egress' | 'clock' | 'signal'> & { readonly isPreloaded: boolean; readonly say: (doing: string) => void },
): Promise<Fetched> {
  const context = { egress, clock, signal, hostname };
  say('Asking for the page by HTTP and HTTPS');
  const [http, https] = await Promise.all([fetchPage(httpUrl, context), fetchPage(httpsUrl, context)]);
  const main = https.ok ? https.value : http.ok ? http.value : undefined;
  const start = https.ok ? httpsUrl : httpUrl;
  say('Asking as another site would');
  const after = main === undefined ? { later: [], preflight: undefined } : await fetchRest(main.chain, start, context);
  const capture: Capture = {
    hostname,
    http: http.ok ? http.value.chain : undefined,
    https: https.ok ? https.value.chain : undefined,
    ...after,
    html: main?.html ?? '',
    isPreloaded: () => isPreloaded,
  };
  const failures = { ...(http.ok ? {} : { http: http.failure.code }), ...(https.ok ? {} : { https: https.failure.code }) };
  return { capture, failures, answerMs: main?.answerMs };
}

async function fetchPage(url: string, context: Context): Promise<Result<FetchedChain, EgressFailure>> {
  const trusted = await follow({ url, headers: pageHeaders }, context, true);
  if (trusted.ok || trusted.failure.code !== 'connection_failed') return trusted;
  const untrusted = await follow({ url, headers: pageHeaders, acceptsAnyCertificate: true }, context, true);
  return untrusted.ok ? succeed({ ...untrusted.value, chain: { ...untrusted.value.chain, isVerified: false } }) : untrusted;
}

/** Follows redirects with a jar of cookies for this chain. The eleventh redirect is the answer. */
async function follow(
  request: EgressRequest,
  { egress, clock, signal, hostname }: Context,
  keepsCookies: boolean,
): Promise<Result<FetchedChain, EgressFailure>> {
  const answers: Answer[] = [];
  let url = request.url;
  for (;;) {
    const cookie = keepsCookies ? cookieHeader(collectCookies(answers, hostname), url) : undefined;
    const { bare, authorization } = takeCredentials(url, answers.at(-1)?.url ?? '');
    const headers = {
      ...request.headers,
      ...(cookie === undefined ? {} : { cookie }),
      ...(authorization === undefined ? {} : { authorization }),
    };
    const sentAtMs = clock.nowMs();
    const sent = await egress.send({ ...request, url: bare, headers, maxBodyBytes: maxPageBytes, timeoutMs: requestTimeoutMs, signal });
    const answeredAtMs = clock.nowMs();
    if (!sent.ok) return sent;
    const answer = { url, status: sent.value.status, headers: listHeaders(sent.value.headers), atMs: answeredAtMs };
    answers.push(answer);
    if (!redirectStatuses.includes(answer.status) || answers.length > maxRedirects) {
      const [first = answer, ...more] = answers;
      return succeed({
        chain: { answers: [first, ...more], isVerified: true },
        html: new TextDecoder().decode(sent.value.body),
        answerMs: Math.max(0, Math.round(answeredAtMs - sentAtMs)),
      });
    }
    // The published scanner resolves a Location that is not there as the word for it.
    const next = URL.parse(String(sent.value.headers.location), url);
    if (next === null) return fail({ code: 'redirect_malformed' });
    url = next.href;
  }
}

/**
 * An address as it is asked for: user name and password in it are sent as Basic credentials (RFC 7617) to that address alone, and only
 * where its own host named them. A site may not have this server try to sign in elsewhere, where the server may reach more than the site.
 */
function takeCredentials(url: string, from: string): { readonly bare: string; readonly authorization: string | undefined } {
  const address = URL.parse(url);
  if (address === null || (address.username === '' && address.password === '')) return { bare: url, authorization: undefined };
  const given = `${decodePart(address.username)}:${decodePart(address.password)}`;
  address.username = '';
  address.password = '';
  if (address.hostname !== URL.parse(from)?.hostname) return { bare: address.href, authorization: undefined };
  return { bare: address.href, authorization: `Basic ${Buffer.from(given).toString('base64')}` };
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The preflight; and where the certificate is not trusted, robots.txt before it, whose cookies the published scanner counts then. */
async function fetchRest({ answers, isVerified }: Chain, start: string, context: Context): Promise<Pick<Capture, 'later' | 'preflight'>> {
  const acceptsAnyCertificate = !isVerified;
  const robotsUrl = new URL('/robots.txt', start).href;
  const robots = isVerified
    ? undefined
    : await follow({ url: robotsUrl, headers: { ...pageHeaders, accept: 'text/plain,*/*;q=0.8' }, acceptsAnyCertificate }, context, true);
  const robotsAnswers = robots?.ok === true ? robots.value.chain.answers : [];
  const isRobotsFound = isSuccess(robotsAnswers.at(-1)?.status);
  const asked: EgressRequest = {
    url: isRobotsFound ? robotsUrl : (answers.at(-1) ?? answers[0]).url,
    method: 'OPTIONS',
    headers: { ...pageHeaders, 'access-control-request-method': 'GET', origin: preflightOrigin },
    acceptsAnyCertificate,
  };
  const preflight = await follow(asked, context, !isVerified);
  const preflightAnswers = preflight.ok ? preflight.value.chain.answers : [];
  const last = preflightAnswers.at(-1);
  const later = isVerified ? [] : [...robotsAnswers, ...preflightAnswers].filter(({ url }) => url.startsWith('https:'));
  return { later, preflight: last !== undefined && isSuccess(last.status) ? last.headers : undefined };
}

function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

function listHeaders(headers: IncomingHttpHeaders): HeaderList {
  return Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one) => ({ name, value: one })));
}
