import { markdownCode, markdownText } from '@castellan/exports/markdown';
import { unseenWords } from '../judgement.ts';
import { type EngagementReport, type RunFacts, type ToolResult, writeOptions } from './engagement-report.ts';
import {
  cutWords,
  describeEnd,
  describeOutcome,
  describePermission,
  methodWords,
  resultsOf,
  runsNotPermitted,
  severityNames,
  summariseChange,
  worstFirst,
  writeMoment,
} from './report-words.ts';

const text = markdownText;

/** The report of an engagement for people, as Markdown. Foreign text stays text. */
export function engagementAsMarkdown(report: EngagementReport): string {
  const lines = [
    ...head(report),
    ...summary(report),
    ...scope(report),
    ...method(report),
    ...report.targets.flatMap(({ target, results }) => ['', `## Findings: ${text(target)}`, ...results.flatMap(result)]),
    ...unseen(report),
    ...changes(report),
    ...appendix(report),
  ];
  return `${lines.join('\n')}\n`;
}

function head({ engagement, firstAt, lastAt, madeAt }: EngagementReport): readonly string[] {
  const { title, client, contact, tester } = engagement;
  const facts = [
    ['Client', client],
    ['Contact', contact],
    ['Tested by', tester],
    ['Tested', firstAt === undefined ? 'not yet' : `${writeMoment(firstAt)}${lastAt === undefined ? '' : ` to ${writeMoment(lastAt)}`}`],
    ['Permission', describePermission(engagement)],
    ['Report made', writeMoment(madeAt)],
  ].filter(([, value]) => value !== '');
  return [`# ${text(title)}`, '', ...facts.map(([label = '', value = '']) => `- ${label}: ${text(value)}`)];
}

function summary(report: EngagementReport): readonly string[] {
  const listed = resultsOf(report).flatMap(({ target, findings }) => findings.map((finding) => ({ ...finding, target })));
  const weighty = listed.filter(({ severity }) => severity !== 'info' && severity !== 'low');
  const sorted = worstFirst.flatMap((wanted) => weighty.filter(({ severity }) => severity === wanted));
  return [
    ...['', '## Summary', '', text(describeOutcome(report)), '', '| Severity | Findings |', '| --- | ---: |'],
    ...worstFirst.map((severity) => `| ${severityNames[severity]} | ${report.counts[severity]} |`),
    ...(sorted.length === 0 ? [] : ['', '| No. | Severity | Finding | Target |', '| ---: | --- | --- | --- |']),
    ...sorted.map(({ number, severity, title, target }) => `| ${number} | ${severityNames[severity]} | ${text(title)} | ${text(target)} |`),
  ];
}

function scope(report: EngagementReport): readonly string[] {
  const { scope: words, inScope, outOfScope } = report.engagement;
  const broken = runsNotPermitted(report);
  return [
    ...['', '## Scope', ''],
    ...paragraphs(words),
    ...(inScope.length === 0 ? ['In scope: nothing was named.'] : ['In scope:', '', ...inScope.map((one) => `- ${text(one)}`)]),
    ...(outOfScope.length === 0 ? [] : ['', 'Out of scope:', '', ...outOfScope.map((one) => `- ${text(one)}`)]),
    ...(broken.length === 0 ? [] : ['', 'Runs outside the scope or the days of the permission:', '']),
    ...broken.map(
      ({ title, target, startedAt, notPermitted }) =>
        `- ${text(title)} on ${text(target)}, ${writeMoment(startedAt)}: ${text(notPermitted.join(' '))}`,
    ),
  ];
}

/** Each line of the owner's words as a paragraph. */
function paragraphs(words: string): readonly string[] {
  return words.split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [] : [text(line), '']));
}

function method({ tools }: EngagementReport): readonly string[] {
  return [
    ...['', '## Method', '', text(methodWords)],
    ...(tools.length === 0 ? [] : ['', '| Tool | Report form | Runs | Options |', '| --- | --- | ---: | --- |']),
    ...tools.map(
      ({ title, versions, runs, options }) => `| ${text(title)} | ${versions.join(', ')} | ${runs} | ${text(options.join('; '))} |`,
    ),
  ];
}

function result({ title, target, startedAt, verdict, mark, findings, checksPassed }: ToolResult): readonly string[] {
  return [
    ...['', `### ${text(title)}: ${text(target)}`, ''],
    `${mark === undefined ? '' : `**${text(mark)}** · `}${text(verdict)} (${writeMoment(startedAt)}${checksPassed === 0 ? '' : `; checks passed: ${checksPassed}`})`,
    ...(findings.length === 0 ? ['', 'No findings.'] : []),
    ...findings.flatMap(({ number, severity, title: name, why, evidence, fix, snippets = [] }) => [
      ...['', `#### ${number}. ${severityNames[severity]}: ${text(name)}`, '', text(why)],
      ...(evidence === '' ? [] : ['', `Evidence: ${text(evidence)}`]),
      ...(fix === '' ? [] : ['', `Fix: ${text(fix)}`]),
      ...snippets.flatMap(({ label, text: code }) => ['', `${text(label)}:`, '', ...markdownCode(code)]),
    ]),
  ];
}

function unseen(report: EngagementReport): readonly string[] {
  const ones = resultsOf(report).filter(({ notLookedAt }) => notLookedAt.length > 0);
  return [
    ...['', '## Not looked at', ''],
    ...(ones.length === 0 ? ['The reports name nothing that was not checked.'] : [unseenWords, '']),
    ...ones.flatMap(({ title, target, notLookedAt }) => [
      ...[`### ${text(title)}: ${text(target)}`, ''],
      ...notLookedAt.map((one) => `- ${text(one.title)}: ${text(one.reason)}`),
      '',
    ]),
  ];
}

function changes(report: EngagementReport): readonly string[] {
  const lists = [
    ['New', 'appeared'],
    ['Worse', 'worse'],
    ['Less severe', 'better'],
    ['Gone', 'gone'],
  ] as const;
  return [
    ...['', '## What changed', ''],
    ...resultsOf(report).flatMap(({ title, target, change }) => [
      `- ${text(title)}: ${text(target)}: ${change === undefined ? 'no earlier report.' : `since ${writeMoment(change.since)}: ${text(summariseChange(change))}`}`,
      ...lists.flatMap(([label, list]) =>
        (change?.[list] ?? []).map(({ severity, title: name }) => `  - ${label}: ${severityNames[severity]}, ${text(name)}`),
      ),
    ]),
    ...(report.targets.length === 0 ? ['Nothing was tested yet.'] : []),
  ];
}

function appendix({ runs, isCut }: EngagementReport): readonly string[] {
  return [
    ...['', '## Appendix: runs', ''],
    ...(runs.length === 0 ? ['None.'] : ['| Begun | Ended | Tool | Target | Options | Outcome |', '| --- | --- | --- | --- | --- | --- |']),
    ...runs.map(row),
    ...(isCut ? ['', cutWords] : []),
  ];
}

function row(run: RunFacts): string {
  const { startedAt, endedAt, title, target, options } = run;
  const cells = [
    writeMoment(startedAt),
    endedAt === null ? '' : writeMoment(endedAt),
    title,
    target,
    writeOptions(options),
    describeEnd(run),
  ];
  return `| ${cells.map(text).join(' | ')} |`;
}
