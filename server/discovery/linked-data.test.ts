import { readFileSync } from 'node:fs';
import { parseProfile } from '@castellan/content/profile';
import { parseResume } from '@castellan/content/resume';
import { expect, test } from 'vitest';
import { linkedData, scriptText } from './linked-data.ts';

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
