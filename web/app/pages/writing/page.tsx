import { data } from 'react-router';
import { headOf } from '../../domains/discovery/page-head.ts';
import { siteOf } from '../../lib/site-context.ts';
import { NotFound, notFoundHead } from '../not-found/not-found.tsx';
import type { Route } from './+types/page.ts';
import { ArticleListView } from './article-list.tsx';
import { listArticles } from './list-articles.ts';

export function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context);
  return listArticles(site) ?? data({ hasProjects: site.resume.projects.length > 0 }, { status: 404 });
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (loaderData === undefined || 'hasProjects' in loaderData) return notFoundHead({ matches });
  const [newest] = loaderData.articles;
  return headOf(matches, (name) => ({
    path: '/writing',
    title: `Writing · ${name}`,
    description: `What ${name} writes. The newest: ${newest?.title ?? ''}.`,
  }));
}

/** All articles. */
export default function WritingPage({ loaderData }: Route.ComponentProps) {
  return 'hasProjects' in loaderData ? <NotFound {...loaderData} /> : <ArticleListView list={loaderData} />;
}
