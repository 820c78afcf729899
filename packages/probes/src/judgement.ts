import {
  type CheckResult,
  countFindings,
  type Finding,
  isAtLeast,
  type NotLookedAt,
  type Report,
  type Severity,
  severities,
} from './report.ts';

/** A check before it is run: what it looks at, and what it finds there. */
export type CheckRun<Evidence> = {
  readonly id: string;
  readonly title: string;
  /** The evidence; or why there is none. */
  readonly look: () => { readonly evidence: Evidence } | NotLookedAt;
  /** How bad what was seen is; nothing where it is as it should be. */
  readonly weigh: (evidence: Evidence) => Severity | undefined;
};

/** Runs a check. Without evidence it neither passes nor fails. */
export function runCheck<Evidence>({ id, title, look, weigh }: CheckRun<Evidence>): CheckResult {
  const seen = look();
  if (!('evidence' in seen)) return { id, title, state: 'not_looked_at', ...seen };
  const severity = weigh(seen.evidence);
  return severity === undefined ? { id, title, state: 'passed' } : { id, title, state: 'failed', severity };
}

/** From this severity on a target wants attention: nothing is called sound, and no A is given. */
export const attentionFrom: Severity = 'medium';

/** What a report is judged by. `grade` is the tool's own, by the scale that it follows. */
export type Judged = {
  readonly findings: readonly Pick<Finding, 'severity' | 'title'>[];
  readonly checks?: readonly CheckResult[] | undefined;
  readonly grade?: string | undefined;
};

type Unseen = Extract<CheckResult, { readonly state: 'not_looked_at' }>;

/** How a report stands, by its checks and the severities of its findings alone. */
export type Judgement = {
  /** `wanting`: something of medium severity or worse. `open`: nothing of the kind, but what everything rests on was not seen. */
  readonly standing: 'sound' | 'wanting' | 'open';
  readonly worst: Severity | undefined;
  /** The tool's grade, as far down as checks and severities hold it; none where it gave none, or what a grade rests on was not seen. */
  readonly grade: string | undefined;
  readonly unseen: readonly Unseen[];
};

/** The one rule of all tools: no `sound` and no A beside a finding of medium or worse, and neither without evidence. */
export function judge({ findings, checks = [], grade }: Judged): Judgement {
  const found = [...findings.map(({ severity }) => severity), ...checks.flatMap((one) => (one.state === 'failed' ? [one.severity] : []))];
  const worst = severities.findLast((severity) => found.includes(severity));
  const unseen = checks.filter((one) => one.state === 'not_looked_at');
  const isBarred = unseen.some(({ bars }) => bars === 'grade') || (checks.length > 0 && unseen.length === checks.length);
  const isWanting = worst !== undefined && isAtLeast(worst, attentionFrom);
  const isBestBarred = unseen.some(({ bars }) => bars === 'best');
  return {
    standing: isWanting ? 'wanting' : isBarred ? 'open' : 'sound',
    worst,
    grade: grade === undefined || isBarred ? undefined : capGrade(grade, worst, isBestBarred),
    unseen,
  };
}

/** What is kept beside a report to rank its target: findings by severity, and 1 as `open` where what everything rests on was not seen. */
export function countReport(report: Pick<Report, 'findings' | 'checks'>): Readonly<Record<Severity | 'open', number>> {
  return { ...countFindings(report.findings), open: judge(report).standing === 'open' ? 1 : 0 };
}

/** Grades below A, of the scales that the tools follow; T and M stand for a certificate that is not trusted, or another's. */
const belowF: ReadonlySet<string> = new Set(['F', 'M', 'T']);

/** The best grade beside what was found: critical is F, medium and high are no A, and A+ is for what was seen whole. */
function capGrade(grade: string, worst: Severity | undefined, isBestBarred: boolean): string {
  if (worst === 'critical') return belowF.has(grade) ? grade : 'F';
  if (worst !== undefined && isAtLeast(worst, attentionFrom)) return isAnA(grade) ? 'B' : grade;
  return isBestBarred && grade === 'A+' ? 'A' : grade;
}

const isAnA = (grade: string) => /^A[+-]?$/.test(grade);

/** A mark as it may stand beside findings: a grade is held down by the rule, any other mark stays. */
export function settleMark(mark: string | undefined, judged: Omit<Judged, 'grade'>): string | undefined {
  return mark === undefined || !(isAnA(mark) || /^[B-E][+-]?$|^[FMT]$/.test(mark)) ? mark : judge({ ...judged, grade: mark }).grade;
}

/** A tool's own words for its verdict. */
export type VerdictWords = {
  /** What follows `Sound: `, without an end. Only where the report is. */
  readonly sound: string;
  /** A whole sentence for what wants attention. */
  readonly wanting: string;
  /** What there is none of where everything rests on something that was not seen: `No grade` where nothing is said. */
  readonly lacking?: string;
};

/** The verdict in a sentence or two: how it stands, and what was not looked at. */
export function sayVerdict({ standing, grade, unseen }: Judgement, { sound, wanting, lacking = 'No grade' }: VerdictWords): string {
  if (standing === 'wanting') return withUnseen(wanting, unseen);
  if (standing === 'open') {
    const [first] = [...unseen.filter(({ bars }) => bars === 'grade'), ...unseen];
    return first === undefined ? 'Nothing was looked at.' : `${lacking}: ${subjectOf(first)} could not be seen: ${first.reason}.`;
  }
  const best = unseen.find(({ bars }) => bars === 'best');
  const others = unseen.filter((one) => one !== best);
  if (best === undefined) return withUnseen(`Sound: ${sound}.`, others);
  return withUnseen(`${grade ?? 'Sound'}, but ${subjectOf(best)} could not be read: ${best.reason}.`, others);
}

/** What it means that a check was not looked at, for those who read a list of them. */
export const unseenWords = 'These checks have no result: they neither passed nor failed.';

/** A sentence with what was not looked at behind it: the first with its reason, of further ones how many. */
export function withUnseen(sentence: string, unseen: readonly Unseen[]): string {
  const [first, ...more] = unseen;
  if (first === undefined) return sentence;
  const rest = more.length === 0 ? '' : `, and ${more.length} more`;
  return `${sentence} Not looked at: ${subjectOf(first)} (${first.reason})${rest}.`;
}

function subjectOf({ subject, title }: Unseen): string {
  return subject ?? title;
}
