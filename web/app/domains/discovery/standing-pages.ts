/** The standing pages that may be found: those the sitemap lists beside the public tools. Every other page says `noindex`. */
export const standingPages = ['/', '/contact', '/wishlist', '/terminal'] as const;
