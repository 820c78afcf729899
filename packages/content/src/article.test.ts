import { expect, test } from 'vitest';
import { parseArticle, saysDraft } from './article.ts';
import { describeContentFailure } from './content-failure.ts';

const head = 'title: "Keys: on paper"\ndate: 2026-11-21\n';
const read = (front: string, body = 'Text.', name = 'keys.md') => parseArticle(`writing/${name}`, name, `---\n${front}---\n\n${body}\n`);
const complaintAbout = (...given: Parameters<typeof read>) => {
  const parsed = read(...given);
  return parsed.ok ? 'no complaint' : describeContentFailure(parsed.failure);
};

test('an article has what its front matter says; without a summary it begins as its text does', () => {
  const parsed = read(`${head}updated: 2026-12-01\ntags:\n  - Passkeys\n  - C++\n# a comment\n`, '## Part\n\nFirst *words*.\n\nSecond.');
  expect(parsed.ok && parsed.value).toMatchObject({
    slug: 'keys',
    title: 'Keys: on paper',
    date: '2026-11-21',
    updated: '2026-12-01',
    summary: 'First words.',
    tags: [
      { name: 'Passkeys', slug: 'passkeys' },
      { name: 'C++', slug: expect.stringMatching(/^c-[a-z0-9]+$/) },
    ],
    isDraft: false,
    minutes: 1,
  });
  expect(read(`${head}draft: true\n`)).toMatchObject({ value: { isDraft: true } });
});

test.each([
  ['title: a\n', 'the field "date" is missing. Line 1. Example: date: 2026-11-21'],
  [`${head}darft: true\n`, 'the field "darft" is not known; check its spelling. Line 4.'],
  ['title: a\ndate: 2026-02-30\n', 'the field "date" must be a day of the calendar. Line 3. Example: date: 2026-11-21'],
  [`${head}draft: yes\n`, 'the field "draft" must be true or false. Line 4.'],
  [`${head}updated: 2020-01-01\n`, 'the field "updated" must not be before the date. Line 4.'],
  [`${head}title: b\n`, 'has the field "title" twice. Line 4.'],
  [`${head}summary: |\n  a\n`, 'a value of the field "summary" that must be one line'],
  [`${head}summary: a: b\n`, 'a value of the field "summary" that must be one line'],
  [`${head}nonsense\n`, 'has a line that is not "name: value" in its front matter. Line 4.'],
])('the fault of %j is named by field and line', (front, complaint) => {
  expect(complaintAbout(front)).toContain(`writing/keys.md`);
  expect(complaintAbout(front)).toContain(complaint);
});

test('a fault of the text is named by its line in the file, and a name that makes no address is refused', () => {
  expect(complaintAbout(head, `one\n\n${'[a]('.repeat(2000)}`)).toMatch(/brackets and backticks in one paragraph\. Line 8\.$/);
  expect(complaintAbout(head, 'x', 'Keys on paper.md')).toContain('must have a name of small letters');
});

test('a file that cannot be used says all the same that it is a draft', () => {
  expect([saysDraft('---\ndraft: true\ndate: x\n'), saysDraft('---\ndraft: false\n')]).toEqual([true, false]);
});
