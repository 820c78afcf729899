import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isWhole } from './draw-page.ts';
import { scriptHashes } from './made-page.ts';

test('a page with a section that failed is not one to keep', () => {
  expect(isWhole('<main><!--$--><p>Skills</p><!--/$--></main>')).toBe(true);
  expect(isWhole('<main><!--$!--><template></template><p>Loading...</p><!--/$--></main>')).toBe(false);
});

test('each inline script that runs is named once, and what is data or a file is not', () => {
  const html = `<script>one()</script><script type="application/ld+json">{"a":1}</script><script type="module" async="">two();
</script><script src="/assets/a.js"></script><script>one()</script>`;
  const hash = (text: string) => createHash('sha256').update(text).digest('base64');
  expect(scriptHashes(html)).toEqual([hash('one()'), hash('two();\n')]);
});
