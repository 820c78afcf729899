import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseProfile } from '@castellan/content/profile';
import { expect, test } from 'vitest';
import { sampleFolder } from '../sample-content.ts';
import { contactData } from './contact-data.ts';

test('programs learn whose contact page it is, and neither address nor number', () => {
  const profile = parseProfile('profile.json', readFileSync(join(sampleFolder, 'profile.json'), 'utf8'));
  if (!profile.ok) throw new Error(JSON.stringify(profile.failure));
  const said = contactData('https://castellan.example', profile.value);
  expect(said).toMatchObject({
    '@type': 'ContactPage',
    url: 'https://castellan.example/contact',
    mainEntity: { '@id': 'https://castellan.example/#person', name: 'Ada Varga' },
  });
  expect(JSON.stringify(said)).not.toMatch(/@varga|mailto|telephone|email/);
});
