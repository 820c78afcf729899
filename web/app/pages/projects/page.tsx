import { hasProjectsPage, projectsPath } from '@castellan/content/projects-page';
import { data } from 'react-router';
import { pageHead } from '../../domains/discovery/page-head.ts';
import { useOwnerFacts } from '../../domains/owner/owner-facts.ts';
import { siteOf } from '../../lib/site-context.ts';
import { mrzNameLine } from '../../ui/mrz/mrz.ts';
import { MrzLine } from '../../ui/mrz/mrz-line.tsx';
import { projectNotesOf } from '../home/home-content.ts';
import { ProjectNotes } from '../home/sections/projects.tsx';
import { NotFound, notFoundHead } from '../not-found/not-found.tsx';
import type { Route } from './+types/page.ts';
import { yearsText } from './years-text.ts';
import '../../ui/view-transition.css';
import './page.css';

export function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context);
  const projects = projectNotesOf(site);
  if (projects.length === 0) return data(undefined, { status: 404 });
  return { projects, years: yearsText(projects.flatMap(({ since }) => since ?? [])), isFound: hasProjectsPage(site.resume) };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const facts = matches[0].loaderData;
  if (loaderData === undefined) return notFoundHead({ matches });
  const { projects, isFound } = loaderData;
  const name = facts?.owner.name ?? '';
  const head = pageHead(facts, {
    path: projectsPath,
    title: `Projects · ${name}`,
    description: `${countText(projects.length)} by ${name}: ${namesText(projects.map((project) => project.name))}.`,
  });
  // Where the home page shows the same it is the one to be found.
  return isFound ? head : [...head.filter((part) => !('rel' in part)), { name: 'robots', content: 'noindex' }];
}

/** Everything that the owner made, as the home page has the first of it. */
export default function ProjectsPage({ loaderData }: Route.ComponentProps) {
  const owner = useOwnerFacts();
  if (loaderData === undefined) return <NotFound hasProjects={false} />;
  const { projects, years } = loaderData;
  return (
    <main id="main" className="page projects flex-1">
      <MrzLine text={mrzNameLine({ document: 'W', issuer: 'SEC', ...owner, ...owner.latin }, 36)} className="mb-5" />
      <h1 className="lettering text-[clamp(2.25rem,5vw,4rem)] leading-[1.04]">Projects</h1>
      <h2 className="mt-4 text-lg text-muted">{[countText(projects.length), years].filter((text) => text !== '').join(', ')}</h2>
      <div className="projects-notes">
        <ProjectNotes projects={projects} further={undefined} />
      </div>
    </main>
  );
}

function countText(count: number): string {
  return count === 1 ? 'One project' : `${count} projects`;
}

/** As many names as a search result has room for. */
function namesText(names: readonly string[]): string {
  const told = names.slice(0, 4);
  const more = names.length - told.length;
  return more === 0 ? told.join(', ') : `${told.join(', ')} and ${more} more`;
}
