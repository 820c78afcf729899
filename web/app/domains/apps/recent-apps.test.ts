import { expect, test } from 'vitest';
import { withOpenedApp } from './recent-apps.ts';

test('the app opened last is first, stands once, and five are kept', () => {
  expect(withOpenedApp([], 'a')).toEqual(['a']);
  expect(withOpenedApp(['a', 'b'], 'b')).toEqual(['b', 'a']);
  expect(withOpenedApp(['a', 'b', 'c', 'd', 'e'], 'f')).toEqual(['f', 'a', 'b', 'c', 'd']);
});
