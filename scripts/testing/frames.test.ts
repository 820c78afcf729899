import { expect, test } from 'vitest';
import { findOwnFrames } from './frames.ts';

const page = 'tools/wealth-ai/page/page.tsx';

test.each([
  ['a head', '<header className="mine">'],
  ['a head', '<h1>Wealth</h1>'],
  ['a sync line', '<SyncStatus state={hand.state} />'],
  ['a sample banner', '<p>Sample data: nothing is saved.</p>'],
  ['a trash', '<Panel title="Trash">'],
])('a page that draws %s of its own is found, with its line', (name, source) => {
  expect(findOwnFrames([{ path: page, source: `return (\n  ${source}\n);` }], [])).toEqual([
    expect.stringContaining(`${page}:2 draws ${name}`),
  ]);
});

test('a page in the frame, a test, a file that draws no page, and a named exception are let be', () => {
  const own = { source: '<h1>Own</h1>' };
  const framed = { path: page, source: '<OwnerPage tool={wealthAi}><Trash /></OwnerPage>' };
  const others = ['tools/wealth-ai/page/page.browser.test.tsx', 'web/app/pages/home/page.tsx'].map((path) => ({ path, ...own }));
  expect(findOwnFrames([framed, ...others], [])).toEqual([]);
  expect(findOwnFrames([{ path: page, ...own }], [{ file: page, name: 'a head', reason: 'none' }])).toEqual([]);
});
