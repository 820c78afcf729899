import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseCaseStudy } from './case-study.ts';
import { describeContentFailure } from './content-failure.ts';

const whole = '# A title\n\nTwo\nlines.\n\n## Problem\n\na\n\n## Threat model\n\nb\n\n## Decision\n\nc\n\n## Result\n\nd\n';

function complaintAbout(text: string): string {
  const study = parseCaseStudy('content/a.md', 'a', text);
  return study.ok ? 'no complaint' : describeContentFailure(study.failure);
}

test('a case study has its title, what leads to it as one line, and its parts', () => {
  const study = parseCaseStudy('content/a.md', 'a', `\uFEFF${whole.replaceAll('\n', '\r\n')}`);
  expect(study.ok && study.value).toEqual({
    slug: 'a',
    title: 'A title',
    lead: 'Two lines.',
    text: whole.slice(whole.indexOf('##')).trim(),
  });
});

test('what it lacks is named by file and heading', () => {
  expect(complaintAbout(whole.replace('# A title', 'A title'))).toContain('content/a.md must begin with its title');
  expect(complaintAbout(`Before\n${whole}`)).toContain('must begin with its title');
  expect(complaintAbout(whole.replace('## Threat model', '## Threats'))).toBe('content/a.md lacks the heading "## Threat model".');
  expect(complaintAbout(whole.replace('## Problem', '## Result').replace('## Result\n\nd', '## Problem\n\nd'))).toContain(
    'in this order: Problem, ',
  );
  expect(complaintAbout(whole + 'x'.repeat(100_000))).toContain('is longer than 100000 characters');
});

test.each(['rosette', 'countersign'])('the case study %s that ships is usable', (name) => {
  const text = readFileSync(new URL(`../../../content/${name}.md`, import.meta.url), 'utf8');
  expect(parseCaseStudy(`${name}.md`, name, text)).toMatchObject({ ok: true, value: { lead: expect.stringMatching(/./) } });
});
