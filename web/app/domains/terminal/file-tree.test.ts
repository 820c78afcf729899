import { expect, test } from 'vitest';
import { entriesOf, fileNameOf, makeFileTree, matchPaths, offerPaths, resolvePath } from './file-tree.ts';

const tree = makeFileTree([
  { path: '/about.md', lines: ['# Ada'] },
  { path: '/projects/rosette.md', lines: [] },
  { path: '/projects/latent-image.md', lines: [] },
  { path: '/projects/rosette.md', lines: ['another'] },
]);

test.each([
  ['/', 'about.md', '/about.md'],
  ['/projects', '..', '/'],
  ['/projects', '../../..', '/'],
  ['/projects', './rosette.md', '/projects/rosette.md'],
  ['/projects', '/about.md', '/about.md'],
  ['/projects', '~', '/'],
  ['/projects', '~/about.md', '/about.md'],
  ['/', 'a//b/', '/a/b'],
  ['/', '', '/'],
])('from %s, %s is %s', (folder, typed, path) => {
  expect(resolvePath(folder, typed)).toBe(path);
});

test('folders come first, and a second file of one name gets a number', () => {
  expect(entriesOf(tree, '/').map(({ name }) => name)).toEqual(['projects', 'about.md']);
  expect(entriesOf(tree, '/projects').map(({ name }) => name)).toEqual(['latent-image.md', 'rosette-2.md', 'rosette.md']);
});

test('a pattern stands for the paths it fits, and for no other folder', () => {
  expect(matchPaths(tree, 'projects/*.md', '/')).toEqual(['/projects/latent-image.md', '/projects/rosette-2.md', '/projects/rosette.md']);
  expect(matchPaths(tree, '*', '/projects')).toHaveLength(3);
  expect(matchPaths(tree, 'rosette?2.md', '/projects')).toEqual(['/projects/rosette-2.md']);
  expect(matchPaths(tree, '*.txt', '/')).toEqual([]);
  expect(matchPaths(tree, '(*[', '/')).toEqual([]);
});

test('a path being typed may become what lies in its folder', () => {
  expect(offerPaths(tree, '/', 'pro')).toEqual(['projects/', 'about.md']);
  expect(offerPaths(tree, '/', 'projects/')).toContain('projects/rosette.md');
  expect(offerPaths(tree, '/projects', '../')).toEqual(['../projects/', '../about.md']);
});

test('titles become file names', () => {
  expect(['Latent Image', 'C++ & Rust', 'Ünïcode', '…'].map(fileNameOf)).toEqual(['latent-image', 'c-rust', 'unicode', 'untitled']);
});
