import { type Capture, lastAnswer, mainChain } from './capture.ts';
import { testCookies } from './cookie-test.ts';
import { testContentSecurityPolicy } from './csp-test.ts';
import { type Evidence, htmlTypes } from './evidence.ts';
import { joinedHeader } from './header-list.ts';
import {
  testContentTypeOptions,
  testFrameOptions,
  testReferrerPolicy,
  testResourcePolicy,
  testResourceSharing,
  testStrictTransport,
} from './header-tests.ts';
import { emptyPage, type PageFacts } from './read-html.ts';
import { testRedirection } from './redirection-test.ts';
import { testSubresourceIntegrity } from './sri-test.ts';
import { modifierOf, type ObservatoryTest, observatoryTests, type ResultName } from './test-result.ts';

/** Grades of the Observatory, best first. */
export type Grade = 'A+' | 'A' | 'A-' | 'B+' | 'B' | 'B-' | 'C+' | 'C' | 'C-' | 'D+' | 'D' | 'D-' | 'F';

/** Score and grade with the outcome of each test; `modifier` is what the test adds to 100. */
export type ObservatoryScore = {
  readonly score: number;
  readonly grade: Grade;
  readonly tests: Readonly<Record<ObservatoryTest, { readonly result: ResultName; readonly modifier: number }>>;
};

/** The page of a capture as the tests see it: no body counts unless its type is HTML. */
export function pageIn(capture: Capture, read: (html: string) => PageFacts): PageFacts {
  const chain = mainChain(capture);
  const type = chain === undefined ? undefined : joinedHeader(lastAnswer(chain).headers, 'content-type');
  return htmlTypes.has(type?.split(';')[0] ?? '') ? read(capture.html) : emptyPage;
}

/** Whether the Observatory scores a page with this status: it refuses errors, except that one must sign in. */
export function isScorable(status: number): boolean {
  return (status >= 200 && status < 400) || status === 401 || status === 403;
}

/** Scores a capture exactly as version 4 of the HTTP Observatory's algorithm does. */
export function scoreCapture(evidence: Evidence): ObservatoryScore {
  const csp = testContentSecurityPolicy(evidence);
  const hsts = testStrictTransport(evidence);
  const results: Readonly<Record<ObservatoryTest, ResultName>> = {
    'content-security-policy': csp.result,
    cookies: testCookies(evidence, hsts === 'hsts-preloaded' || hsts === 'hsts-implemented-max-age-at-least-six-months'),
    'cross-origin-resource-sharing': testResourceSharing(evidence),
    redirection: testRedirection(evidence),
    'referrer-policy': testReferrerPolicy(evidence),
    'strict-transport-security': hsts,
    'subresource-integrity': testSubresourceIntegrity(evidence),
    'x-content-type-options': testContentTypeOptions(evidence),
    'x-frame-options': testFrameOptions(evidence, csp),
    'cross-origin-resource-policy': testResourcePolicy(evidence),
  };
  return gradeResults(results);
}

/** Adds up the outcomes of the ten tests. Extra points count only from 90 points on without them. */
export function gradeResults(results: Readonly<Record<ObservatoryTest, ResultName>>): ObservatoryScore {
  const scored = observatoryTests.map((name) => [name, { result: results[name], modifier: modifierOf(results[name]) }] as const);
  const modifiers = scored.map(([, { modifier }]) => modifier);
  const withoutExtra = modifiers.reduce((sum, modifier) => sum + Math.min(modifier, 0), 100);
  const withExtra = modifiers.reduce((sum, modifier) => sum + modifier, 100);
  const score = Math.max(0, withoutExtra >= 90 ? withExtra : withoutExtra);
  return { score, grade: gradeOf(score), tests: Object.fromEntries(scored) as ObservatoryScore['tests'] };
}

const gradeSteps: readonly (readonly [from: number, grade: Grade])[] = [
  [100, 'A+'],
  [90, 'A'],
  [85, 'A-'],
  [80, 'B+'],
  [70, 'B'],
  [65, 'B-'],
  [60, 'C+'],
  [50, 'C'],
  [45, 'C-'],
  [40, 'D+'],
  [30, 'D'],
  [25, 'D-'],
];

/** The grade of a score; scores move in steps of five. */
export function gradeOf(score: number): Grade {
  return gradeSteps.find(([from]) => score >= from)?.[1] ?? 'F';
}
