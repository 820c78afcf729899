import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { madeOwner } from '../../testing/made-owner.tsx';
import { SiteFooter } from './site-footer.tsx';

const footer = (tools?: readonly object[]) => {
  const router = createMemoryRouter([{ id: 'root', path: '*', loader: () => null, element: <SiteFooter /> }], {
    hydrationData: { loaderData: { root: { publishableKey: 'key', owner: madeOwner, ...(tools === undefined ? {} : { tools }) } } },
  });
  return renderToStaticMarkup(<RouterProvider router={router} />);
};
const addresses = (markup: string) => [...markup.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, address]) => address);

test('the foot of a page leads to every tool it is told of, to the desktop and to the terminals, and says the exact copyright', () => {
  const drawn = footer([
    { id: 'port-check', title: 'Port Check', use: 'work' },
    { id: 'tic-tac', title: 'Tic Tac', use: 'play' },
    { id: 'zone-look', title: 'Zone Look', use: 'record' },
  ]);
  expect(addresses(drawn)).toEqual(['/cv', '/proof', '/port-check', '/tic-tac', '/zone-look', '/terminal', '/ai-terminal', '/desktop']);
  // Each under a heading of its own.
  expect(drawn).toMatch(/Tools<\/bdi>.*Port Check.*Games<\/bdi>.*Tic Tac.*On record<\/bdi>.*Zone Look.*Ask</s);
  expect(drawn).toContain('<p>Copyright 2025 Ada Varga. All rights reserved.</p>');
});

test('without tools there is no empty heading', () => {
  expect(footer()).not.toMatch(/Tools|Games|On record/);
  expect(addresses(footer())).toContain('/desktop');
});
