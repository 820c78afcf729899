import { cleanText } from '@castellan/exports/plain-text';
import { lastAnswer, mainChain } from '@castellan/probes/observatory/capture';
import type { Cookie } from '@castellan/probes/observatory/cookie-jar';
import { countedCookies, faultsOf, testCookies } from '@castellan/probes/observatory/cookie-test';
import type { Evidence } from '@castellan/probes/observatory/evidence';
import { joinedHeader } from '@castellan/probes/observatory/header-list';
import type { ObservatoryScore } from '@castellan/probes/observatory/observatory';
import { originOf } from '@castellan/probes/observatory/sri-test';
import {
  describeResult,
  modifierOf,
  type ObservatoryTest,
  observatoryTests,
  type ResultName,
} from '@castellan/probes/observatory/test-result';
import { hideCredentials } from '@castellan/probes/observatory/web-address';
import type { Finding, FixSnippet, Severity } from '@castellan/probes/report';
import { advice } from './advice.ts';
import { hashScript } from './fixes.ts';

/** Outcomes by which cookies without Secure count as protected. */
const lastingHsts: ReadonlySet<ResultName> = new Set(['hsts-preloaded', 'hsts-implemented-max-age-at-least-six-months']);

/** What the cookies come to that a browser keeps. The Observatory's score counts deleted ones too. */
function testKeptCookies({ tests }: ObservatoryScore, evidence: Evidence): ResultName {
  return testCookies(evidence, lastingHsts.has(tests['strict-transport-security'].result), 'kept');
}

/** The outcome of a test as it is judged here: as the Observatory has it, but for cookies that are deleted. */
export function judgedResult(test: ObservatoryTest, score: ObservatoryScore, evidence: Evidence): ResultName {
  return test === 'cookies' ? testKeptCookies(score, evidence) : score.tests[test].result;
}

/** A finding for each test that costs points, by its outcome's name. */
export function findLostPoints(score: ObservatoryScore, evidence: Evidence): readonly Finding[] {
  const lost = observatoryTests.flatMap((test) => {
    const result = judgedResult(test, score, evidence);
    if (modifierOf(result) >= 0) return [];
    const { why, fix } = advice[test];
    return [
      {
        id: result,
        severity: severityOf(modifierOf(result)),
        title: describeResult(result).replace(/\.$/, ''),
        evidence: `${cleanText(evidenceOf(test, evidence), 400)} (${modifierOf(result)} points)`,
        why,
        fix,
        snippets: snippetsFor(test, evidence),
      },
    ];
  });
  return [...lost, ...findDeletedCookies(score, evidence)];
}

/** The Observatory takes points for the flags of a cookie that no browser keeps: that is said, and alarms nobody. */
function findDeletedCookies(score: ObservatoryScore, evidence: Evidence): readonly Finding[] {
  const { modifier } = score.tests.cookies;
  if (modifier >= Math.min(0, modifierOf(testKeptCookies(score, evidence)))) return [];
  const deleted = countedCookies(evidence).filter(({ isDeleted }) => isDeleted);
  return [
    {
      id: 'deleted-cookie-scored',
      severity: 'info',
      title: 'The Observatory deducts points for a deleted cookie',
      evidence: `${cleanText(deleted.map(describeCookie).join('; '), 400)} (${modifier} points)`,
      why: 'The cookie expires on arrival, so browsers do not store it. The Observatory scores its attributes anyway.',
      fix: 'Send the deletion with the attributes of the cookie itself: Secure, HttpOnly and SameSite.',
    },
  ];
}

function snippetsFor(test: ObservatoryTest, { capture, page }: Evidence): readonly FixSnippet[] {
  if (test !== 'subresource-integrity') return advice[test].snippets(capture.hostname);
  return hashScript(page.scripts.find((script) => originOf(script, capture.hostname) === 'foreign' && script.integrity === '')?.src);
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
      const named = countedCookies(evidence).filter((cookie) => !cookie.isDeleted && faultsOf(cookie, false).length > 0);
      return named.map(describeCookie).join('; ') || 'SameSite cannot be parsed';
    }
    case 'redirection':
      return capture.http?.answers.map(({ url, status }) => `${status} ${hideCredentials(url)}`).join(' → ') ?? 'no answer';
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

function describeCookie({ name, secure, httpOnly, sameSite, isDeleted }: Cookie): string {
  const flags = [
    secure ? 'Secure' : 'no Secure',
    httpOnly ? 'HttpOnly' : 'no HttpOnly',
    sameSite === undefined ? 'no SameSite' : `SameSite=${sameSite}`,
  ];
  return `${name}${isDeleted ? ' (deleted)' : ''}: ${flags.join(', ')}`;
}
