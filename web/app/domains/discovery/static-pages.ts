/** The static pages that may be found: those the sitemap lists beside the public tools. Every other page says `noindex`. */
export const staticPages = ['/', '/contact', '/cv', '/proof', '/wishlist', '/terminal', '/ai-terminal', '/desktop'] as const;
