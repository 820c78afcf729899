import type { Article } from '@castellan/content/article';
import type { Profile } from '@castellan/content/profile';
import { authorData } from '../discovery/linked-data.ts';

/** What an article tells programs (schema.org). */
export function articleData(publicUrl: string, profile: Profile, article: Article): object {
  return {
    '@context': 'https://schema.org',
    ...postingData(publicUrl, profile, article),
    description: article.summary,
    inLanguage: profile.language ?? 'en',
    image: `${publicUrl}/writing/${article.slug}/card.png`,
    timeRequired: `PT${article.minutes}M`,
    ...(article.tags.length === 0 ? {} : { keywords: article.tags.map(({ name }) => name).join(', ') }),
    isPartOf: { '@type': 'Blog', '@id': blogId(publicUrl), name: `Writing · ${profile.name}`, url: `${publicUrl}/writing` },
  };
}

/** What the list of articles tells programs. */
export function writingData(publicUrl: string, profile: Profile, articles: readonly Article[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Blog',
    '@id': blogId(publicUrl),
    url: `${publicUrl}/writing`,
    name: `Writing · ${profile.name}`,
    inLanguage: profile.language ?? 'en',
    author: authorData(publicUrl, profile),
    blogPost: articles.slice(0, 50).map((article) => postingData(publicUrl, profile, article)),
  };
}

function postingData(publicUrl: string, profile: Profile, { slug, title, date, updated }: Article): object {
  const address = `${publicUrl}/writing/${slug}`;
  return {
    '@type': 'BlogPosting',
    '@id': `${address}#article`,
    url: address,
    mainEntityOfPage: address,
    headline: title,
    datePublished: date,
    dateModified: updated ?? date,
    author: authorData(publicUrl, profile),
  };
}

function blogId(publicUrl: string): string {
  return `${publicUrl}/writing#blog`;
}
