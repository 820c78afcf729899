import { cleanText } from '@castellan/exports/plain-text';
import { attentionFrom, type Judgement, judge, runCheck, sayVerdict } from '@castellan/probes/judgement';
import { type Capture, lastAnswer, mainChain } from '@castellan/probes/observatory/capture';
import type { Evidence } from '@castellan/probes/observatory/evidence';
import { type HeaderList, headerValues } from '@castellan/probes/observatory/header-list';
import { gradeResults, isScorable, type ObservatoryScore, pageIn, scoreCapture } from '@castellan/probes/observatory/observatory';
import { readHtml } from '@castellan/probes/observatory/read-html';
import { modifierOf, type ObservatoryTest, observatoryTests, type ResultName } from '@castellan/probes/observatory/test-result';
import { hideCredentials } from '@castellan/probes/observatory/web-address';
import { tellLeftOut } from '@castellan/probes/read-in-part';
import {
  type CheckResult,
  type Finding,
  isAtLeast,
  type ReportBody,
  type Severity,
  severities,
  sortFindings,
} from '@castellan/probes/report';
import { findPolicyWeaknesses } from './csp-findings.ts';
import { findLostPoints, judgedResult, severityOf } from './score-findings.ts';
import { testTitles } from './test-titles.ts';
import { findUnscored } from './unscored-findings.ts';

/** A test that could come out better: what is gained, and where the whole would stand with that alone. */
export type Step = { readonly test: ObservatoryTest; readonly gain: number; readonly score: number; readonly grade: string };

/** What an audit's report holds besides its head. */
export type HttpAuditFacts = {
  /** `null` where the status is one that the Observatory does not score. */
  readonly observatory: ObservatoryScore | null;
  /** What would raise the score, the largest gain first. */
  readonly steps: readonly Step[];
  readonly status: number;
  /** Milliseconds from asking for the page to the end of its body; only of a page that was asked for. */
  readonly answerMs?: number;
  readonly url: string;
  /** As plain HTTP was led on, the page last. */
  readonly route: readonly { readonly status: number; readonly url: string }[];
  /** Of the page. Values of cookies are left out: they may be somebody's session. */
  readonly headers: HeaderList;
  /** What was taken for granted because nothing showed it. */
  readonly assumed: readonly string[];
};

/** So many headers of the page are in the report. */
const maxShownHeaders = 200;

/**
 * The whole audit of a capture: score, findings, and what would raise the score. Pure; the same capture gives the same body.
 * `read` may remember the page that it read last; `notSeen` are tests that rest on what was assumed alone, with the reason.
 */
export function auditCapture(
  capture: Capture,
  assumed: readonly string[],
  read = readHtml,
  notSeen: ReadonlyMap<ObservatoryTest, string> = new Map(),
): ReportBody<HttpAuditFacts> {
  const evidence: Evidence = { capture, page: pageIn(capture, read) };
  const chain = mainChain(capture);
  const last = chain === undefined ? noAnswer : lastAnswer(chain);
  const observatory = isScorable(last.status) ? scoreCapture(evidence) : null;
  const { metaPolicies, leftPolicies } = evidence.page;
  const policies = [...headerValues(last.headers, 'content-security-policy'), ...metaPolicies];
  const findings = sortFindings([
    ...(observatory === null ? [] : findLostPoints(observatory, evidence)),
    ...findPolicyWeaknesses(policies),
    ...findUnscored(evidence),
    ...tellLeftOut([
      { what: 'policies in <meta> elements', read: metaPolicies.length, all: metaPolicies.length + leftPolicies },
      { what: 'headers', read: Math.min(last.headers.length, maxShownHeaders), all: last.headers.length },
    ]),
  ]);
  const steps = observatory === null ? [] : findSteps(observatory);
  const judged = observatoryTests.flatMap((test) =>
    observatory === null ? [] : { test, modifier: modifierOf(judgedResult(test, observatory, evidence)) },
  );
  const checks = observatory === null ? unscored(last.status) : checkTests(judged, evidence, { notSeen, findings });
  const judgement = judge({ findings, checks, grade: observatory?.grade });
  return {
    verdict:
      observatory === null
        ? `Not scored: the page answered with status ${last.status}.`
        : describe(observatory, steps, judgement, { findings, lost: judged.filter(({ modifier }) => modifier < 0) }),
    ...(judgement.grade === undefined ? {} : { mark: judgement.grade }),
    findings,
    checks,
    observatory,
    steps,
    ...describeAnswers(capture),
    // What plain HTTP does was not seen: no redirect of it is shown.
    ...(notSeen.has('redirection') ? { route: [] } : {}),
    assumed,
  };
}

/** What came, before anything of it is judged. */
export function describeAnswers(capture: Capture): Pick<HttpAuditFacts, 'status' | 'url' | 'route' | 'headers'> {
  const chain = mainChain(capture);
  const last = chain === undefined ? noAnswer : lastAnswer(chain);
  return {
    status: last.status,
    url: capture.hostname === undefined ? '' : cleanText(hideCredentials(last.url), 500),
    route: (capture.http?.answers ?? []).map(({ status, url }) => ({ status, url: cleanText(hideCredentials(url), 500) })),
    headers: last.headers
      .slice(0, maxShownHeaders)
      .map(({ name, value }) => ({ name: cleanText(name, 100), value: cleanText(hideCredentials(hideCookie(name, value)), 4000) })),
  };
}

const noAnswer = { url: '', status: 0, headers: [] };

/** The best outcome of each test that a server's configuration alone can bring about. */
const bestResults: Readonly<Partial<Record<ObservatoryTest, ResultName>>> = {
  'content-security-policy': 'csp-implemented-with-no-unsafe-default-src-none',
  cookies: 'cookies-secure-with-httponly-sessions-and-samesite',
  redirection: 'redirection-to-https',
  'referrer-policy': 'referrer-policy-private',
  'strict-transport-security': 'hsts-implemented-max-age-at-least-six-months',
  'subresource-integrity': 'sri-implemented-and-external-scripts-loaded-securely',
  'x-content-type-options': 'x-content-type-options-nosniff',
  'x-frame-options': 'x-frame-options-implemented-via-csp',
  'cross-origin-resource-policy': 'corp-implemented-with-same-origin',
};

/** There is nothing to gain where there are no cookies, and no scripts from elsewhere. */
const restful: ReadonlySet<ResultName> = new Set([
  'cookies-not-found',
  'sri-not-implemented-response-not-html',
  'sri-not-implemented-but-no-scripts-loaded',
  'sri-not-implemented-but-all-scripts-loaded-from-secure-origin',
]);

function findSteps({ tests, score: now }: ObservatoryScore): readonly Step[] {
  const results = Object.fromEntries(observatoryTests.map((test) => [test, tests[test].result])) as Record<ObservatoryTest, ResultName>;
  const steps = observatoryTests.flatMap((test) => {
    const best = bestResults[test];
    const { result, modifier } = tests[test];
    if (best === undefined || restful.has(result) || modifierOf(best) <= modifier) return [];
    const { score, grade } = gradeResults({ ...results, [test]: best });
    return [{ test, gain: score - now, score, grade }];
  });
  return steps.filter(({ gain }) => gain > 0).sort((one, other) => other.gain - one.gain);
}

/** Where nothing could be scored, no test has a result. */
function unscored(status: number): readonly CheckResult[] {
  const reason = `the page answered with status ${status}`;
  return observatoryTests.map((test) => ({ id: test, title: testTitles[test], state: 'not_looked_at', reason, bars: 'grade' }));
}

/** How bad the findings are that the Observatory has no points for, and that no passed test may stand beside. */
function besides(test: ObservatoryTest, findings: readonly Finding[]): readonly Severity[] {
  const start = findingsOf[test];
  const about = start === undefined ? [] : findings.filter(({ id }) => id.startsWith(start));
  return about.flatMap(({ severity }) => (isAtLeast(severity, attentionFrom) ? [severity] : []));
}

/** How the ids of such findings begin. */
const findingsOf: Readonly<Partial<Record<ObservatoryTest, string>>> = {
  'content-security-policy': 'csp-',
  'cross-origin-resource-sharing': 'cors-',
};

type Judged = { readonly test: ObservatoryTest; readonly modifier: number };

/** The ten tests as checks. A test that nothing was seen of counts in the score as the published scanner has it, and passes nothing here. */
function checkTests(
  judged: readonly Judged[],
  { capture, page }: Evidence,
  { notSeen, findings }: { readonly notSeen: ReadonlyMap<ObservatoryTest, string>; readonly findings: readonly Finding[] },
): readonly CheckResult[] {
  const missing = new Map(notSeen);
  if (capture.preflight === undefined && !missing.has('cross-origin-resource-sharing'))
    missing.set('cross-origin-resource-sharing', 'the CORS preflight was not answered');
  if (page.isTooLarge) missing.set('subresource-integrity', 'the page is too large to be parsed');
  return judged.map(({ test, modifier }) => {
    const reason = missing.get(test);
    const beside = besides(test, findings);
    return runCheck({
      id: test,
      title: testTitles[test],
      // A test that costs points has shown what for, and so has a finding.
      look: () => (reason === undefined || modifier < 0 || beside.length > 0 ? { evidence: modifier } : { reason }),
      weigh: (points) => {
        const found = [...(points < 0 ? [severityOf(points)] : []), ...beside];
        return severities.findLast((severity) => found.includes(severity));
      },
    });
  });
}

function describe(
  observatory: ObservatoryScore,
  steps: readonly Step[],
  judgement: Judgement,
  { findings, lost }: { readonly findings: readonly Finding[]; readonly lost: readonly Judged[] },
): string {
  const worst = lowerFirst(findings[0]?.title ?? '');
  const points = lost.reduce((sum, { modifier }) => sum - modifier, 0);
  const costs = `${lost.length === 1 ? 'One test costs' : `${countWords[lost.length] ?? lost.length} tests cost`} ${points} points`;
  const isFull = observatoryTests.every((test) => observatory.tests[test].modifier >= 0);
  const single = steps.some(({ grade }) => grade === 'A+');
  return sayVerdict(judgement, {
    sound:
      lost.length === 0
        ? isFull
          ? 'no test costs points'
          : 'only a deleted cookie costs points'
        : single
          ? observatory.grade === 'A+'
            ? 'a little is left to gain'
            : 'one step away from A+'
          : lowerFirst(costs),
    wanting: lost.length === 0 ? `No test costs points, but ${worst}.` : `${costs}: ${worst}.`,
  });
}

const countWords = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]+ /.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
}

function hideCookie(name: string, value: string): string {
  return /^set-cookie2?$/i.test(name) ? value.replace(/^([^=;]*)=[^;]*/, '$1=…') : value;
}
