import type { Answer, Capture, Chain } from './capture.ts';
import { parseCookieDate } from './cookie-date.ts';
import { headerValues } from './header-list.ts';
import type { Pasted } from './parse-pasted.ts';
import type { ObservatoryTest } from './test-result.ts';
import { parseAddress } from './web-address.ts';

/** What plain HTTP does, where the pasted headers do not show it. */
export type HttpAssumption = 'redirects' | 'closed' | 'stays';

/** What is known of pasted headers besides them. */
export type Circumstances = {
  /** The address of the first head; empty where it is not known. */
  readonly address: string;
  readonly http: HttpAssumption;
  readonly isPreloaded: boolean;
  /** The page; that below the pasted headers where it is empty. */
  readonly html: string;
  /** When heads without a `Date` are taken to have come, in milliseconds since 1970. */
  readonly nowMs: number;
};

/** A capture made from what was pasted, and in a sentence each what had to be taken for granted. */
export type AssumedCapture = {
  readonly capture: Capture;
  readonly assumed: readonly string[];
  /** Tests that rest on what was taken for granted alone, with what would have shown it. */
  readonly notSeen: ReadonlyMap<ObservatoryTest, string>;
};

/** Stands for a host that is not known; it is never shown. */
const unknownHost = 'https://site.invalid/';

/** Makes of pasted heads what a scan would have seen. What headers alone cannot tell is assumed, and named. */
export function assumeCapture({ heads, body }: Pick<Pasted, 'heads' | 'body'>, given: Circumstances): AssumedCapture {
  const start = startOf(heads, given.address);
  const answers = addressHeads(heads, start ?? unknownHost, given.nowMs);
  const last = answers.at(-1) ?? answers[0];
  const preflight = headerValues(last.headers, 'access-control-allow-origin').length === 0 ? undefined : last.headers;
  const html = given.html === '' ? body : given.html;
  const first = parseAddress(answers[0].url);
  const isKnown = start !== undefined;
  const chains = first?.protocol === 'http:' ? chainsFromHttp(answers) : chainsFromHttps(answers, given.http);
  const assumed = [
    ...(isKnown ? [] : ['The host is unknown: cookies are accepted for any domain, and scripts with absolute URLs count as external.']),
    ...(first?.protocol === 'http:' ? [] : [assumptionTexts[given.http]]),
    'A CORS preflight is answered with the headers of the page.',
    ...(html === '' ? ['The HTML is missing: the page counts as one without scripts and <meta> policies.'] : []),
    `The host is ${given.isPreloaded ? '' : 'not '}on the HSTS preload list.`,
  ];
  const capture: Capture = {
    hostname: isKnown ? first?.hostname : undefined,
    ...chains,
    later: [],
    preflight,
    html,
    isPreloaded: () => given.isPreloaded,
  };
  const notSeen = new Map<ObservatoryTest, string>([
    ['cross-origin-resource-sharing', 'response headers alone do not show a CORS preflight'],
    ...(first?.protocol === 'http:' ? [] : [['redirection', 'response headers over HTTPS do not show what plain HTTP does'] as const]),
  ]);
  return { capture, assumed, notSeen };
}

const assumptionTexts: Readonly<Record<HttpAssumption, string>> = {
  redirects: 'Plain HTTP redirects to HTTPS on the same host.',
  closed: 'The site does not answer over plain HTTP.',
  stays: 'Plain HTTP delivers the same page.',
};

/** The address given, or what a first redirect to HTTPS gives away. */
function startOf(heads: Pasted['heads'], address: string): string | undefined {
  const written = address.trim();
  if (written !== '') {
    const parsed = parseAddress(/^https?:\/\//i.test(written) ? written : `https://${written}`);
    if (parsed !== undefined) return parsed.href;
  }
  const [first, second] = heads;
  const target = second === undefined ? undefined : parseAddress(headerValues(first.headers, 'location')[0] ?? '');
  if (target === undefined) return undefined;
  return target.protocol === 'https:' ? `http://${target.hostname}/` : target.href;
}

function addressHeads(heads: Pasted['heads'], start: string, nowMs: number): Chain['answers'] {
  let url = start;
  const [first, ...more] = heads;
  const place = (head: Pasted['heads'][number]): Answer => ({
    url,
    ...head,
    atMs: parseCookieDate(headerValues(head.headers, 'date')[0] ?? '') ?? nowMs,
  });
  const answers: [Answer, ...Answer[]] = [place(first)];
  for (const head of more) {
    const location = headerValues(answers.at(-1)?.headers ?? [], 'location')[0] ?? '';
    url = parseAddress(location, url)?.href ?? url;
    answers.push(place(head));
  }
  return answers;
}

/** Heads that begin at plain HTTP show the redirects; whoever asks by HTTPS begins at the first that came that way. */
function chainsFromHttp(answers: Chain['answers']): Pick<Capture, 'http' | 'https'> {
  const [begin, ...more] = answers.slice(answers.findIndex(({ url }) => url.startsWith('https:')));
  const isSecure = answers.some(({ url }) => url.startsWith('https:'));
  return {
    http: { answers, isVerified: true },
    https: isSecure && begin !== undefined ? { answers: [begin, ...more], isVerified: true } : undefined,
  };
}

function chainsFromHttps(answers: Chain['answers'], http: HttpAssumption): Pick<Capture, 'http' | 'https'> {
  const [first] = answers;
  const plain: Answer = { ...first, url: first.url.replace(/^https:/, 'http:') };
  const assumed: Readonly<Record<HttpAssumption, Chain | undefined>> = {
    redirects: { answers: [{ ...plain, status: 301 }, ...answers], isVerified: true },
    stays: { answers: [plain], isVerified: true },
    closed: undefined,
  };
  return { http: assumed[http], https: { answers, isVerified: true } };
}
