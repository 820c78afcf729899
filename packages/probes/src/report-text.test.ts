import { GFM, parser } from '@lezer/markdown';
import { expect, test } from 'vitest';
import type { Report } from './report.ts';
import { reportAsCsv, reportAsMarkdown } from './report-text.ts';

const reportOn = (evidence: string, snippet = ''): Report => ({
  ...{ tool: 't', schemaVersion: 1, target: 'example.org', startedAt: '2026-11-21', durationMs: 1, verdict: '- One.' },
  findings: [
    { id: 'a', severity: 'low', title: 'Its header', evidence, why: 'Why.', fix: '', snippets: [{ label: 'nginx', text: snippet }] },
  ],
});

test('a Server header with a semicolon cannot put a formula into a report’s CSV', () => {
  for (const header of ['nginx/1.2;=cmd|x;b', '\uff1d1+1', ' =1+1', 'x\u2028=1', '\u200b@SUM(1)'])
    for (const cell of reportAsCsv(reportOn(header)).split(/[,;\t\r\n\u2028]/)) expect(cell).not.toMatch(/^["\s\u200b]*[=+\-@\uff1d]/);
});

test('a header and a snippet cannot put an image, a link, HTML or a heading into a report’s Markdown, nor an escape into a terminal', () => {
  const hostile = '![x](https://evil.test) <img src=x> https://evil.test \u001b[2J\u009b31m \u202e';
  const text = reportAsMarkdown(reportOn(hostile, `server {\r# planted\n\n\u001b[2J<b>${hostile}`));
  const kinds: string[] = [];
  parser
    .configure(GFM)
    .parse(text)
    .iterate({ enter: ({ name }) => void kinds.push(name) });
  expect(kinds.filter((name) => /Image|Link|URL|HTML|List/.test(name))).toEqual([]);
  expect(kinds.filter((name) => /Heading/.test(name))).toEqual(['ATXHeading1', 'ATXHeading2']);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test('what was not looked at stands in a list of its own, which says that it neither passed nor failed', () => {
  const text = reportAsMarkdown({
    ...reportOn(''),
    checks: [
      { id: 'a', title: 'Not revoked', state: 'not_looked_at', reason: 'no OCSP response was stapled' },
      { id: 'b', title: 'Trusted', state: 'passed' },
    ],
  });
  expect(text).toContain('## Not looked at\n\nThese checks have no result: they neither passed nor failed.\n\n- Not revoked: no OCSP');
  expect(text).not.toContain('Trusted');
  expect(reportAsMarkdown(reportOn(''))).not.toContain('Not looked at');
});
