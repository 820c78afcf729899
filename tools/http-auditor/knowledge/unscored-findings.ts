import { cleanText } from '@castellan/exports/plain-text';
import { lastAnswer, mainChain } from '@castellan/probes/observatory/capture';
import { countedCookies, isSessionCookie } from '@castellan/probes/observatory/cookie-test';
import type { Evidence } from '@castellan/probes/observatory/evidence';
import { type HeaderList, headerValues, joinedHeader } from '@castellan/probes/observatory/header-list';
import { hasCredentials, hideCredentials } from '@castellan/probes/observatory/web-address';
import type { Finding, FixSnippet, Severity } from '@castellan/probes/report';
import { dropHeader, sendHeader } from './fixes.ts';

/** A header of this origin in a preflight's answer means that it would be there for any. */
export const preflightOrigin = 'https://http-observatory.security.mozilla.org';

/** What the Observatory does not score, and an engineer wants to know all the same. */
export function findUnscored(evidence: Evidence): readonly Finding[] {
  const chain = mainChain(evidence.capture);
  if (chain === undefined) return [];
  const { headers } = lastAnswer(chain);
  return [
    ...findSharing(evidence),
    ...findMixedContent(evidence),
    ...findTransport(headers),
    ...findIsolation(headers),
    ...findLeaks(headers),
    ...findLegacy(headers),
    ...findCaching(headers),
    ...findCookieNames(evidence),
    ...findCredentials(evidence),
  ];
}

type Words = Omit<Finding, 'snippets' | 'severity' | 'evidence'>;

function finding(severity: Severity, evidence: string, words: Words, snippets: readonly FixSnippet[] = []): Finding {
  return { ...words, severity, evidence: cleanText(evidence, 400), ...(snippets.length === 0 ? {} : { snippets }) };
}

function findSharing({ capture: { preflight = [] } }: Evidence): readonly Finding[] {
  const origin = joinedHeader(preflight, 'access-control-allow-origin');
  const sendsCookies = joinedHeader(preflight, 'access-control-allow-credentials')?.toLowerCase() === 'true';
  if (origin !== preflightOrigin || !sendsCookies) return [];
  return [
    finding('high', `A request from ${preflightOrigin} was answered with that origin and Access-Control-Allow-Credentials: true`, {
      id: 'cors-any-origin-with-credentials',
      title: 'CORS allows any origin to read responses with credentials',
      why: 'The server reflects the Origin header. Any website can read what a signed-in visitor sees. The Observatory does not detect this.',
      fix: 'Allow only origins on a fixed list. Do not reflect the Origin header.',
    }),
  ];
}

function findMixedContent({ capture, page: { insecureLoads, isTooLarge } }: Evidence): readonly Finding[] {
  if (isTooLarge) {
    const words = {
      id: 'page-too-large',
      title: 'Page is too large to be parsed',
      why: 'It nests deeper than 2,000 elements or has more than 200,000. Its scripts and <meta> policies are not in the score.',
      fix: 'Audit its headers alone, or a smaller page of the site.',
    };
    return [finding('medium', `${capture.html.length} characters`, words)];
  }
  if (capture.https === undefined || insecureLoads.length === 0) return [];
  return [
    finding('medium', insecureLoads.slice(0, 8).join(', '), {
      id: 'mixed-content',
      title: `${insecureLoads.length === 1 ? 'One resource is' : `${insecureLoads.length} resources are`} loaded over plain HTTP (mixed content)`,
      why: 'A man in the middle can read or change resources that are loaded over plain HTTP. Current browsers block or upgrade them.',
      fix: 'Load every resource over HTTPS.',
    }),
  ];
}

function findTransport(headers: HeaderList): readonly Finding[] {
  const value = joinedHeader(headers, 'strict-transport-security');
  if (value === undefined) return [];
  const age = /max-age=("?)(-?\w*)\1/i.exec(value)?.[2] ?? '';
  if (!/^\d+$/.test(age)) {
    const words = {
      id: 'hsts-age-unreadable',
      title: 'Strict-Transport-Security has an invalid max-age',
      why: 'Browsers ignore the whole header. The Observatory’s score does not show this.',
      fix: 'Set max-age to a number of seconds.',
    };
    return [finding('medium', value, words, sendHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains'))];
  }
  if (/includesubdomains/i.test(value)) return [];
  const words = {
    id: 'hsts-without-subdomains',
    title: 'HSTS does not include subdomains',
    why: 'A man in the middle can spoof a subdomain over plain HTTP and set cookies for this host.',
    fix: 'Add includeSubDomains once all subdomains support HTTPS.',
  };
  return [finding('info', value, words, sendHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains'))];
}

const isolation = [
  {
    name: 'Permissions-Policy',
    value: 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    why: 'Without it, injected scripts and frames of the same origin can request camera, microphone and location.',
  },
  {
    name: 'Cross-Origin-Opener-Policy',
    value: 'same-origin',
    why: 'Without it, a page that opens this one keeps a reference to its window and may share its process.',
  },
  {
    name: 'Cross-Origin-Embedder-Policy',
    value: 'require-corp',
    why: 'Without it the page is not cross-origin isolated, and precise timers and shared memory are unavailable.',
  },
] as const;

function findIsolation(headers: HeaderList): readonly Finding[] {
  return isolation
    .filter(({ name }) => joinedHeader(headers, name) === undefined)
    .map(({ name, value, why }) =>
      finding(
        'info',
        `${name} is not sent`,
        { id: `${name.toLowerCase()}-missing`, title: `${name} header is not set`, why, fix: `Send ${value}, unless the page needs more.` },
        sendHeader(name, value),
      ),
    );
}

const talkative = ['Server', 'X-Powered-By', 'X-AspNet-Version', 'X-AspNetMvc-Version', 'X-Generator', 'X-Drupal-Cache', 'Via'];

function findLeaks(headers: HeaderList): readonly Finding[] {
  return talkative.flatMap((name) => {
    const value = joinedHeader(headers, name) ?? '';
    if (!/\d\.\d|PHP|ASP\.NET|Express/i.test(value)) return [];
    const words = {
      id: `version-in-${name.toLowerCase()}`,
      title: `${name} header discloses software or version`,
      why: 'Attackers use it to find servers with known vulnerabilities.',
      fix: 'Remove the header or the version in it.',
    };
    return [finding('low', `${name}: ${value}`, words, dropHeader(name))];
  });
}

const legacy: Readonly<Record<string, string>> = {
  'X-XSS-Protection': 'Current browsers have no XSS filter. In old ones the filter itself can be exploited.',
  'Expect-CT': 'Browsers enforce Certificate Transparency by default and ignore this header.',
  'Public-Key-Pins': 'Browsers no longer support key pinning.',
  'Feature-Policy': 'Permissions-Policy has replaced it.',
  'X-Webkit-CSP': 'Content-Security-Policy has replaced it.',
  'X-Content-Security-Policy': 'Content-Security-Policy has replaced it.',
};

function findLegacy(headers: HeaderList): readonly Finding[] {
  return Object.entries(legacy).flatMap(([name, why]) => {
    const value = joinedHeader(headers, name);
    if (value === undefined || (name === 'X-XSS-Protection' && value.startsWith('0'))) return [];
    const words = { id: `legacy-${name.toLowerCase()}`, title: `${name} header is obsolete`, why, fix: 'Remove the header.' };
    return [finding('info', `${name}: ${value}`, words, dropHeader(name))];
  });
}

function findCaching(headers: HeaderList): readonly Finding[] {
  if (headerValues(headers, 'set-cookie').length === 0) return [];
  const value = joinedHeader(headers, 'cache-control') ?? '';
  if (/no-store|private|no-cache/i.test(value)) return [];
  const words = {
    id: 'cookie-in-cacheable-answer',
    title: 'Response with a cookie may be stored by shared caches',
    why: 'A proxy or CDN could deliver one visitor’s cookie to another.',
    fix: 'Send Cache-Control: no-store or private with responses that set cookies.',
  };
  return [
    finding(
      'low',
      value === '' ? 'Set-Cookie without Cache-Control' : `Cache-Control: ${value}`,
      words,
      sendHeader('Cache-Control', 'no-store'),
    ),
  ];
}

function findCookieNames(evidence: Evidence): readonly Finding[] {
  const open = countedCookies(evidence).filter(
    ({ name, isDeleted }) => !isDeleted && isSessionCookie(name) && !/^__(?:Host|Secure)-/.test(name),
  );
  if (open.length === 0) return [];
  const words = {
    id: 'session-cookie-without-prefix',
    title: 'Session cookie without a name prefix',
    why: 'A subdomain or a man in the middle on plain HTTP can overwrite the cookie (session fixation).',
    fix: 'Use the __Host- prefix with Secure, Path=/ and no Domain.',
  };
  return [finding('info', open.map(({ name }) => name).join(', '), words)];
}

function findCredentials({ capture: { http, https } }: Evidence): readonly Finding[] {
  const answers = [http, https].flatMap((chain) => chain?.answers ?? []);
  const found = answers.flatMap(({ headers }) => headerValues(headers, 'location')).filter(hasCredentials);
  if (found.length === 0) return [];
  const words = {
    id: 'credentials-in-redirect',
    title: 'Redirect discloses a user name or password',
    why: 'Every visitor receives the credentials. Browser history, proxies and logs store them.',
    fix: 'Remove the credentials from the Location header, and change the password.',
  };
  return [finding('medium', `Location: ${[...new Set(found.map(hideCredentials))].join(', ')}`, words)];
}
