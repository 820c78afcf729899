/** Where Blog leads: outside in a new tab, or to a page of this site. */
export type BlogPlace = { readonly href: string; readonly isElsewhere: boolean };

/**
 * Where Blog leads: to the owner's blog elsewhere, where one is given; else to the articles on this site; `undefined` where there are
 * none, so that nothing is called Blog.
 */
export function blogPlace({ blogUrl, hasWriting }: { readonly blogUrl?: string | undefined; readonly hasWriting?: boolean | undefined }) {
  if (blogUrl !== undefined) return { href: blogUrl, isElsewhere: true } satisfies BlogPlace;
  return hasWriting === true ? ({ href: '/writing', isElsewhere: false } satisfies BlogPlace) : undefined;
}
