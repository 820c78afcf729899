import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeContentFailure } from './content-failure.ts';
import { parseProfile } from './profile.ts';

const sample = readFileSync(new URL('../../../content/profile.json', import.meta.url), 'utf8');

/** The sentence a person reads when one field of the sample is changed; `undefined` removes the field. */
function complaintAbout(change: Readonly<Record<string, unknown>>): string {
  return complaintOf(JSON.stringify({ ...JSON.parse(sample), ...change }));
}

function complaintOf(text: string): string {
  const profile = parseProfile('profile.json', text);
  return profile.ok ? 'no complaint' : describeContentFailure(profile.failure).replace(/ Line \d+\..*$/gm, '');
}

test('the sample profile that ships is usable', () => {
  const profile = parseProfile('profile.json', sample);
  expect(profile).toMatchObject({ ok: true, value: { name: 'Ada Varga', initials: 'AV', copyrightYear: 2025 } });
});

test('a byte order mark, as some editors write it, does no harm', () => {
  expect(complaintOf(`\uFEFF${sample}`)).toBe('no complaint');
});

test('a failure names file, field and problem in one sentence', () => {
  expect(complaintAbout({ name: undefined })).toBe('profile.json: the field "name" is missing.');
  expect(complaintAbout({ name: '   ' })).toBe('profile.json: the field "name" must not be empty.');
  expect(complaintAbout({ name: 7 })).toBe('profile.json: the field "name" must be a text in quotes.');
  expect(complaintAbout({ initials: 'ABCD' })).toBe('profile.json: the field "initials" must not be longer than 3 characters.');
  expect(complaintAbout({ copyrightYear: 25 })).toBe('profile.json: the field "copyrightYear" must be 1970 or more.');
  expect(complaintAbout({ copyrightYear: 2025.5 })).toBe('profile.json: the field "copyrightYear" must be a whole number.');
  expect(complaintAbout({ blogURL: 'https://blog.example' })).toBe('profile.json: the field "blogURL" is not known; check its spelling.');
  expect(complaintAbout({ timeZone: 'Budapest' })).toBe(
    'profile.json: the field "timeZone" must be a time zone such as "Europe/Budapest".',
  );
  expect(complaintOf('[]')).toBe('profile.json must be a group of fields in braces.');
});

test('a text that is no JSON is reported with the place of the fault', () => {
  expect(complaintOf('{"name": "Ada",}')).toMatch(/^profile\.json is not valid JSON: .+\.$/);
});

test('an address that would run a script is no blog', () => {
  expect(complaintAbout({ blogUrl: 'javascript:alert(1)' })).toBe(
    'profile.json: the field "blogUrl" must be a web address such as "https://blog.example".',
  );
});

test('the business may be left out; where it is named it is a web address', () => {
  expect(complaintAbout({ businessUrl: 'https://business.example' })).toBe('no complaint');
  expect(complaintAbout({ businessUrl: 'javascript:alert(1)' })).toContain('the field "businessUrl" must be a web address');
});

test('a photo lies beside the file, never elsewhere', () => {
  for (const photo of ['../portrait.png', '/etc/portrait.png', 'https://elsewhere.example/portrait.png', 'portrait.svg']) {
    expect(complaintAbout({ photo })).toContain('the field "photo" must be the file name of');
  }
  expect(complaintAbout({ photo: 'portrait.avif' })).toBe('no complaint');
});

test('the About text, the addresses and the Discord name are checked too', () => {
  expect(complaintAbout({ about: [] })).toBe('profile.json: the field "about" must hold at least one paragraph.');
  expect(complaintAbout({ about: ['fine', ''] })).toBe('profile.json: the field "about.1" must not be empty.');
  expect(complaintAbout({ email: 'ada at varga' })).toBe(
    'profile.json: the field "email" must be an e-mail address such as "you@example.org".',
  );
  expect(complaintAbout({ githubUrl: 'github.com/ada' })).toContain('the field "githubUrl" must be a web address');
  expect(complaintAbout({ discordHandle: 'a' })).toContain('the field "discordHandle" must');
});

test('the birthday is 30 June unless the file names another day that every year has', () => {
  const profile = parseProfile('profile.json', JSON.stringify({ ...JSON.parse(sample), birthday: undefined }));
  expect(profile).toMatchObject({ ok: true, value: { birthday: { month: 6, day: 30 } } });
  expect(complaintAbout({ birthday: { month: 2, day: 28 } })).toBe('no complaint');
  for (const birthday of [
    { month: 2, day: 29 },
    { month: 6, day: 31 },
  ]) {
    expect(complaintAbout({ birthday })).toBe('profile.json: the field "birthday.day" must be a day that every year has.');
  }
  expect(complaintAbout({ birthday: { month: 13, day: 1 } })).toBe('profile.json: the field "birthday.month" must be 12 or less.');
});

test('a security contact is an address to write to or to open, and nothing that would add a line to security.txt', () => {
  for (const securityContact of ['mailto:security@varga.example', 'https://varga.example/report']) {
    expect(complaintAbout({ securityContact })).toBe('no complaint');
  }
  for (const securityContact of ['security@varga.example', 'http://varga.example', 'javascript:alert(1)', 'mailto:a@b\nPolicy: x', '']) {
    expect(complaintAbout({ securityContact })).toContain('the field "securityContact" must be an address such as');
  }
});

test('the colours of a social link are inks of the kit, and may be left out', () => {
  const discord = { gradient: ['amber', 'carmine'], shadow: 'amber' };
  const profile = parseProfile('profile.json', JSON.stringify({ ...JSON.parse(sample), socialInk: { discord } }));
  expect(profile).toMatchObject({
    ok: true,
    value: { socialInk: { discord, github: { gradient: ['copper', 'amber'], shadow: 'copper' } } },
  });
  expect(complaintAbout({ socialInk: { discord: { ...discord, shadow: '#5865f2' } } })).toBe(
    'profile.json: the field "socialInk.discord.shadow" must be one of the inks "copper", "verdigris", "ultramarine", "amber", "carmine".',
  );
});

test('a PGP key is told by its whole fingerprint, however it is spaced', () => {
  expect(complaintAbout({ pgp: undefined, specialty: undefined })).toBe('no complaint');
  const spaced = parseProfile('profile.json', JSON.stringify({ ...JSON.parse(sample), pgp: { fingerprint: `${'7a3f '.repeat(9)} 91c2` } }));
  expect(spaced.ok && spaced.value.pgp).toEqual({ fingerprint: `${'7A3F'.repeat(9)}91C2` });
  expect(complaintAbout({ pgp: { fingerprint: '0D4E 5B88' } })).toContain('the field "pgp.fingerprint" must be a fingerprint of 40');
});

test('blog, profiles elsewhere and photo may be left out', () => {
  const own = ['blogUrl', 'linkedinUrl', 'githubUrl', 'instagramUrl', 'spotifyUrl', 'discordHandle', 'photo'];
  expect(complaintAbout(Object.fromEntries(own.map((field) => [field, undefined])))).toBe('no complaint');
});
