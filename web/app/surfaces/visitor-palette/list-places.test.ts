import { readFileSync } from 'node:fs';
import { parseCaseStudy } from '@castellan/content/case-study';
import { parseProfile } from '@castellan/content/profile';
import { parseResume } from '@castellan/content/resume';
import { expect, test } from 'vitest';
import { tools } from '../../../../tools/registry.ts';
import type { ToolManifest } from '../../../../tools/tool.ts';
import { listPlaces } from './list-places.ts';
import { parsePlaces } from './place.ts';

const read = (name: string) => readFileSync(new URL(`../../../../content/${name}`, import.meta.url), 'utf8');
const profile = parseProfile('profile.json', read('profile.json'));
const resume = parseResume('resume.json', read('resume.json'));
if (!profile.ok || !resume.ok) throw new Error('the sample content cannot be read');
const sample = {
  profile: profile.value,
  resume: resume.value,
  posts: [],
  proof: { lastDay: undefined, headers: undefined, gradedDays: [] },
};
const everyTool: readonly ToolManifest[] = tools;

test('what the server lists is what the browser takes, place for place', () => {
  const places = listPlaces(sample);
  expect(parsePlaces(JSON.parse(JSON.stringify(places)))).toEqual({ ok: true, value: places });
});

test('tools of the owner alone are not among the places; the others are, each once', () => {
  const listed = listPlaces(sample)
    .filter(({ group }) => group === 'Tool')
    .map(({ href }) => href);
  expect(listed).toEqual(everyTool.filter(({ audience }) => audience !== 'owner').map(({ id }) => `/${id}`));
});

test('the resume, what the site proves, and each case study whose text is there are listed', () => {
  const study = parseCaseStudy('rosette.md', 'rosette', read('rosette.md'));
  if (!study.ok) throw new Error('the sample case study cannot be read');
  const places = listPlaces({ ...sample, caseStudies: { rosette: study.value } });
  expect(places.filter(({ group }) => group === 'Case study')).toEqual([
    { group: 'Case study', title: study.value.title, note: 'Rosette', href: '/projects/rosette' },
  ]);
  expect(places.map(({ href }) => href)).toEqual(expect.arrayContaining(['/cv', '/proof']));
  expect(parsePlaces(JSON.parse(JSON.stringify(places)))).toEqual({ ok: true, value: places });
});

test('without projects no project and no section of them is listed', () => {
  const places = listPlaces({ ...sample, resume: { ...sample.resume, projects: [] } });
  expect(places.filter(({ group, href }) => group === 'Project' || href.includes('projects'))).toEqual([]);
});

test('a project without an address of its own is listed where it stands: on the home page, or on the page that has them all', () => {
  const projects = Array.from({ length: 7 }, (_, at) => ({
    name: `Made ${at}`,
    description: 'x',
    highlights: [],
    keywords: [],
    roles: [],
  }));
  const places = listPlaces({ ...sample, resume: { ...sample.resume, projects } });
  const hrefs = places.filter(({ group }) => group === 'Project').map(({ href }) => href);
  expect([hrefs.at(0), hrefs.at(5), hrefs.at(6)]).toEqual(['/#project-1', '/#project-6', '/projects#project-7']);
  expect(places).toContainEqual({ group: 'Page', title: 'All 7 projects', note: '', href: '/projects' });
  expect(listPlaces(sample).map(({ href }) => href)).not.toContain('/projects');
});

test.each([
  ['an address of another origin as our own', { group: 'Page', title: 'x', note: '', href: '//evil.example' }],
  ['an address that runs', { group: 'Page', title: 'x', note: '', href: 'javascript:alert(1)', isElsewhere: true }],
  ['a kind of its own', { group: 'Record', title: 'x', note: '', href: '/' }],
  ['no title', { group: 'Page', note: '', href: '/' }],
  ['nothing', null],
])('of an answer a place with %s is left out', (_, place) => {
  expect(parsePlaces([place])).toEqual({ ok: true, value: [] });
});

test('an answer that is no list is none', () => {
  expect(parsePlaces({ places: [] })).toEqual({ ok: false, failure: { code: 'not-a-list' } });
});

test('without a blog and profiles elsewhere neither is a place', () => {
  const { blogUrl, linkedinUrl, githubUrl, discordHandle, email, ...bare } = sample.profile;
  expect([blogUrl, linkedinUrl, githubUrl, discordHandle]).not.toContain(undefined);
  const without = listPlaces({ ...sample, profile: bare }).map(({ title }) => title);
  const gone = listPlaces(sample).filter(({ title }) => !without.includes(title));
  expect(gone.map(({ title }) => title)).toEqual(['Social', 'Blog']);
});
