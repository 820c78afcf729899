import { expect, test } from 'vitest';
import { sampleEngagement, sampleFacts, sampleFinding, sampleReport, sampleRun } from '../../../../tests/support/sample-engagement.ts';
import { engagementAsMarkdown } from './engagement-markdown.ts';
import { buildEngagementReport, describeChange, writeOptions } from './engagement-report.ts';
import { describeOutcome, describePermission } from './report-words.ts';

const madeAt = new Date('2026-05-29T16:00:00.000Z');

test('targets stand by their worst finding, and findings are numbered in the order in which they are read', () => {
  const [mild, bad] = [sampleRun({ id: 'a', target: 'a.example' }), sampleRun({ id: 'b', target: 'b.example' })];
  const report = buildEngagementReport({
    engagement: sampleFacts,
    runs: [mild, bad],
    last: [
      { run: mild, report: sampleReport(mild, [sampleFinding('one', 'low')]) },
      { run: bad, report: sampleReport(bad, [sampleFinding('two', 'critical'), sampleFinding('three', 'info')]) },
    ],
    madeAt,
  });
  expect(report.targets.map(({ target, worst }) => [target, worst])).toEqual([
    ['b.example', 'critical'],
    ['a.example', 'low'],
  ]);
  expect(
    report.targets.flatMap(({ results }) => results.flatMap(({ findings }) => findings.map(({ id, number }) => [number, id]))),
  ).toEqual([
    [1, 'two'],
    [2, 'three'],
    [3, 'one'],
  ]);
  expect(report.counts).toEqual({ critical: 1, high: 0, medium: 0, low: 1, info: 1 });
});

test('one host on several ports, and by several tools, is one target', () => {
  const runs = [
    sampleRun({ id: 'a', target: 'shop.example' }),
    sampleRun({ id: 'b', target: 'shop.example:8443' }),
    sampleRun({ id: 'c', target: 'shop.example', tool: 'http-auditor', title: 'HTTP Auditor' }),
  ];
  const report = buildEngagementReport({
    engagement: sampleFacts,
    runs,
    last: runs.map((run) => ({ run, report: sampleReport(run, []) })),
    madeAt,
  });
  expect(report.targets.map(({ target, results }) => [target, results.map((one) => `${one.title} ${one.target}`)])).toEqual([
    ['shop.example', ['HTTP Auditor shop.example', 'TLS Inspector shop.example', 'TLS Inspector shop.example:8443']],
  ]);
});

test('what changed says what is new, worse, less severe, gone and unchanged, since when, and how the grade moved', () => {
  const run = sampleRun({ id: 'a' });
  const before = sampleReport({ ...run, startedAt: '2026-04-01T08:00:00.000Z', mark: 'A' }, [
    ...[sampleFinding('rose', 'low'), sampleFinding('fell', 'high'), sampleFinding('gone', 'medium'), sampleFinding('same', 'info')],
    sampleFinding('moved', 'low', { evidence: 'at port 80' }),
  ]);
  const after = sampleReport(run, [
    ...[sampleFinding('rose', 'high'), sampleFinding('fell', 'low'), sampleFinding('fresh', 'medium'), sampleFinding('same', 'info')],
    sampleFinding('moved', 'low'),
  ]);
  const change = describeChange(before, after);
  const ids = ({ appeared, worse, better, gone }: typeof change) => [appeared, worse, better, gone].map((list) => list.map(({ id }) => id));
  expect(ids(change)).toEqual([['fresh'], ['rose'], ['fell'], ['gone']]);
  expect([change.since, change.unchanged, change.marks]).toEqual(['2026-04-01T08:00:00.000Z', 2, ['A', 'B']]);
});

test('runs that failed, or that the engagement did not permit, are told of and never left out', () => {
  const markdown = engagementAsMarkdown(sampleEngagement(1));
  expect(markdown).toContain('Runs outside the scope or the days of the permission:');
  expect(markdown).toContain('- TLS Inspector on gone.meridian.example, 2026-05-05 09:00 UTC: Not in the scope: gone.meridian.example.');
  expect(markdown).toContain('Failed: The host was not found.');
});

test('the Markdown has who, when, scope, permission, method, findings with evidence and fix, what was not looked at, changes and runs', () => {
  const markdown = engagementAsMarkdown(sampleEngagement(3));
  for (const part of [
    ...[
      '# Web shop, spring test',
      '- Client: Meridian GmbH',
      '- Tested by: Robin Example',
      '- Tested: 2026-05-05 00:00 UTC to 2026-05-05 09:00 UTC',
    ],
    ...[
      '- Permission: From 2026-05-04 to 2026-05-29. Given by Ada Example, letter of 3 May.',
      '| Critical | 2 |',
      '## Scope',
      '- pay.meridian.example',
    ],
    ...[
      '| TLS Inspector | 1 | 2 | the usual options |',
      '#### 1. Critical: Finding 0-0',
      'Evidence: Seen: 0-0 at port 443',
      'Fix: Switch it off',
    ],
    ...[
      '## Not looked at',
      '- HSTS for half a year: the server did not answer over HTTP',
      '## What changed',
      '1 new, 0 worse, 1 gone, 2 unchanged. C became B.',
    ],
    ...['  - New: Critical, Finding 0-0', '  - Gone: High, Finding old', '## Appendix: runs'],
  ])
    expect(markdown.replaceAll('\\', '').replaceAll('`', '')).toContain(part);
});

test('foreign text in names, findings and targets stays text, and breaks no table', () => {
  const markdown = engagementAsMarkdown(
    sampleEngagement(1, { client: '<img src=x> | **x**' }, { title: 'a | b\n# c', evidence: '![x](https://x.example)' }),
  );
  expect(markdown).not.toMatch(/[^\\]<img|[^\\]\*\*x|^# c/m);
  expect(markdown).toContain('Evidence: `![x](https://x.example)`');
});

test('an engagement without a finished run says that nothing can be said', () => {
  const report = buildEngagementReport({
    engagement: { ...sampleFacts, permittedFrom: '', permittedTo: '', permittedBy: '' },
    runs: [],
    last: [],
    madeAt,
  });
  expect(describeOutcome(report)).toBe('No run of this engagement has finished, so nothing can be said about its targets.');
  expect(describePermission(report.engagement)).toBe('No days were named. Who gave it was not named.');
  expect([report.firstAt, report.lastAt]).toEqual([undefined, undefined]);
});

test('where the oldest runs are left out the report says so', () => {
  const given = { engagement: sampleFacts, runs: [sampleRun({ id: 'a' })], last: [], madeAt };
  const said = 'There were more runs than are listed here: the oldest are left out.';
  expect(engagementAsMarkdown(buildEngagementReport({ ...given, isCut: true }))).toContain(said);
  expect(engagementAsMarkdown(buildEngagementReport(given))).not.toContain(said);
});

test('options are written in one line, and a long list says how long it is', () => {
  expect(writeOptions({})).toBe('the usual options');
  expect(writeOptions({ ports: 'top100', 'silent-too': true })).toBe('ports top100, silent-too');
  expect(writeOptions({ words: 'x'.repeat(300) })).toMatch(/^words x{200}… \(300 characters\)$/);
});
