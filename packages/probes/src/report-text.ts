import { writeCsv } from '@castellan/exports/csv';
import { markdownCode, markdownText } from '@castellan/exports/markdown';
import { unseenWords } from './judgement.ts';
import { type CheckResult, countFindings, type Report, severities } from './report.ts';

/** The findings of a report as CSV (RFC 4180), one row each under a row of names. No cell is a formula to a spreadsheet. */
export function reportAsCsv(report: Report): string {
  const { tool, target, startedAt } = report;
  const names = ['tool', 'target', 'startedAt', 'id', 'severity', 'title', 'evidence', 'why', 'fix'];
  const head = [tool, target, startedAt];
  return writeCsv([
    names,
    ...report.findings.map(({ id, severity, title, evidence, why, fix }) => [...head, id, severity, title, evidence, why, fix]),
  ]);
}

/** A report for people, as Markdown: its verdict, the count of findings, each finding, and what was not looked at. Foreign text stays text. */
export function reportAsMarkdown(report: Report): string {
  const { tool, target, startedAt, durationMs, verdict, mark, findings, checks = [] } = report;
  const counts = countFindings(findings);
  const counted = severities.toReversed().flatMap((severity) => (counts[severity] === 0 ? [] : [`${counts[severity]} ${severity}`]));
  const lines = [
    `# ${tool}: ${markdownText(target)}`,
    '',
    `${mark === undefined ? '' : `**${markdownText(mark)}** · `}${markdownText(verdict)}`,
    '',
    `${startedAt}, ${durationMs} ms. Findings: ${counted.join(', ') || 'none'}.`,
    ...findings.flatMap(({ severity, title, evidence, why, fix, snippets = [] }) => [
      '',
      `## ${severity}: ${markdownText(title)}`,
      '',
      `${markdownText(why)}${evidence === '' ? '' : `\n\nSeen: ${markdownText(evidence)}`}${fix === '' ? '' : `\n\nFix: ${markdownText(fix)}`}`,
      ...snippets.flatMap(({ label, text }) => ['', `${markdownText(label)}:`, '', ...markdownCode(text)]),
    ]),
    ...tellUnseen(checks),
  ];
  return `${lines.join('\n')}\n`;
}

function tellUnseen(checks: readonly CheckResult[]): readonly string[] {
  const unseen = checks.flatMap((one) =>
    one.state === 'not_looked_at' ? [`- ${markdownText(one.title)}: ${markdownText(one.reason)}`] : [],
  );
  return unseen.length === 0 ? [] : ['', '## Not looked at', '', unseenWords, '', ...unseen];
}
