import { data } from 'react-router';
import { headOf } from '../../domains/discovery/page-head.ts';
import { siteOf } from '../../lib/site-context.ts';
import { NotFound, notFoundHead } from '../not-found/not-found.tsx';
import type { Route } from './+types/tag.ts';
import { ArticleListView } from './article-list.tsx';
import { listArticles } from './list-articles.ts';

export function loader({ context, params }: Route.LoaderArgs) {
  const site = siteOf(context);
  return listArticles(site, params.tag) ?? data({ hasProjects: site.resume.projects.length > 0 }, { status: 404 });
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (loaderData === undefined || 'hasProjects' in loaderData) return notFoundHead({ matches });
  const { tag } = loaderData;
  return headOf(matches, (name) => ({
    path: `/writing/tag/${tag?.slug ?? ''}`,
    title: `Writing on ${tag?.name ?? ''} · ${name}`,
    description: `What ${name} writes on ${tag?.name ?? ''}.`,
  }));
}

/** The articles with one tag. */
export default function TagPage({ loaderData }: Route.ComponentProps) {
  return 'hasProjects' in loaderData ? <NotFound {...loaderData} /> : <ArticleListView list={loaderData} />;
}
