import { expect, test } from 'vitest';
import { findSampleFields } from './sample-fields.ts';

const sample = {
  $schema: 'x',
  name: 'Ada',
  copyrightYear: 2025,
  basics: { summary: 'Text', location: { city: 'Budapest', countryCode: 'HU' } },
  work: [
    { name: 'Mint', highlights: ['one'] },
    { name: 'Lantern', highlights: [] },
  ],
};

test('an untouched copy is sample in every field that is about a person', () => {
  expect(findSampleFields(sample, structuredClone(sample))).toEqual([
    'name',
    'basics.summary',
    'basics.location.city',
    'basics.location.countryCode',
    'work.0',
    'work.1',
  ]);
});

test('what was changed, removed or added is the owner’s own', () => {
  const own = { name: 'Grace', initials: 'GH', basics: { location: { city: 'Vienna' } }, work: [{ name: 'Navy' }] };
  expect(findSampleFields(sample, own)).toEqual([]);
});

test('an entry that was moved, or whose fields were put in another order, is still sample', () => {
  expect(findSampleFields(sample, { work: [{ name: 'Navy' }, { highlights: ['one'], name: 'Mint' }] })).toEqual(['work.1']);
});

test('a field of another kind is the owner’s own', () => {
  expect(findSampleFields(sample, { name: ['Ada'], work: 'none', basics: null })).toEqual([]);
});
