import { expect, test } from 'vitest';
import { isWhole } from './pages.ts';

test('a page with a section that failed is not one to keep', () => {
  expect(isWhole('<main><!--$--><p>Skills</p><!--/$--></main>')).toBe(true);
  expect(isWhole('<main><!--$!--><template></template><p>Loading...</p><!--/$--></main>')).toBe(false);
});
