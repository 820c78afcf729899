import { cleanText } from '@castellan/exports/plain-text';
import { lastAnswer, mainChain } from '@castellan/probes/observatory/capture';
import { countedCookies, faultsOf } from '@castellan/probes/observatory/cookie-test';
import type { Evidence } from '@castellan/probes/observatory/evidence';
import { joinedHeader } from '@castellan/probes/observatory/header-list';
import type { ObservatoryScore } from '@castellan/probes/observatory/observatory';
import { originOf } from '@castellan/probes/observatory/sri-test';
import { describeResult, type ObservatoryTest, observatoryTests } from '@castellan/probes/observatory/test-result';
import type { Finding, FixSnippet, Severity } from '@castellan/probes/report';
import { dropHeader, flagCookies, redirectToHttps, sendHeader } from './fixes.ts';

/** A policy to begin with: it refuses all that it does not name, and names this site alone. */
export const startingPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Why a test matters and what passes it; `header` where sending one is all there is to do. */
export type Advice = {
  readonly why: string;
  readonly fix: string;
  readonly header?: { readonly name: string; readonly value: string };
  readonly snippets: readonly FixSnippet[];
};

/** What to do about each of the ten tests. */
export const advice: Readonly<Record<ObservatoryTest, Advice>> = {
  'content-security-policy': withHeader('Content-Security-Policy', startingPolicy, {
    why: 'Without a strict policy a script that someone smuggles into the page runs with all its rights.',
    fix: 'Begin with this policy as Content-Security-Policy-Report-Only, allow what the reports show to be needed, then enforce it.',
  }),
  cookies: {
    why: 'A cookie without Secure is sent in clear; without HttpOnly any script reads it; without SameSite other sites make it travel.',
    fix: 'Give every cookie Secure and SameSite, and those of sessions HttpOnly: where the application sets them, or at the server.',
    snippets: flagCookies,
  },
  'cross-origin-resource-sharing': {
    why: 'Whoever may read the page with the visitor’s cookies reads what only the visitor should.',
    fix: 'Name the origins that may read it, or leave the header out.',
    snippets: dropHeader('Access-Control-Allow-Origin'),
  },
  redirection: {
    why: 'Who begins at plain HTTP can be kept there, read and changed by whoever stands in between.',
    fix: 'Lead plain HTTP to HTTPS on the same host first, and anywhere else from there.',
    snippets: redirectToHttps,
  },
  'referrer-policy': withHeader('Referrer-Policy', 'strict-origin-when-cross-origin', {
    why: 'Addresses of pages may hold names, searches and tokens, which other sites have no business knowing.',
    fix: 'Send strict-origin-when-cross-origin, or something stricter.',
  }),
  'strict-transport-security': withHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains', {
    why: 'A first visit by plain HTTP can be kept on plain HTTP by whoever stands in between.',
    fix: 'Send it for at least six months, once every subdomain can be reached by HTTPS.',
  }),
  'subresource-integrity': {
    why: 'Whoever takes over the host of a foreign script runs code in this page.',
    fix: 'Load scripts by HTTPS from this site, or give each its hash: integrity="sha384-…" crossorigin="anonymous".',
    snippets: [{ label: 'Hash', text: 'curl -s https://cdn.example/script.js | openssl dgst -sha384 -binary | openssl base64 -A' }],
  },
  'x-content-type-options': withHeader('X-Content-Type-Options', 'nosniff', {
    why: 'A browser that guesses may run an uploaded picture or text as a script.',
    fix: 'Send nosniff, and the right Content-Type with every file.',
  }),
  'x-frame-options': withHeader('X-Frame-Options', 'DENY', {
    why: 'In a frame of another site visitors can be made to click what they do not see.',
    fix: "Send frame-ancestors 'none' (or 'self') in the policy, and X-Frame-Options for old browsers.",
  }),
  'cross-origin-resource-policy': withHeader('Cross-Origin-Resource-Policy', 'same-origin', {
    why: 'What other sites may embed, their process can hold and read by flaws of the processor.',
    fix: 'Send same-origin, or same-site where sister sites embed this.',
  }),
};

function withHeader(name: string, value: string, words: Pick<Advice, 'why' | 'fix'>): Advice {
  return { ...words, header: { name, value }, snippets: sendHeader(name, value) };
}

/** A finding for each test that costs points, by its outcome's name. */
export function findLostPoints(score: ObservatoryScore, evidence: Evidence): readonly Finding[] {
  return observatoryTests.flatMap((test) => {
    const { result, modifier } = score.tests[test];
    if (modifier >= 0) return [];
    const { why, fix, snippets } = advice[test];
    return [
      {
        id: result,
        severity: severityOf(modifier),
        title: describeResult(result).replace(/\.$/, ''),
        evidence: `${cleanText(evidenceOf(test, evidence), 400)} (${modifier} points)`,
        why,
        fix,
        snippets,
      },
    ];
  });
}

/** How bad it is that a test costs so many points. */
export function severityOf(modifier: number): Severity {
  if (modifier <= -30) return 'high';
  return modifier <= -20 ? 'medium' : 'low';
}

function evidenceOf(test: ObservatoryTest, evidence: Evidence): string {
  const { capture, page } = evidence;
  switch (test) {
    case 'cookies': {
      const named = countedCookies(evidence).filter((cookie) => faultsOf(cookie, false).length > 0);
      return (
        named.map(({ name, secure, httpOnly, sameSite }) => `${name}: ${flagsOf({ secure, httpOnly, sameSite })}`).join(', ') ||
        'SameSite cannot be read'
      );
    }
    case 'redirection':
      return capture.http?.answers.map(({ url, status }) => `${status} ${url}`).join(' → ') ?? 'no answer';
    case 'subresource-integrity':
      return page.scripts.flatMap((script) => (originOf(script, capture.hostname) === 'own' ? [] : script.src)).join(', ');
    case 'cross-origin-resource-sharing':
      return `Access-Control-Allow-Origin: ${joinedHeader(capture.preflight ?? [], 'access-control-allow-origin') ?? ''}`;
    default: {
      const name = advice[test].header?.name ?? test;
      const chain = mainChain(capture);
      const value = chain === undefined ? undefined : joinedHeader(lastAnswer(chain).headers, name);
      return value === undefined ? `${name} is not sent` : `${name}: ${value}`;
    }
  }
}

function flagsOf({
  secure,
  httpOnly,
  sameSite,
}: {
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly sameSite: string | undefined;
}): string {
  return [
    secure ? 'Secure' : 'no Secure',
    httpOnly ? 'HttpOnly' : 'no HttpOnly',
    sameSite === undefined ? 'no SameSite' : `SameSite=${sameSite}`,
  ].join(' ');
}
