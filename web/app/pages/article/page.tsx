import { data } from 'react-router';
import { firstSentences, pageHead } from '../../domains/discovery/page-head.ts';
import { siteOf } from '../../lib/site-context.ts';
import { NotFound, notFoundHead } from '../not-found/not-found.tsx';
import type { Route } from './+types/page.ts';
import { articleContentOf } from './article-content.ts';
import { ArticleView } from './article-view.tsx';

export function loader({ context, params }: Route.LoaderArgs) {
  const site = siteOf(context);
  return articleContentOf(site, params.slug) ?? data({ hasProjects: site.resume.projects.length > 0 }, { status: 404 });
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const facts = matches[0].loaderData;
  if (loaderData === undefined || 'hasProjects' in loaderData) return notFoundHead({ matches });
  const { slug, title, summary, date, updated } = loaderData;
  const path = `/writing/${slug}`;
  return [
    ...pageHead(facts, {
      path,
      title: `${title} · ${facts?.owner.name ?? ''}`,
      description: firstSentences(summary === '' ? title : summary),
      card: { path: `${path}/card.png`, alt: `${title}, beside an engraved rosette` },
    }),
    { property: 'article:published_time', content: date },
    ...(updated === undefined ? [] : [{ property: 'article:modified_time', content: updated }]),
  ];
}

/** One article, whole. */
export default function ArticlePage({ loaderData }: Route.ComponentProps) {
  return 'hasProjects' in loaderData ? <NotFound {...loaderData} /> : <ArticleView content={loaderData} />;
}
