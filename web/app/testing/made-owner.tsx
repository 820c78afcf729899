import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';

/** The owner of tests that the server's part draws: what every page is told. */
export const madeOwner = {
  name: 'Ada Varga',
  givenNames: 'Ada',
  familyName: 'Varga',
  initials: 'AV',
  blogUrl: 'https://blog.example/',
  copyrightYear: 2025,
};

/** An element as the server sends it on that owner's page at an address. */
export function sentMarkup(element: ReactElement, address = '/'): string {
  const router = createMemoryRouter([{ id: 'root', path: '*', loader: () => null, element }], {
    initialEntries: [address],
    hydrationData: { loaderData: { root: { publishableKey: 'key', owner: madeOwner } } },
  });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}
