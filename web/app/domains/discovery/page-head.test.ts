import { expect, test } from 'vitest';
import routes from '../../routes.ts';
import { madeOwner } from '../../testing/made-owner.tsx';
import { pageHead } from './page-head.ts';
import { staticPages } from './static-pages.ts';

const facts = {
  publishableKey: 'k',
  publicUrl: 'https://castellan.example',
  owner: madeOwner,
};

/** Standing pages that nobody should find by searching, and what is no page. */
const unlisted: readonly string[] = [
  '/ask.json',
  '/auth-terminal',
  '/callback',
  '/dashboard',
  '/facts.json',
  '/places.json',
  '/r/:token',
  '/resume/:file?',
  '/s/:slug?',
  '/*',
];

/** Pages of the content, which the server lists one by one. */
const ofContent: readonly string[] = ['/projects', '/projects/:slug', '/writing', '/writing/:slug', '/writing/tag/:tag'];

type RouteEntry = {
  readonly file: string;
  readonly path?: string | undefined;
  readonly index?: boolean | undefined;
  readonly children?: readonly RouteEntry[] | undefined;
};

/** The paths of all pages but the tools', whose manifests say by themselves whom they are for. */
function staticPathsOf(entries: readonly RouteEntry[]): readonly string[] {
  return entries.flatMap(({ file, path, index, children }) => {
    // What only stands around pages has an empty path.
    const isPage = ((path ?? '') !== '' || index === true) && !file.startsWith('../../tools/');
    return [...(isPage ? [`/${path ?? ''}`] : []), ...staticPathsOf(children ?? [])];
  });
}

test('every route is either listed for search engines or kept from them, on purpose', () => {
  expect(staticPathsOf(routes).toSorted()).toEqual([...staticPages, ...ofContent, ...unlisted].toSorted());
});

test('the addresses of the canonical link and of the card are absolute', () => {
  const head = pageHead(facts, { path: '/contact', title: 'Contact Me', description: 'How to reach Ada.' });
  expect(head).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://castellan.example/contact' });
  expect(head).toContainEqual({ property: 'og:image', content: 'https://castellan.example/og-card.png' });
  expect(head).toContainEqual({ name: 'twitter:card', content: 'summary_large_image' });
});

test('a page with a card of its own shows that, with its own words', () => {
  const card = { path: '/projects/rosette/card.png', alt: 'Rosette' };
  const head = pageHead(facts, { path: '/projects/rosette', title: 'A case', description: 'A log.', card });
  expect(head).toContainEqual({ property: 'og:image', content: 'https://castellan.example/projects/rosette/card.png' });
  expect(head).toContainEqual({ property: 'og:image:alt', content: 'Rosette' });
  expect(head).toContainEqual({ property: 'og:type', content: 'article' });
});

test('a page whose facts are missing still has its title, and claims no address', () => {
  expect(pageHead(undefined, { path: '/', title: 'Home', description: 'A site.' })).toEqual([
    { title: 'Home' },
    { name: 'description', content: 'A site.' },
  ]);
});
