import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { SiteHeader } from './site-header.tsx';

const owner = {
  name: 'Ada Varga',
  givenNames: 'Ada',
  familyName: 'Varga',
  initials: 'AV',
  blogUrl: 'https://blog.example/',
  copyrightYear: 2025,
};

/** The links of each main navigation of the header: text and address, in order. */
function listsOfLinks(): readonly (readonly string[])[] {
  const router = createMemoryRouter([{ id: 'root', path: '/', loader: () => null, element: <SiteHeader /> }], {
    hydrationData: { loaderData: { root: { publishableKey: 'key', owner } } },
  });
  const markup = renderToStaticMarkup(<RouterProvider router={router} />);
  return [...markup.matchAll(/<nav [^>]*aria-label="Main"[^>]*><ul[^>]*>(.*?)<\/ul>/g)].map(([, list = '']) =>
    [...list.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)/g)].map(([, address, text]) => `${text} ${address}`),
  );
}

test('the mobile menu holds the same links as the top navigation, in the same order', () => {
  const [wide, folded] = listsOfLinks();
  expect(wide).toEqual(['Home /', 'Blog https://blog.example/', 'Contact /contact']);
  expect(folded).toEqual(wide);
});
