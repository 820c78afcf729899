import { expect, test } from 'vitest';
import { findSettings } from './find-settings.ts';
import { placeOfAddress } from './place-of-address.ts';
import { settings } from './registry.ts';
import { settingSections } from './sections.ts';

const idsFor = (query: string) => findSettings(settings, query).map(({ id }) => id);

test('every setting has an id of its own that can stand in an address, and belongs to a section', () => {
  const ids = settings.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z][a-z0-9-]*$/.test(id))).toEqual([]);
  const sections = settingSections.map(({ id }) => id);
  expect(new Set([...ids, ...sections]).size).toBe(ids.length + sections.length);
  expect(new Set(settings.map(({ section }) => section))).toEqual(new Set(sections));
});

test('settings stand together by section, in the order of the sections', () => {
  const order = settings.map(({ section }) => settingSections.findIndex(({ id }) => id === section));
  expect(order).toEqual(order.toSorted((one, other) => one - other));
});

test('a search finds by title, hint, section and other words, from the beginning of a word, in any order', () => {
  expect(idsFor('dark')).toEqual(['theme']);
  expect(idsFor('auto lock')).toEqual(['lock-idle', 'lock-hidden']);
  expect(idsFor('2FA')).toEqual(['authenticator']);
  expect(idsFor('passport checksum')).toEqual(['data-export', 'data-rehearsal']);
  expect(idsFor('appear')).toEqual(['theme', 'density', 'motion', 'sidebar']);
  expect(idsFor('ark')).toEqual([]);
});

test('an empty search finds everything', () => {
  expect(idsFor('  ')).toHaveLength(settings.length);
});

test('a choice reads what counts where nothing is stored, and takes no value that is none of its options', () => {
  for (const { id, control } of settings) {
    if (control.kind !== 'choice') continue;
    const before = control.choice.read();
    expect([id, control.choice.options.some(({ value }) => value === before)]).toEqual([id, true]);
  }
  const theme = settings.find(({ id }) => id === 'theme')?.control;
  if (theme?.kind !== 'choice') throw new Error('the theme is no choice');
  theme.choice.write('sepia');
  expect(theme.choice.read()).toBe('dark');
});

test('every page, setting and part of the site is led to by its own name, and former names still lead', () => {
  for (const { id } of settingSections) expect(placeOfAddress(`#${id}`)).toEqual({ page: id, isIndex: false, id, edits: undefined });
  for (const { id, section } of settings) expect(placeOfAddress(`#${id}`)).toMatchObject({ page: section, isIndex: false, id });
  expect(placeOfAddress('#edit-photo')).toEqual({ page: 'profile', isIndex: false, id: 'edit-photo', edits: 'photo' });
  expect(placeOfAddress('#edit-profile.pgp.url')).toMatchObject({ id: 'edit-profile', edits: 'profile', field: 'pgp.url' });
  expect(['#profile-name', '#profile-time-zone'].map((hash) => placeOfAddress(hash).id)).toEqual(['site-profile', 'site-profile']);
  for (const hash of ['', '#', '#nothing', '#constructor', '#edit-passwords'])
    expect(placeOfAddress(hash)).toMatchObject({ isIndex: true });
});
