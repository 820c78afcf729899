import { type Result, succeed } from '@castellan/foundation/result';
import { finishReport } from '@castellan/probes/finish-report';
import { assumeCapture } from '@castellan/probes/observatory/assume-capture';
import { pageIn, scoreCapture } from '@castellan/probes/observatory/observatory';
import { type PastedFailure, parsePasted, writeHeader } from '@castellan/probes/observatory/parse-pasted';
import { emptyPage, type PageFacts, readHtml } from '@castellan/probes/observatory/read-html';
import type { ObservatoryTest } from '@castellan/probes/observatory/test-result';
import type { Report } from '@castellan/probes/report';
import { advice } from '../knowledge/advice.ts';
import { auditCapture, type HttpAuditFacts } from '../knowledge/audit.ts';
import { type HarFailure, parseHar } from '../knowledge/parse-har.ts';
import { type Draft, emptyDraft } from './draft.ts';

/** The draft with one more header, and where the score would stand with it. */
export type Try = {
  readonly test: ObservatoryTest;
  readonly header: string;
  readonly gain: number;
  readonly grade: string;
  readonly draft: Draft;
};

/** An audit of a draft. */
export type DraftAudit = {
  readonly report: Report<HttpAuditFacts>;
  readonly tries: readonly Try[];
  /** Lines that are no headers, numbered from 1. */
  readonly ignoredLines: readonly number[];
};

/** Audits what stands in the fields. Nothing leaves the page. */
export function auditDraft(draft: Draft, nowMs: number): Result<DraftAudit, PastedFailure> {
  const startedAtMs = nowMs;
  const pasted = parsePasted(draft.text);
  if (!pasted.ok) return pasted;
  const before = performance.now();
  const { capture, assumed, notSeen } = assumeCapture(pasted.value, { ...draft, nowMs });
  const body = auditCapture(capture, assumed, readOnce, notSeen);
  const endedAtMs = startedAtMs + (performance.now() - before);
  const head = { tool: 'http-auditor', schemaVersion: 1, target: capture.hostname ?? 'pasted headers', startedAtMs, endedAtMs };
  const report = finishReport(head, body);
  const tries = report.steps.flatMap(({ test }) => tryHeader(test, draft, report.observatory?.score ?? 0, nowMs));
  return succeed({ report, tries, ignoredLines: pasted.value.ignoredLines });
}

/** None where the test wants more than a header. */
function tryHeader(test: ObservatoryTest, draft: Draft, scoreNow: number, nowMs: number): readonly Try[] {
  const { header } = advice[test];
  if (header === undefined) return [];
  const tried = { ...draft, text: writeHeader(draft.text, header.name, header.value) };
  const pasted = parsePasted(tried.text);
  if (!pasted.ok) return [];
  const { capture } = assumeCapture(pasted.value, { ...tried, nowMs });
  const { score, grade } = scoreCapture({ capture, page: pageIn(capture, readOnce) });
  return score > scoreNow ? [{ test, header: header.name, gain: score - scoreNow, grade, draft: tried }] : [];
}

let lastRead = { html: '', facts: emptyPage };

/** A page does not change while its headers are typed. */
function readOnce(html: string): PageFacts {
  if (lastRead.html !== html) lastRead = { html, facts: readHtml(html) };
  return lastRead.facts;
}

/** A page of a HAR, as it would stand in the fields. */
export type DraftPage = { readonly title: string; readonly draft: Draft };

/** The pages of a HAR. */
export function readPages(text: string): Result<readonly DraftPage[], HarFailure> {
  const har = parseHar(text);
  if (!har.ok) return har;
  return succeed(
    har.value.map(({ answers, body }) => {
      const heads = answers.map(({ status, headers }) =>
        [`HTTP/1.1 ${status}`, ...headers.map(({ name, value }) => `${name}: ${value}`)].join('\n'),
      );
      const address = answers[0].url;
      const last = answers.at(-1) ?? answers[0];
      return { title: `${last.status} ${last.url}`, draft: { ...emptyDraft, text: `${heads.join('\n\n')}\n`, address, html: body } };
    }),
  );
}
