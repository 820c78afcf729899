import { readFileSync } from 'node:fs';
import { parseProfile } from '@castellan/content/profile';
import { parseResume } from '@castellan/content/resume';
import { expect, test } from 'vitest';
import { contactData } from './contact-data.ts';
import { caseStudyData, linkedData, projectsData, resumeData, scriptText } from './linked-data.ts';

const sample = (name: string) => readFileSync(new URL(`../../content/${name}`, import.meta.url), 'utf8');
const profile = parseProfile('profile.json', sample('profile.json'));
const resume = parseResume('resume.json', sample('resume.json'));
if (!profile.ok || !resume.ok) throw new Error('the sample content is faulty');

test('the home page is a profile page about the owner, with what they do and where else they are', () => {
  expect(linkedData('https://castellan.example', profile.value, resume.value)).toMatchObject({
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'ProfilePage',
        mainEntity: {
          '@type': 'Person',
          name: 'Ada Varga',
          url: 'https://castellan.example/',
          image: 'https://castellan.example/og-card.png',
          jobTitle: 'Security Specialist',
          sameAs: expect.arrayContaining(['https://github.com/ada-varga-example']),
          knowsAbout: expect.arrayContaining(['Cryptography', 'Threat modelling']),
        },
      },
      { '@type': 'WebSite', url: 'https://castellan.example/' },
    ],
  });
});

test('certificates, languages, education, talks and advisories are told, and a part that the content lacks is not', () => {
  const [page] = (linkedData('https://castellan.example', profile.value, resume.value) as { '@graph': { mainEntity: object }[] })['@graph'];
  expect(page?.mainEntity).toMatchObject({
    knowsLanguage: [{ name: 'Hungarian' }, { name: 'English' }, { name: 'German' }],
    hasCredential: [{ alternateName: 'OSCP', dateCreated: '2018-10' }, { alternateName: 'CISSP' }],
    alumniOf: [{ name: 'Tisza Valley Technical University' }],
    performerIn: [{ name: 'What a recovery code is for, Danube Security Days' }, {}],
    subjectOf: [{ reportNumber: 'CVE-2020-99172' }],
  });
  const bare = { basics: resume.value.basics, work: [], projects: [], skills: [] };
  expect(JSON.stringify(linkedData('https://castellan.example', profile.value, bare))).not.toMatch(/hasCredential|subjectOf|alumniOf/);
});

test('the resume is a profile page about the same person, with every post and the employers of the present ones', () => {
  const [present, ...earlier] = resume.value.work;
  if (present === undefined || earlier.length === 0) throw new Error('the sample has no posts');
  const said = resumeData('https://castellan.example', profile.value, resume.value);
  expect(said).toMatchObject({
    '@type': 'ProfilePage',
    url: 'https://castellan.example/cv',
    mainEntity: {
      '@id': 'https://castellan.example/#person',
      name: 'Ada Varga',
      worksFor: [{ '@type': 'Organization', name: present.name }],
      hasOccupation: resume.value.work.map(({ position, startDate }) => ({ hasOccupation: { name: position }, startDate })),
      hasCredential: [{ alternateName: 'OSCP' }, { alternateName: 'CISSP' }],
    },
  });
  expect(JSON.stringify(said)).not.toMatch(/telephone|birth|@varga|mailto/i);
  expect(JSON.stringify(resumeData('https://castellan.example', profile.value, { ...resume.value, work: [] }))).not.toMatch(
    /worksFor|hasOccupation/,
  );
});

test('a case study is an article of the owner’s about a project', () => {
  const [project] = resume.value.projects;
  if (project === undefined) throw new Error('the sample has no project');
  const study = { slug: 'rosette', title: 'The log', lead: '', text: '' };
  expect(caseStudyData('https://castellan.example', profile.value, project, study)).toMatchObject({
    '@type': 'TechArticle',
    url: 'https://castellan.example/projects/rosette',
    headline: 'The log',
    description: project.description,
    author: { '@id': 'https://castellan.example/#person', name: 'Ada Varga' },
    about: { name: 'Rosette' },
  });
});

test('the page with all projects lists every one as a work of the owner’s, in the resume’s order', () => {
  expect(projectsData('https://castellan.example', profile.value, resume.value)).toMatchObject({
    '@type': 'CollectionPage',
    url: 'https://castellan.example/projects',
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: 4,
      itemListElement: resume.value.projects.map(({ name }, at) => ({
        position: at + 1,
        item: { '@type': 'CreativeWork', name, creator: { '@id': 'https://castellan.example/#person' } },
      })),
    },
  });
});

test('a telephone number, a day of birth and an e-mail address stay inside, whatever the content holds', () => {
  const basics = { ...resume.value.basics, phone: '+36 1 555 0100', birthDate: '1990-06-30' };
  const text = scriptText(linkedData('https://castellan.example', profile.value, { ...resume.value, basics }));
  expect(text).not.toMatch(/telephone|birth|555 0100|1990|@varga/i);
});

test.each(['</script><script>alert(1)</script>', '<!--<script>', '</SCRIPT\n>', '$& $` $1', '\u2028"\\'])(
  'the name %j can end no script element, and is read back as it was',
  (name) => {
    const text = scriptText(linkedData('https://castellan.example', { ...profile.value, name }, resume.value));
    expect(text).not.toContain('<');
    expect(JSON.parse(text)).toMatchObject({ '@graph': [{ mainEntity: { name } }, { name }] });
  },
);

test('an owner with no profile elsewhere has no list of them', () => {
  const { linkedinUrl, githubUrl, instagramUrl, spotifyUrl, ...bare } = profile.value;
  expect([linkedinUrl, githubUrl, instagramUrl, spotifyUrl]).not.toContain(undefined);
  const said = [linkedData, resumeData].map((data) => JSON.stringify(data('https://castellan.example', bare, resume.value)));
  for (const text of [...said, JSON.stringify(contactData('https://castellan.example', bare))]) expect(text).not.toMatch(/sameAs|null/);
});
