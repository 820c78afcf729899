import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeContentFailure } from './content-failure.ts';
import { parseResume } from './resume.ts';

const sample = readFileSync(new URL('../../../content/resume.json', import.meta.url), 'utf8');
const position = { name: 'Halyard Mint', position: 'Specialist', startDate: '2022-03' };

/** The sentence a person reads when parts of the sample are changed; `undefined` removes one. */
function complaintAbout(change: Readonly<Record<string, unknown>>): string {
  const resume = parseResume('resume.json', JSON.stringify({ ...JSON.parse(sample), ...change }));
  return resume.ok ? 'no complaint' : describeContentFailure(resume.failure).replace(/ Line \d+\..*$/s, '');
}

test('the sample resume that ships is usable, and lists without entries are empty rather than absent', () => {
  const resume = parseResume('resume.json', sample);
  expect(resume.ok).toBe(true);
  expect(resume.ok && resume.value.projects.every((project) => Array.isArray(project.highlights))).toBe(true);
});

test('a mistake in a part that the site shows is named by file, field and problem', () => {
  expect(complaintAbout({ work: [{ ...position, position: undefined }] })).toBe('resume.json: the field "work.0.position" is missing.');
  expect(complaintAbout({ work: [{ ...position, companny: 'x' }] })).toBe(
    'resume.json: the field "work.0.companny" is not known; check its spelling.',
  );
  expect(complaintAbout({ work: [{ ...position, startDate: 'March 2022' }] })).toBe(
    'resume.json: the field "work.0.startDate" must be a date such as "2021-03" (or "2021", or "2021-03-15").',
  );
  expect(complaintAbout({ basics: {} })).toBe('resume.json: the field "basics.summary" is missing.');
  expect(complaintAbout({ projects: [{ name: 'Rosette', description: 'x', url: 'javascript:alert(1)' }] })).toContain(
    'the field "projects.0.url" must be a web address',
  );
  expect(complaintAbout({ skils: [] })).toBe('resume.json: the field "skils" is not known; check its spelling.');
});

test('a career whose positions, projects or skills may not be told is a career', () => {
  for (const part of ['work', 'projects', 'skills']) {
    expect(complaintAbout({ [part]: [] })).toBe('no complaint');
    expect(complaintAbout({ [part]: undefined })).toBe('no complaint');
  }
});

test('an end before its start is a mistake, however exactly each is given', () => {
  expect(complaintAbout({ work: [{ ...position, endDate: '2022-02' }] })).toBe(
    'resume.json: the field "work.0.endDate" must not be before startDate.',
  );
  expect(complaintAbout({ work: [{ ...position, endDate: '2021' }] })).toContain('must not be before startDate');
  expect(complaintAbout({ work: [{ ...position, endDate: '2022' }], skills: [] })).toBe('no complaint');
});

test('the parts of the standard that nothing is made from are left alone', () => {
  expect(complaintAbout({ references: [{ name: 7 }], interests: 'any' })).toBe('no complaint');
});

test('a mistake in a part that only the PDF shows is named too', () => {
  expect(complaintAbout({ education: [{ institution: 7 }] })).toBe(
    'resume.json: the field "education.0.institution" must be a text in quotes.',
  );
});

test('what the new fields hold wrongly is named: a figure, a drawing, a case study, evidence', () => {
  expect(complaintAbout({ work: [{ ...position, figure: { value: '1,900,000', label: 'accounts' } }], skills: [] })).toContain(
    'the field "work.0.figure.value" must not be longer than 8 characters',
  );
  const project = { name: 'Rosette', description: 'x' };
  const projects = (change: object) => complaintAbout({ projects: [{ ...project, ...change }], skills: [] });
  expect(projects({ drawing: 'chain', caseStudy: 'rosette.md' })).toBe('no complaint');
  expect(projects({ drawing: 'unicorn' })).toContain('the field "projects.0.drawing" must be one of the drawings "chain", "scan"');
  for (const caseStudy of ['../private.json', 'Rosette.md', 'a/b.md', 'README.md', '.md']) {
    expect(projects({ caseStudy })).toContain('the field "projects.0.caseStudy" must be the file name of a Markdown file');
  }
  expect(complaintAbout({ projects: [project, project].map((one) => ({ ...one, caseStudy: 'a.md' })), skills: [] })).toContain(
    'the field "projects.1.caseStudy" must be a file of its own',
  );
});

test('evidence names a post or a project that is there', () => {
  const skills = (...evidence: object[]) => complaintAbout({ skills: [{ name: 'Cryptography', evidence, since: 2021 }] });
  expect(skills({ project: 'Rosette' }, { post: 'Halyard Mint', text: 'the audit log' })).toBe('no complaint');
  expect(skills({ project: 'Rosete' })).toBe(
    'resume.json: the field "skills.0.evidence.0.project" must be the name of one of the projects: there is no "Rosete".',
  );
  expect(skills({ post: 'Rosette' })).toContain('must be the name of one of the posts under "work"');
  expect(skills({ text: 'a book' })).toContain('the field "skills.0.evidence.0" must name either a post or a project');
  expect(complaintAbout({ skills: [{ name: 'Cryptography', since: 21 }] })).toContain('must be a year such as 2021');
});
