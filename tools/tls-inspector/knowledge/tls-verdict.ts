import { type Judgement, judge, sayVerdict } from '@castellan/probes/judgement';
import { type CheckResult, type Finding, isAtLeast, sortFindings } from '@castellan/probes/report';
import { grades, type TlsGrade, type TlsRating } from './grade.ts';
import type { TlsFacts } from './tls-facts.ts';
import type { CheckedTls } from './tls-findings.ts';

/** What a report says on top. */
export type TlsVerdict = Pick<TlsRating, 'limits'> & {
  readonly verdict: string;
  /** `null` where the certificate was not seen: nothing is graded without it. */
  readonly grade: TlsGrade | null;
};

/** The guide's grade, held down by what was found and by what was not looked at, and the sentence that says so. */
export function judgeTls(facts: TlsFacts, rating: TlsRating, { findings, checks }: CheckedTls): TlsVerdict {
  const judgement = judge({ findings, checks, grade: rating.grade });
  const grade = grades.find((one) => one === judgement.grade) ?? null;
  const limits = [...findingLimits(findings, rating), ...rating.limits, ...unseenLimits(checks)];
  const sorted = limits.toSorted((one, other) => grades.indexOf(other.grade) - grades.indexOf(one.grade));
  return { verdict: describe(facts, judgement, sorted, findings), grade, limits: grade === null ? [] : sorted };
}

type Limit = TlsRating['limits'][number];

/** Findings for which no A is given, where the guide says nothing of the kind. */
function findingLimits(findings: readonly Finding[], { grade: guide }: TlsRating): readonly Limit[] {
  return findings.flatMap(({ severity, title, fix }) => {
    const { grade } = judge({ findings: [{ severity, title }], grade: 'A+' });
    const limit = grades.find((one) => one === grade);
    const isHeavier = limit !== undefined && isAtLeast(severity, 'medium') && grades.indexOf(limit) > grades.indexOf(guide);
    return isHeavier ? [{ grade: limit, reason: title, raise: fix.replace(/\.$/, '') }] : [];
  });
}

/** What the best grade is not given without. */
function unseenLimits(checks: readonly CheckResult[]): readonly Limit[] {
  return checks.flatMap((one) =>
    one.state === 'not_looked_at' && one.bars === 'best'
      ? [
          {
            grade: 'A' as const,
            reason: `${one.subject ?? one.title} could not be read`,
            raise: `Inspect again once it can be read: ${one.reason}`,
          },
        ]
      : [],
  );
}

function describe(
  { protocols, plainText, unseen }: TlsFacts,
  judgement: Judgement,
  limits: readonly Limit[],
  findings: readonly Finding[],
): string {
  if (protocols.length === 0) {
    if (plainText !== '') return 'The port speaks plain text instead of TLS.';
    return `No TLS protocol could be negotiated: ${unseen}.`;
  }
  const [heaviest] = limits;
  const [worst] = sortFindings(findings);
  const rest = limits.filter((limit) => limit.grade === heaviest?.grade).length;
  const more =
    rest <= 1 || heaviest?.grade === 'T' || heaviest?.grade === 'M' ? '' : `, and ${rest - 1} more with the same effect on the grade`;
  return sayVerdict(judgement, {
    sound:
      heaviest === undefined
        ? judgement.grade === 'A+'
          ? 'nothing left to improve'
          : `graded ${judgement.grade ?? ''} by key and cipher strength`
        : limits.length === 1
          ? `one step away from A+. ${heaviest.raise}`
          : `${limits.length} possible improvements`,
    wanting: `${judgement.grade === undefined ? (worst?.title ?? '') : `${heaviest?.reason ?? worst?.title ?? ''}${more}`}.`,
  });
}
