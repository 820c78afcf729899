import { data } from 'react-router';
import { siteContext } from '../../lib/site-context.ts';
import type { Route } from './+types/page.ts';
import { NotFound } from './not-found.tsx';

/** Whether the home page has projects to lead on to. */
export function loader({ context }: Route.LoaderArgs) {
  return data({ hasProjects: (context.get(siteContext)?.resume.projects.length ?? 0) > 0 }, { status: 404 });
}

export { notFoundHead as meta } from './not-found.tsx';

export default function NotFoundPage({ loaderData: { hasProjects } }: Route.ComponentProps) {
  return <NotFound hasProjects={hasProjects} />;
}
