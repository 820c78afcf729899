import { parseProfile } from '@castellan/content/profile';
import { parseResume } from '@castellan/content/resume';
import { expect, test } from 'vitest';
import { homeProjectsOf, homeSkillsOf, projectNotesOf, provenSkillsOf, standingOf } from './home-content.ts';
import { passportOf } from './passport.ts';

const resumeOf = (parts: object) => {
  const resume = parseResume('resume.json', JSON.stringify({ basics: { summary: 'x' }, ...parts }));
  if (!resume.ok) throw new Error(JSON.stringify(resume.failure));
  return resume.value;
};
const profileOf = (parts: object) => {
  const address = 'https://a.example/';
  const links = { blogUrl: address, linkedinUrl: address, githubUrl: address, instagramUrl: address, spotifyUrl: address };
  const person = { name: 'Ada Varga', givenNames: 'Ada', familyName: 'Varga', initials: 'AV', about: ['x'], email: 'a@b.example' };
  const profile = parseProfile(
    'profile.json',
    JSON.stringify({ ...person, ...links, discordHandle: 'ada', copyrightYear: 2025, timeZone: 'UTC', ...parts }),
  );
  if (!profile.ok) throw new Error(JSON.stringify(profile.failure));
  return profile.value;
};
const project = { name: 'Rosette', description: 'x' };

test('a project leads to its case study where there is one, else to its address, else nowhere', () => {
  const resume = resumeOf({
    projects: [
      { ...project, caseStudy: 'rosette.md', url: 'https://a.example/' },
      { ...project, url: 'https://a.example/' },
      { ...project, name: 'Следа' },
    ],
  });
  const caseStudies = { rosette: { slug: 'rosette', title: 'The log', lead: '', text: '' } };
  const notes = projectNotesOf({ resume, caseStudies });
  expect(notes.map(({ target }) => target)).toEqual([
    { path: '/projects/rosette', title: 'The log' },
    { url: 'https://a.example/' },
    undefined,
  ]);
  expect(notes[2]?.latin).toBe('SLEDA');
});

test('evidence leads to the post or project that it names, and is text where that may not be told', () => {
  const skills = [
    { name: 'Logs', since: 2021, evidence: [{ project: 'Rosette' }, { post: 'Mint', text: 'the log of Mint' }] },
    { name: 'Old', level: 'Master', keywords: ['a'] },
  ];
  const work = [{ name: 'Mint', position: 'x', startDate: '2022' }];
  const told = provenSkillsOf(resumeOf({ skills, work, projects: [project] }));
  expect(told[0]).toEqual({
    name: 'Logs',
    keywords: [],
    since: 2021,
    evidence: [
      { text: 'Rosette', href: '#project-1' },
      { text: 'the log of Mint', href: '#post-1' },
    ],
  });
  expect(told[1]).toEqual({ name: 'Old', keywords: ['a'], evidence: [] });
  expect(provenSkillsOf(resumeOf({ skills }))[0]?.evidence).toEqual([{ text: 'Rosette' }, { text: 'the log of Mint' }]);
});

const named = (names: readonly string[]) => names.map((name) => ({ name, description: 'x' }));
const numbered = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word} ${at + 1}`);

test('up to six projects are all told; of more the first six, with what the others are called', () => {
  const told = (count: number) => homeProjectsOf({ resume: resumeOf({ projects: named(numbered(count, 'Made')) }) });
  expect([told(6).projects.length, told(6).furtherProjects]).toEqual([6, undefined]);
  const { projects, furtherProjects } = told(14);
  expect(projects.map(({ name }) => name)).toEqual(numbered(6, 'Made'));
  expect(furtherProjects).toMatchObject({ count: 14, names: ['Made 7', 'Made 8', 'Made 9'], more: 5 });
  expect(told(7).furtherProjects).toMatchObject({ count: 7, names: ['Made 7'], more: 0 });
});

test('evidence of a project that the home page leaves out leads to the page with all of them', () => {
  const projects = named(numbered(7, 'Made'));
  const skills = [{ name: 'Logs', evidence: [{ project: 'Made 6' }, { project: 'Made 7' }] }];
  const [logs] = provenSkillsOf(resumeOf({ projects, skills }));
  expect(logs?.evidence.map(({ href }) => href)).toEqual(['#project-6', '/projects#project-7']);
});

test('up to twelve skills stand in the resume’s order; of more the proven ones come first, and the rest is folded', () => {
  const skills = (count: number) =>
    numbered(count, 'Skill').map((name, at) => (at === count - 1 ? { name, evidence: [{ project: 'Made 1' }] } : { name }));
  const told = (count: number) => {
    const { skills: open, foldedSkills } = homeSkillsOf(resumeOf({ projects: named(['Made 1']), skills: skills(count) }));
    return [open, foldedSkills].map((part) => part.map(({ name }) => name));
  };
  expect(told(12)).toEqual([numbered(12, 'Skill'), []]);
  expect(told(14)).toEqual([
    ['Skill 14', ...numbered(11, 'Skill')],
    ['Skill 12', 'Skill 13'],
  ]);
});

test('what the content lacks has no field, and the lines are whole all the same', () => {
  const bare = passportOf(profileOf({}), resumeOf({}), undefined);
  expect(bare.fields).toEqual([]);
  expect(bare.mrz.map((line) => line.length)).toEqual([44, 44]);
  expect('portrait' in bare).toBe(false);
});

test('the fields say what the content has, and the lines repeat it', () => {
  const profile = profileOf({ pgp: { fingerprint: `${'A'.repeat(31)}123456789` } });
  const resume = resumeOf({
    basics: { summary: 'x', label: 'Analyst', location: { city: 'Sofia', countryCode: 'BG' } },
    work: [
      { name: 'A', position: 'x', startDate: '2019-05' },
      { name: 'B', position: 'x', startDate: '2012-03', endDate: '2019' },
    ],
    certificates: [{ name: 'Long name', abbreviation: 'OSCP', date: '2018-10' }, { name: 'A certificate with a name that fits nowhere' }],
  });
  const { fields, mrz } = passportOf(profile, resume, '/engravings/portrait-1.svg');
  expect(fields.map(({ label, entries }) => [label, entries.map(({ text }) => text).join(' | ')])).toEqual([
    ['Specialty', 'Analyst'],
    ['Based in', 'Sofia, Bulgaria'],
    ['In the field since', '2012'],
    ['Certificates', 'OSCP 2018 | A certificate with a name that fits nowhere'],
    ['PGP', 'AAAA AAA1 2345 6789'],
  ]);
  expect(mrz).toEqual(['P<SECVARGA<<ADA'.padEnd(44, '<'), expect.stringMatching(/^1234567897BGR1203<<\d<<{6}0OSCP18<{8}\d\d$/)]);
});

test('an owner stands by the newest post that goes on, and by three signs at most; a post that has ended is not today’s', () => {
  const past = { name: 'Mint', position: 'Tester', startDate: '2018', endDate: '2022' };
  const now = { name: 'Press', position: 'Principal', startDate: '2022' };
  const certificates = [{ name: 'A long name', abbreviation: 'OSCP' }, { name: 'No short one' }, { name: 'x', abbreviation: 'CISSP' }];
  const advisories = ['CVE-2020-1', 'CVE-2020-2'].map((id) => ({ id, title: 'x', date: '2020', url: 'https://a.example/' }));
  expect(standingOf(resumeOf({ work: [past, now], certificates, advisories }))).toEqual({
    post: 'Principal, Press',
    signs: 'OSCP · CISSP · CVE-2020-1',
  });
  expect(standingOf(resumeOf({ work: [past] }))).toBeUndefined();
});
