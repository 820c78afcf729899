import { expect, test } from 'vitest';
import { tools } from '../../../../tools/registry.ts';
import { sentMarkup } from '../../testing/made-owner.tsx';
import { NavigationFrame } from './navigation-frame.tsx';

/** Which parts a page at this address stands in, in the order of the Tab key. */
function partsAt(path: string): readonly string[] {
  const markup = sentMarkup(<NavigationFrame>the page</NavigationFrame>, path);
  return [...markup.matchAll(/Skip to content|<nav aria-label="Main"|the page/g)].map(([part]) => part);
}

test('the top navigation stands on every route but /desktop and /dashboard, after the way past it', () => {
  const navigation = '<nav aria-label="Main"';
  const everyPath = ['/', '/contact', '/terminal', '/auth-terminal', '/no-such-page', ...tools.map(({ id }) => `/${id}`)];
  for (const path of everyPath) expect(partsAt(path), path).toEqual(['Skip to content', navigation, 'the page']);
  for (const path of ['/desktop', '/dashboard']) expect(partsAt(path), path).toEqual(['the page']);
});
