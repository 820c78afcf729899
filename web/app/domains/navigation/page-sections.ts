import { useMatches } from 'react-router';

/** A part of a page that the navigation leads to: the element with this id, and what it is called there. */
export type PageSection = { readonly id: string; readonly title: string };

/** The parts of the page in view, in their order, as its loader gave them under `sections`; none where it gave none. */
export function usePageSections(): readonly PageSection[] {
  return useMatches().flatMap(({ loaderData }) => (loaderData as PageWithSections | null | undefined)?.sections ?? []);
}

/** What the loader of a page with sections gives, among other things. */
type PageWithSections = { readonly sections?: readonly PageSection[] };
