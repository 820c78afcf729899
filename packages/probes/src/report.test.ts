import { expect, test } from 'vitest';
import { finishReport } from './finish-report.ts';
import { countFindings, type Finding, isAtLeast, type Severity } from './report.ts';

const finding = (id: string, severity: Severity): Finding => ({ id, severity, title: id, evidence: '', why: '', fix: '' });
const findings = [finding('a', 'low'), finding('b', 'critical'), finding('c', 'low'), finding('d', 'info')];

test('a report has its head first, and its findings worst first', () => {
  const head = { tool: 't', schemaVersion: 1, target: 'x', startedAtMs: 0, endedAtMs: 12.4 };
  const report = finishReport(head, { verdict: 'Well.', findings, seen: [1] });
  expect(Object.keys(report)).toEqual(['tool', 'schemaVersion', 'target', 'startedAt', 'durationMs', 'verdict', 'findings', 'seen']);
  expect(report.findings.map(({ id }) => id)).toEqual(['b', 'a', 'c', 'd']);
  expect(report).toMatchObject({ startedAt: '1970-01-01T00:00:00.000Z', durationMs: 12 });
});

test('severities have an order', () => {
  expect([isAtLeast('high', 'high'), isAtLeast('medium', 'high')]).toEqual([true, false]);
  expect(countFindings(findings)).toEqual({ info: 1, low: 2, medium: 0, high: 0, critical: 1 });
});
