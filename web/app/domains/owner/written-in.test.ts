import { expect, test } from 'vitest';
import { writtenIn } from './written-in.ts';

test.each(['ar', 'he', 'fa', 'ur', 'ar-EG', 'uz-Arab'])('%s runs from right to left', (lang) => {
  expect(writtenIn(lang)).toEqual({ lang, dir: 'rtl' });
});

test.each(['bg', 'pt-BR', 'ur-Latn', 'ja'])('in %s the first letter decides', (lang) => {
  expect(writtenIn(lang)).toEqual({ lang, dir: 'auto' });
});

test('so it does where no language is given, and none is claimed', () => {
  expect(writtenIn(undefined)).toEqual({ dir: 'auto' });
});
