import { expect, test } from 'vitest';
import { parseResume } from './resume.ts';
import { resumePlace, resumeSections } from './resume-outline.ts';

/** Every part that a resume may have, each of its texts a word that stands nowhere else. */
const whole = {
  basics: { summary: 'Summary', location: { city: 'Szeged', region: 'Csongrád', countryCode: 'HU' } },
  work: [
    {
      name: 'w-name',
      position: 'w-position',
      startDate: '2020-02',
      location: 'w-location',
      description: 'w-description',
      url: 'https://work.example/',
      summary: 'w-summary',
      highlights: ['w-highlight'],
    },
  ],
  projects: [
    {
      name: 'p-name',
      description: 'p-description',
      highlights: ['p-highlight'],
      keywords: ['p-keyword'],
      startDate: '2019',
      endDate: '2021',
      url: 'https://project.example/',
      roles: ['p-role'],
      entity: 'p-entity',
      type: 'p-type',
    },
  ],
  skills: [{ name: 's-name', level: 's-level', keywords: ['s-keyword'] }],
  volunteer: [
    {
      organization: 'v-organization',
      position: 'v-position',
      url: 'https://volunteer.example/',
      startDate: '2018',
      summary: 'v-summary',
      highlights: ['v-highlight'],
    },
  ],
  education: [
    {
      institution: 'e-institution',
      url: 'https://school.example/',
      area: 'e-area',
      studyType: 'e-study',
      endDate: '2013-06',
      score: 'e-score',
      courses: ['e-course'],
    },
  ],
  awards: [{ title: 'a-title', date: '2017', awarder: 'a-awarder', summary: 'a-summary' }],
  certificates: [{ name: 'c-name', date: '2016-05', issuer: 'c-issuer', url: 'https://certificate.example/' }],
  publications: [
    { name: 'n-name', publisher: 'n-publisher', releaseDate: '2015', url: 'https://publication.example/', summary: 'n-summary' },
  ],
  languages: [{ language: 'l-language', fluency: 'l-fluency' }],
};

const parsed = (value: object) => {
  const resume = parseResume('resume.json', JSON.stringify(value));
  if (!resume.ok) throw new Error(JSON.stringify(resume.failure));
  return resume.value;
};

test('every field of the resume is said', () => {
  const said = JSON.stringify(resumeSections(parsed(whole)));
  const { basics: _, ...parts } = whole;
  const texts = [...JSON.stringify(parts).matchAll(/"([a-z]-[a-z]+|https:[^"]+)"/g)].map(([, text]) => text ?? '');
  expect(texts.length).toBeGreaterThan(35);
  expect(texts.filter((text) => !said.includes(text))).toEqual([]);
  for (const date of ['Feb 2020 – Present', '2019 – 2021', '2018 – Present', 'Jun 2013', '2017', 'May 2016', '2015'])
    expect(said).toContain(`"dates":"${date}"`);
});

test('talks and advisories stand after the publications', () => {
  const talks = [{ title: 't-title', event: 't-event', date: '2022-09', url: 'https://talk.example/' }];
  const advisories = [{ id: 'CVE-2021-40999', title: 'd-title', date: '2021', url: 'https://advisory.example/' }];
  const sections = resumeSections({ ...parsed(whole), talks, advisories });
  expect(sections.map(({ title }) => title).slice(6, 10)).toEqual(['Publications', 'Talks', 'Advisories', 'Volunteering']);
  expect(sections.slice(7, 9).flatMap(({ entries }) => entries)).toMatchObject([
    { dates: 'Sep 2022', title: { text: 't-title', url: 'https://talk.example/' }, subtitle: { text: 't-event' } },
    { dates: '2021', title: { text: 'd-title', url: 'https://advisory.example/' }, subtitle: { text: 'CVE-2021-40999' } },
  ]);
});

test('a resume that holds little has no empty section', () => {
  expect(resumeSections(parsed({ basics: { summary: 'Summary' } }))).toEqual([]);
  expect(resumePlace(parsed(whole))).toBe('Szeged, Csongrád, Hungary');
  expect(resumePlace(parsed({ basics: { summary: 'Summary' } }))).toBeUndefined();
});
