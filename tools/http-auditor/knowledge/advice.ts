import type { ObservatoryTest } from '@castellan/probes/observatory/test-result';
import type { FixSnippet } from '@castellan/probes/report';
import { dropHeader, flagCookies, redirectToHttps, sendHeader } from './fixes.ts';

/** A policy to begin with: it refuses all that it does not name, and names this site alone. */
export const startingPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Why a test matters and what passes it; `header` where sending one is all there is to do. */
export type Advice = {
  readonly why: string;
  readonly fix: string;
  readonly header?: { readonly name: string; readonly value: string };
  /** Server configuration for a host; `undefined` where its name is not known. */
  readonly snippets: (hostname: string | undefined) => readonly FixSnippet[];
};

/** What to do about each of the ten tests. */
export const advice: Readonly<Record<ObservatoryTest, Advice>> = {
  'content-security-policy': withHeader('Content-Security-Policy', startingPolicy, {
    why: 'A strict policy limits cross-site scripting: browsers do not run injected scripts.',
    fix: 'Deploy this policy as Content-Security-Policy-Report-Only first. Add the sources that the reports show. Then enforce it.',
  }),
  cookies: {
    why: 'Without Secure a cookie is sent over plain HTTP. Without HttpOnly scripts can read it. Without SameSite it is sent with cross-site requests.',
    fix: 'Set Secure and SameSite on every cookie, and HttpOnly on session cookies, in the application or at the server.',
    snippets: () => flagCookies,
  },
  'cross-origin-resource-sharing': {
    why: 'Any website can read responses with the visitor’s credentials.',
    fix: 'Allow only trusted origins, or remove the header.',
    snippets: () => dropHeader('Access-Control-Allow-Origin'),
  },
  redirection: {
    why: 'A man in the middle can intercept visits that start over plain HTTP.',
    fix: 'Redirect HTTP to HTTPS on the same host first, and to other hosts only from there.',
    snippets: redirectToHttps,
  },
  'referrer-policy': withHeader('Referrer-Policy', 'strict-origin-when-cross-origin', {
    why: 'URLs can contain names, search terms and tokens. The Referer header discloses them to other sites.',
    fix: 'Send strict-origin-when-cross-origin or a stricter value.',
  }),
  'strict-transport-security': withHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains', {
    why: 'Without HSTS a man in the middle can keep visitors on plain HTTP (SSL stripping).',
    fix: 'Send it with a max-age of at least six months, once all subdomains support HTTPS.',
  }),
  'subresource-integrity': {
    why: 'If the external host is compromised, its script runs in this page.',
    fix: 'Host the script on this site, or load it over HTTPS with an integrity attribute: integrity="sha384-…" crossorigin="anonymous".',
    snippets: () => [],
  },
  'x-content-type-options': withHeader('X-Content-Type-Options', 'nosniff', {
    why: 'Browsers may guess the content type and run an uploaded file as a script (MIME sniffing).',
    fix: 'Send nosniff, and the correct Content-Type with every response.',
  }),
  'x-frame-options': withHeader('X-Frame-Options', 'DENY', {
    why: 'An attacker can frame the page and trick visitors into clicking hidden elements (clickjacking).',
    fix: "Send frame-ancestors 'none' (or 'self') in the CSP, and X-Frame-Options for old browsers.",
  }),
  'cross-origin-resource-policy': withHeader('Cross-Origin-Resource-Policy', 'same-origin', {
    why: 'Other sites can load the response into their own process, where side-channel attacks such as Spectre can read it.',
    fix: 'Send same-origin, or same-site if sibling subdomains embed it.',
  }),
};

function withHeader(name: string, value: string, words: Pick<Advice, 'why' | 'fix'>): Advice {
  return { ...words, header: { name, value }, snippets: () => sendHeader(name, value) };
}
