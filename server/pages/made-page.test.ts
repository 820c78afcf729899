import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isWhole } from './draw-page.ts';
import { scriptHashes } from './made-page.ts';

test('a page with a section that failed is not one to keep', () => {
  expect(isWhole('<main><!--$--><p>Skills</p><!--/$--></main>')).toBe(true);
  expect(isWhole('<main><!--$!--><template></template><p>Loading...</p><!--/$--></main>')).toBe(false);
});

const hash = (text: string) => createHash('sha256').update(text).digest('base64');

test('each inline script that runs is named once, and what is data or a file is not', () => {
  const html = `<script nonce="n">one()</script><script nonce="n" type="application/ld+json">{"a":1}</script><script nonce="n" type="module" async="">two();
</script><script nonce="n" src="/assets/a.js"></script><script nonce="n">one()</script>`;
  expect(scriptHashes(html, 'n')).toEqual([hash('one()'), hash('two();\n')]);
});

test('a script that came into a page by its content is not named, so it does not run', () => {
  const html = `<script>evil()</script><script nonce="guess">evil()</script><p title='<script nonce="n'>evil()</script><script nonce="n">ours()</script>`;
  expect(scriptHashes(html, 'n')).toEqual([hash('ours()')]);
});
