import { expect, test } from 'vitest';
import { siteName } from './site-name.ts';

test('a site is called as people call it', () => {
  expect(siteName('https://github.com/ada/rosette')).toBe('GitHub');
  expect(siteName('https://www.rosette.example/start?x=1')).toBe('rosette.example');
});
