import type { Article } from '@castellan/content/article';
import { type Block, plainTextOf } from '@castellan/content/markdown/blocks';
import { readMarkdown } from '@castellan/content/markdown/read';
import { colourCode } from '../../domains/writing/colour-code.ts';
import type { SiteContext } from '../../lib/site-context.ts';
import { rosetteAddress } from '../../ui/engraving/engrave-rosette.ts';
import { transliterate } from '../../ui/mrz/transliterate.ts';

/** Fewer parts are seen at a glance. */
const fewestParts = 3;

/** What the page of an article shows; `undefined` where the content has none of that name. */
export function articleContentOf({ articles = [] }: Pick<SiteContext, 'articles'>, slug: string) {
  const at = articles.findIndex((article) => article.slug === slug);
  const article = articles[at];
  if (article === undefined) return undefined;
  const { title, date, updated, summary, tags, minutes, text, pictures } = article;
  const blocks = readMarkdown(text, { pictures });
  const parts = partsOf(blocks);
  return {
    slug,
    title,
    latin: transliterate(title),
    date,
    updated,
    summary,
    tags,
    minutes,
    blocks: colourCode(blocks),
    parts: parts.length < fewestParts ? [] : parts,
    rosette: rosetteAddress(title),
    // The newest comes first in the list.
    next: linkTo(articles[at - 1]),
    previous: linkTo(articles[at + 1]),
  };
}

/** What a page of this site shows of an article. */
export type ArticleContent = NonNullable<ReturnType<typeof articleContentOf>>;

function linkTo(article: Article | undefined) {
  return article === undefined ? undefined : { path: `/writing/${article.slug}`, title: article.title };
}

/** The headings of the first two levels, which lead to their places. */
function partsOf(blocks: readonly Block[]) {
  return blocks.flatMap((block) => {
    if (block.kind !== 'heading' || block.level > 2 || block.id === 'h-') return [];
    return [{ id: block.id, title: plainTextOf(block.content) }];
  });
}
