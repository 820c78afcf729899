import { cleanText } from '@castellan/exports/plain-text';
import { lastAnswer, mainChain } from '@castellan/probes/observatory/capture';
import { countedCookies, isSessionCookie } from '@castellan/probes/observatory/cookie-test';
import type { Evidence } from '@castellan/probes/observatory/evidence';
import { type HeaderList, headerValues, joinedHeader } from '@castellan/probes/observatory/header-list';
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
      title: 'Any site may read this one with the visitor’s cookies',
      why: 'Whatever the visitor sees when signed in, any page the visitor opens can read. The published scanner overlooks it.',
      fix: 'Answer only origins on a list of your own, and never with the asker’s own name.',
    }),
  ];
}

function findMixedContent({ capture, page: { insecureLoads, isTooLarge } }: Evidence): readonly Finding[] {
  if (isTooLarge) {
    const words = {
      id: 'page-too-large',
      title: 'The page is too large to be read',
      why: 'It is nested deeper than 2,000 elements, or makes more than 200,000: its scripts and policies are not in the score.',
      fix: 'Look at its headers alone, or at a smaller page of the site.',
    };
    return [finding('medium', `${capture.html.length} characters`, words)];
  }
  if (capture.https === undefined || insecureLoads.length === 0) return [];
  return [
    finding('medium', insecureLoads.slice(0, 8).join(', '), {
      id: 'mixed-content',
      title: insecureLoads.length === 1 ? 'Something is loaded by plain HTTP' : `${insecureLoads.length} things are loaded by plain HTTP`,
      why: 'Browsers block some of it and ask for the rest by HTTPS; older ones let it be read and changed on the way.',
      fix: 'Load it by HTTPS.',
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
      title: 'Strict-Transport-Security has no readable max-age',
      why: 'Browsers ignore the whole header; the Observatory’s score does not show it.',
      fix: 'Write the seconds as a plain number.',
    };
    return [finding('medium', value, words, sendHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains'))];
  }
  if (/includesubdomains/i.test(value)) return [];
  const words = {
    id: 'hsts-without-subdomains',
    title: 'Strict-Transport-Security leaves subdomains out',
    why: 'A forged subdomain by plain HTTP can set cookies for this host.',
    fix: 'Add includeSubDomains once every subdomain can be reached by HTTPS.',
  };
  return [finding('info', value, words, sendHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains'))];
}

const isolation = [
  {
    name: 'Permissions-Policy',
    value: 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    why: 'Scripts and frames in the page may ask for the camera, the microphone and the place unless it says no.',
  },
  {
    name: 'Cross-Origin-Opener-Policy',
    value: 'same-origin',
    why: 'A page that opens this one keeps a handle to its window, and shares its process.',
  },
  {
    name: 'Cross-Origin-Embedder-Policy',
    value: 'require-corp',
    why: 'Only with it does a browser keep what the page loads apart from other sites’ processes; precise timers need it.',
  },
] as const;

function findIsolation(headers: HeaderList): readonly Finding[] {
  return isolation
    .filter(({ name }) => joinedHeader(headers, name) === undefined)
    .map(({ name, value, why }) =>
      finding(
        'info',
        `${name} is not sent`,
        { id: `${name.toLowerCase()}-missing`, title: `No ${name}`, why, fix: `Send ${value}, if nothing the page does needs more.` },
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
      title: `${name} tells the software’s name or version`,
      why: 'Who looks for servers with a known flaw finds this one by it.',
      fix: 'Leave the version out.',
    };
    return [finding('low', `${name}: ${value}`, words, dropHeader(name))];
  });
}

const legacy: Readonly<Record<string, string>> = {
  'X-XSS-Protection': 'Browsers gave the filter up; where it still runs it can be turned against the page. Send 0 or nothing.',
  'Expect-CT': 'Browsers ask for Certificate Transparency by themselves now, and ignore this.',
  'Public-Key-Pins': 'Browsers gave pinning up; a wrong pin once locked sites out for months.',
  'Feature-Policy': 'Permissions-Policy took its place.',
  'X-Webkit-CSP': 'Content-Security-Policy took its place.',
  'X-Content-Security-Policy': 'Content-Security-Policy took its place.',
};

function findLegacy(headers: HeaderList): readonly Finding[] {
  return Object.entries(legacy).flatMap(([name, why]) => {
    const value = joinedHeader(headers, name);
    if (value === undefined || (name === 'X-XSS-Protection' && value.startsWith('0'))) return [];
    const words = { id: `legacy-${name.toLowerCase()}`, title: `${name} is of no use any more`, why, fix: 'Leave it out.' };
    return [finding('info', `${name}: ${value}`, words, dropHeader(name))];
  });
}

function findCaching(headers: HeaderList): readonly Finding[] {
  if (headerValues(headers, 'set-cookie').length === 0) return [];
  const value = joinedHeader(headers, 'cache-control') ?? '';
  if (/no-store|private|no-cache/i.test(value)) return [];
  const words = {
    id: 'cookie-in-cacheable-answer',
    title: 'A shared cache may keep this answer with its cookie',
    why: 'The next visitor would be given the cookie of the one before.',
    fix: 'Send Cache-Control: no-store or private with answers that set cookies.',
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
  const open = countedCookies(evidence).filter(({ name }) => isSessionCookie(name) && !/^__(?:Host|Secure)-/.test(name));
  if (open.length === 0) return [];
  const words = {
    id: 'session-cookie-without-prefix',
    title: 'A session cookie’s name does not protect it',
    why: 'A subdomain, or plain HTTP, can set a cookie of the same name over it.',
    fix: 'Call it __Host-…, with Secure, Path=/ and no Domain: browsers then take it from this host alone.',
  };
  return [finding('info', open.map(({ name }) => name).join(', '), words)];
}
