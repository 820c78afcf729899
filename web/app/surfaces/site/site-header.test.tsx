import { expect, test } from 'vitest';
import { sentMarkup } from '../../testing/made-owner.tsx';
import { SiteHeader } from './site-header.tsx';

/** The links of each main navigation of the header: text and address, in order. */
function listsOfLinks(): readonly (readonly string[])[] {
  const markup = sentMarkup(<SiteHeader />);
  return [...markup.matchAll(/<nav [^>]*aria-label="Main"[^>]*><ul[^>]*>(.*?)<\/ul>/g)].map(([, list = '']) =>
    [...list.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)/g)].map(([, address, text]) => `${text} ${address}`),
  );
}

test('the mobile menu holds the same links as the top navigation, in the same order', () => {
  const [wide, folded] = listsOfLinks();
  expect(wide).toEqual(['Home /', 'Blog https://blog.example/', 'Contact /contact']);
  expect(folded).toEqual(wide);
});
