import { data } from 'react-router';
import { firstSentences, pageHead } from '../../domains/discovery/page-head.ts';
import { siteOf } from '../../lib/site-context.ts';
import { NotFound, notFoundHead } from '../not-found/not-found.tsx';
import type { Route } from './+types/page.ts';
import { caseContentOf } from './case-content.ts';
import { CaseStudyView } from './case-study-view.tsx';

export function loader({ context, params }: Route.LoaderArgs) {
  const site = siteOf(context);
  const content = caseContentOf(site, params.slug);
  return content ?? data({ hasProjects: site.resume.projects.length > 0 }, { status: 404 });
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const facts = matches[0].loaderData;
  if (loaderData === undefined || 'hasProjects' in loaderData) return notFoundHead({ matches });
  const { slug, title, lead, project } = loaderData;
  const path = `/projects/${slug}`;
  return pageHead(facts, {
    path,
    title: `${title} · ${facts?.owner.name ?? ''}`,
    description: `${project.name}: ${lead === '' ? project.description : firstSentences(lead)}`,
    card: { path: `${path}/card.png`, alt: `${title}: the case study of ${project.name}, beside its engraved rosette` },
  });
}

/** The story of one project: what was wrong, who might have used it, what was decided, and what came of it. */
export default function CaseStudyPage({ loaderData }: Route.ComponentProps) {
  return 'hasProjects' in loaderData ? <NotFound {...loaderData} /> : <CaseStudyView content={loaderData} />;
}
