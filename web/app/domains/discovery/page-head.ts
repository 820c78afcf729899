import type { MetaDescriptor } from 'react-router';
import type { PublicFacts } from '../../lib/site-context.ts';

type PageHead = {
  /** Begins with `/`. */
  readonly path: string;
  readonly title: string;
  /** One or two sentences, as a search result or a shared link shows them. */
  readonly description: string;
  /** The page's own card of 1200 × 630, where it is an article: its path, and what is to be seen on it. */
  readonly card?: { readonly path: string; readonly alt: string };
};

/** What a page that may be found says of itself: title, description, canonical address, and the card that a shared link shows. */
export function pageHead(facts: PublicFacts | undefined, { path, title, description, card }: PageHead): MetaDescriptor[] {
  const said = [{ title }, { name: 'description', content: description }];
  // Where the root loader failed nobody knows whose page this is: an error page stands in its place.
  if (facts === undefined) return said;
  const { publicUrl, owner } = facts;
  return [
    ...said,
    { tagName: 'link', rel: 'canonical', href: publicUrl + path },
    { property: 'og:type', content: path === '/' ? 'profile' : card === undefined ? 'website' : 'article' },
    { property: 'og:site_name', content: owner.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: publicUrl + path },
    { property: 'og:image', content: publicUrl + (card?.path ?? '/og-card.png') },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: card?.alt ?? `${owner.name}, Security Specialist, beside an engraved rosette` },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

/** What a page is given that says its head: the facts that the root route loaded, `undefined` where it failed. */
type HeadArguments = { readonly matches: readonly [{ readonly loaderData: PublicFacts | undefined }, ...unknown[]] };

/** `pageHead` of a page that names the site's owner. */
export function headOf([root]: HeadArguments['matches'], describe: (owner: string) => PageHead): MetaDescriptor[] {
  return pageHead(root.loaderData, describe(root.loaderData?.owner.name ?? ''));
}

/** The `meta` of a tool's page that may be found. */
export function toolHead({ id, title, summary }: { readonly id: string; readonly title: string; readonly summary: string }) {
  return ({ matches }: HeadArguments): MetaDescriptor[] =>
    headOf(matches, (owner) => ({ path: `/${id}`, title: `${title} · ${owner}`, description: summary }));
}

/** As much as a search result shows, cut after a sentence or a word. */
export function firstSentences(text: string): string {
  if (text.length <= 200) return text;
  const cut = text.slice(0, 200);
  const sentence = cut.lastIndexOf('. ');
  return sentence > 80 ? cut.slice(0, sentence + 1) : `${cut.slice(0, cut.lastIndexOf(' '))}…`;
}
