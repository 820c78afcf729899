import type { Profile } from '@castellan/content/profile';
import { siteKey } from '@castellan/foundation/site-key';
import { expect, test } from 'vitest';
import { madeOwner } from '../testing/made-owner.tsx';
import { publicFactsOf, shellFactsOf } from './site-context.ts';

const socialInk: Profile['socialInk'] = {
  linkedin: { gradient: ['ultramarine', 'verdigris'], shadow: 'ultramarine' },
  github: { gradient: ['copper', 'amber'], shadow: 'copper' },
  discord: { gradient: ['verdigris', 'ultramarine'], shadow: 'verdigris' },
};

const beyond = {
  about: ['I am a cybersecurity expert.'],
  email: 'ada@varga.example',
  linkedinUrl: 'https://linkedin.example/ada',
  githubUrl: 'https://github.example/ada',
  instagramUrl: 'https://instagram.example/ada',
  spotifyUrl: 'https://spotify.example/ada',
  discordHandle: 'ada.varga',
  socialInk,
};
const resume = { basics: { summary: 'Security specialist.' }, work: [], projects: [], skills: [] };

/** What changes by itself, of which nothing goes to every page but the first. */
const live = {
  posts: [],
  proof: { lastDay: undefined, headers: undefined, gradedDays: [] },
  wholeProof: () => {
    throw new Error('not asked for');
  },
};

const profile = {
  ...beyond,
  ...madeOwner,
  timeZone: 'Europe/Budapest',
  birthday: { month: 6, day: 30 },
};
const site = {
  nonce: 'a-nonce',
  publishableKey: 'sb_publishable_x',
  ownersPaths: ['/dashboard'],
  publicUrl: 'https://castellan.example',
  ...live,
  profile,
  resume,
  listedWishes: async () => [],
};

test('only the facts that are named leave the server, and the nonce is not among them', () => {
  const facts = publicFactsOf({ ...site, profile: { ...profile, photo: 'portrait.avif', telephone: '+36 1 555 0100' } as Profile });
  expect(JSON.stringify(facts)).not.toMatch(/a-nonce|555|Budapest|varga\.example|discord/);
  expect(facts).toMatchObject({ publishableKey: 'sb_publishable_x', owner: { name: 'Ada Varga', photo: 'portrait.avif' } });
});

test('with a page of the owner’s goes the stand-in for the key, and nothing that tells whose or of which installation it is', () => {
  const { owner, ...beside } = shellFactsOf(site);
  expect(beside).toEqual({
    isShell: true,
    ownersPaths: ['/dashboard'],
    publishableKey: siteKey,
    publicUrl: '',
  });
  expect(Object.values(owner).filter((value) => value !== '' && value !== 0)).toEqual([]);
});

test('names of another script come with their Latin spelling for the machine-readable lines', () => {
  const latinOf = (names: object) => publicFactsOf({ ...site, profile: { ...profile, ...names } }).owner;
  expect(latinOf({ givenNames: 'Иван', familyName: 'Петров' }).latin).toEqual({ familyName: 'PETROV', givenNames: 'IVAN' });
  expect(latinOf({ familyName: 'Müller' })).not.toHaveProperty('latin');
});

test('an owner without a photo has no photo field at all', () => {
  expect(publicFactsOf(site).owner).not.toHaveProperty('photo');
});

test('the music proxy is a fact only where the site names one', () => {
  expect(publicFactsOf({ ...site, musicProxyUrl: undefined })).not.toHaveProperty('musicProxyUrl');
  expect(publicFactsOf({ ...site, musicProxyUrl: 'https://proxy.example/get' })).toHaveProperty(
    'musicProxyUrl',
    'https://proxy.example/get',
  );
});
