import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareReports, describeWorsening } from './compare-reports.ts';
import { finishReport } from './finish-report.ts';
import { countReport, judge, runCheck, sayVerdict } from './judgement.ts';
import { type CheckResult, type Finding, isAtLeast, severities } from './report.ts';

const severity = fc.constantFrom(...severities);
const text = fc.stringMatching(/^[a-z]{1,12}$/);
const check: fc.Arbitrary<CheckResult> = fc.oneof(
  fc.record({ id: text, title: text, state: fc.constant('passed' as const) }),
  fc.record({ id: text, title: text, state: fc.constant('failed' as const), severity }),
  fc.record(
    {
      id: text,
      title: text,
      state: fc.constant('not_looked_at' as const),
      reason: text,
      subject: text,
      bars: fc.constantFrom('grade' as const, 'best' as const),
    },
    { requiredKeys: ['id', 'title', 'state', 'reason'] },
  ),
);
const finding: fc.Arbitrary<Finding> = fc.record({ id: text, severity, title: text, evidence: text, why: text, fix: text });
const scale = ['A+', 'A', 'A-', 'B+', 'B', 'B-', 'C+', 'C', 'C-', 'D', 'E', 'F', 'M', 'T'];
const judged = fc.record({ findings: fc.array(finding), checks: fc.array(check), grade: fc.constantFrom(...scale) });
const words = { sound: 'nothing is left to raise', wanting: 'Something wants attention.' };
const isGrave = ({ severity: found }: Pick<Finding, 'severity'>) => isAtLeast(found, 'medium');

const graveOf = ({ findings, checks }: { readonly findings: readonly Finding[]; readonly checks: readonly CheckResult[] }) =>
  [...findings, ...checks.filter((one) => one.state === 'failed')].some(isGrave);

test('beside a finding of medium or worse nothing is called sound, and no A is given', () => {
  fc.assert(
    fc.property(judged, (given) => {
      fc.pre(graveOf(given));
      const judgement = judge(given);
      expect(judgement.standing).toBe('wanting');
      expect(judgement.grade ?? '').not.toMatch(/^A/);
      expect(sayVerdict(judgement, words)).not.toMatch(/^(?:Sound|A)/);
    }),
  );
});

test('what a grade rests on and was not seen leaves no grade, and the verdict says why', () => {
  fc.assert(
    fc.property(judged, text, (given, reason) => {
      const missing: CheckResult = { id: 'x', title: 'x', state: 'not_looked_at', reason, bars: 'grade' };
      const judgement = judge({ ...given, checks: [missing, ...given.checks] });
      expect(judgement.grade).toBeUndefined();
      expect(judgement.standing).not.toBe('sound');
      expect(sayVerdict(judgement, words)).toContain(reason);
    }),
  );
});

test('whatever was not looked at, the verdict says so', () => {
  fc.assert(
    fc.property(judged, (given) => {
      const judgement = judge(given);
      const verdict = sayVerdict(judgement, words);
      if (judgement.unseen.length > 0) expect(judgement.unseen.some(({ reason }) => verdict.includes(reason))).toBe(true);
      else expect(verdict).not.toMatch(/not looked at|could not/i);
    }),
  );
});

test('more that is wrong, and less that was seen, never raises a grade or a standing', () => {
  const rank = (grade: string | undefined) => (grade === undefined ? scale.length : scale.indexOf(grade));
  const order = ['sound', 'open', 'wanting'];
  fc.assert(
    fc.property(judged, finding, fc.nat(), (given, more, at) => {
      const before = judge(given);
      const worse = judge({ ...given, findings: [...given.findings, more] });
      expect(rank(worse.grade)).toBeGreaterThanOrEqual(rank(before.grade));
      expect(order.indexOf(worse.standing)).toBeGreaterThanOrEqual(order.indexOf(before.standing));
      const hidden = given.checks.map(
        (one, index): CheckResult =>
          index === at % given.checks.length && one.state === 'passed' ? { ...one, state: 'not_looked_at', reason: 'none' } : one,
      );
      expect(rank(judge({ ...given, checks: hidden }).grade)).toBeGreaterThanOrEqual(rank(before.grade));
    }),
  );
});

test('a check without evidence neither passes nor fails, and is asked for no severity', () => {
  fc.assert(
    fc.property(text, (reason) => {
      const look = (): { readonly reason: string } => ({ reason });
      const weigh = () => {
        throw new Error('there is nothing to weigh');
      };
      expect(runCheck({ id: 'x', title: 'X', look, weigh })).toEqual({ id: 'x', title: 'X', state: 'not_looked_at', reason });
    }),
  );
});

test('a best grade that could not be looked at whole says what was missing', () => {
  const reason = 'the server speaks HTTP/2 alone';
  const checks: readonly CheckResult[] = [
    { id: 'rc4', title: 'No RC4', state: 'passed' },
    { id: 'hsts', title: 'HSTS for half a year', state: 'not_looked_at', subject: 'HSTS', reason, bars: 'best' },
  ];
  const judgement = judge({ findings: [], checks, grade: 'A+' });
  expect(sayVerdict(judgement, words)).toBe('A, but HSTS could not be read: the server speaks HTTP/2 alone.');
});

test('no report carries a grade as its mark that its findings forbid; a mark that is no grade stays', () => {
  const head = { tool: 'x', schemaVersion: 1, target: 'x', startedAtMs: 0, endedAtMs: 1 };
  fc.assert(
    fc.property(fc.array(finding), fc.constantFrom(...scale, '7 open', 'pass', '3/9'), (findings, mark) => {
      const report = finishReport(head, { verdict: 'X.', mark, findings });
      if (scale.includes(mark)) expect(findings.some(isGrave) && /^A/.test(report.mark ?? '')).toBe(false);
      else expect(report.mark).toBe(mark);
    }),
  );
});

test('what a grade rests on and is not seen any more is told, and makes a report worse', () => {
  const head = { tool: 'x', schemaVersion: 1, target: 'x', startedAtMs: 0, endedAtMs: 1 };
  const seen: CheckResult = { id: 'certificate', title: 'The certificate was seen', state: 'passed' };
  const blind: CheckResult = { ...seen, state: 'not_looked_at', reason: 'it answers no hello', bars: 'grade' };
  const report = (check: CheckResult) => finishReport(head, { verdict: 'X.', mark: 'A', findings: [], checks: [check] });
  const [before, after] = [report(seen), report(blind)];
  expect(describeWorsening(before, after)).toEqual(['Not looked at any more: The certificate was seen (it answers no hello).']);
  expect(compareReports(before, after).isWorse).toBe(true);
  expect(describeWorsening(after, before)).toEqual([]);
  expect([countReport(before).open, countReport(after).open]).toEqual([0, 1]);
});
