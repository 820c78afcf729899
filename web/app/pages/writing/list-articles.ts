import type { ArticleTag } from '@castellan/content/article';
import type { SiteContext } from '../../lib/site-context.ts';
import { rosetteAddress } from '../../ui/engraving/engrave-rosette.ts';

type Given = Pick<SiteContext, 'articles'>;

/** What the list shows of the articles, or of those with a tag, the newest first; `undefined` where there is none. */
export function listArticles({ articles = [] }: Given, tagSlug?: string) {
  const listed = articles.filter(({ tags }) => tagSlug === undefined || tags.some(({ slug }) => slug === tagSlug));
  if (listed.length === 0) return undefined;
  const tags = tagsOf(articles);
  return {
    tag: tags.find(({ slug }) => slug === tagSlug),
    tags,
    articles: listed.map(({ slug, title, date, summary, tags: own, minutes }) => ({
      path: `/writing/${slug}`,
      title,
      date,
      summary,
      tags: own.map(({ name }) => name),
      minutes,
      rosette: rosetteAddress(title),
    })),
  };
}

/** What a page of this site shows of the articles. */
export type ArticleList = NonNullable<ReturnType<typeof listArticles>>;

/** Every tag once, in the order of its name, as the newest article writes it. */
function tagsOf(articles: NonNullable<Given['articles']>): readonly ArticleTag[] {
  const tags = new Map<string, ArticleTag>();
  for (const tag of articles.flatMap((article) => article.tags)) if (!tags.has(tag.slug)) tags.set(tag.slug, tag);
  return [...tags.values()].toSorted((left, right) => (left.name.toLowerCase() < right.name.toLowerCase() ? -1 : 1));
}
