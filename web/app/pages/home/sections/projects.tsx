import { projectsPath } from '@castellan/content/projects-page';
import { Link } from 'react-router';
import { useMotion } from '../../../domains/motion/motion.tsx';
import { useOwnerFacts } from '../../../domains/owner/owner-facts.ts';
import { writtenIn } from '../../../domains/owner/written-in.ts';
import { leadsToCode, siteName } from '../../../lib/site-name.ts';
import { Engraved } from '../../../ui/engraving/engraved.tsx';
import { mrzCheckedLine } from '../../../ui/mrz/mrz.ts';
import { MrzLine } from '../../../ui/mrz/mrz-line.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { projectAnchor } from '../anchors.ts';
import type { FurtherProjects, ProjectNote } from '../home-content.ts';
import { SectionFrame } from '../section-frame.tsx';

type ProjectsProps = {
  readonly projects: readonly ProjectNote[];
  /** What leads to the page with all projects, where these are not all. */
  readonly further: FurtherProjects | undefined;
};

/** What the owner made, and where there is more of it the way there. */
export function Projects({ projects, further }: ProjectsProps) {
  return (
    <SectionFrame id="projects" title="Projects">
      <ProjectNotes projects={projects} further={further} />
    </SectionFrame>
  );
}

/** Projects, each as a banknote with the rosette of its name; the first at full width with what it does. */
export function ProjectNotes({ projects, further }: ProjectsProps) {
  const [lead, ...others] = projects;
  return (
    <>
      {lead === undefined ? null : <LeadNote project={lead} />}
      {others.length === 0 ? null : (
        <ul className="home-notes">
          {others.map((project, at) => (
            <Note key={project.name} project={project} at={at + 1} />
          ))}
          {further === undefined ? null : <FurtherNote further={further} />}
        </ul>
      )}
    </>
  );
}

/** The way to the page with all projects, with the names of some that are only there. */
function FurtherNote({ further: { count, names, more, rosettes } }: { readonly further: FurtherProjects }) {
  const { running } = useMotion();
  return (
    <li className="home-note home-note-small home-note-further">
      <p className="lettering text-xl font-semibold">
        <Link to={projectsPath} viewTransition={running} className="home-note-link">
          All {count} projects
        </Link>
      </p>
      <p className="mt-2 text-sm text-muted">
        {names.map((name, at) => (
          <span key={name}>
            {at === 0 ? 'With ' : ', '}
            <bdi>{name}</bdi>
          </span>
        ))}
        {more === 0 ? null : ` and ${more} more`}
      </p>
      <div aria-hidden="true" className="home-note-stack">
        {rosettes.map((address, at) => (
          <Engraved key={address} address={address} ink={at % 2 === 0 ? 'verdigris' : 'copper'} className="home-note-rosette drawn-round" />
        ))}
      </div>
    </li>
  );
}

function LeadNote({ project }: { readonly project: ProjectNote }) {
  const { latin, description, highlights, keywords, since, rosette, drawing, caption } = project;
  const { language } = useOwnerFacts();
  return (
    <article id={projectAnchor(0)} className="home-note home-note-lead">
      <div className="home-note-words">
        <p className="text-sm text-copper">Lead project{since === undefined ? '' : ` · since ${since}`}</p>
        <h3 className="lettering home-note-name">
          <NoteLink project={project} id={projectAnchor(0)} />
        </h3>
        <p {...writtenIn(language)} className="mt-3 max-w-prose">
          {description}
        </p>
        {highlights.length === 0 ? null : (
          <p {...writtenIn(language)} className="mt-3 text-muted">
            {highlights.join(' · ')}
          </p>
        )}
        {keywords.length === 0 ? null : <p className="mt-3 text-sm text-muted">{keywords.join(', ')}</p>}
        <WayOn project={project} id={projectAnchor(0)} className="home-note-way mt-4" />
        <MrzLine text={serialOf(latin, keywords, since)} className="mt-auto pt-6" />
      </div>
      <div className="home-note-art">
        {drawing === undefined ? (
          <Engraved address={rosette} ink="blend" className="home-note-large drawn-round" />
        ) : (
          <>
            <Engraved address={drawing.body} ink="verdigris" className="home-note-drawing drawn-across" />
            <Engraved address={drawing.mark} ink="copper" className="home-note-drawing drawn-across" />
            {caption === undefined ? null : (
              <p {...writtenIn(language)} className="home-note-caption">
                {caption}
              </p>
            )}
          </>
        )}
      </div>
    </article>
  );
}

function Note({ project, at }: { readonly project: ProjectNote; readonly at: number }) {
  const { latin, description, highlights, keywords, since, rosette } = project;
  const { language } = useOwnerFacts();
  return (
    <li id={projectAnchor(at)} className="home-note home-note-small">
      <h3 className="lettering text-xl font-semibold">
        <NoteLink project={project} id={projectAnchor(at)} />
      </h3>
      <p {...writtenIn(language)} className="mt-2 text-sm text-muted">
        {description}
      </p>
      {highlights.length === 0 ? null : (
        <p {...writtenIn(language)} className="mt-2 text-sm text-verdigris">
          {highlights.join(' · ')}
        </p>
      )}
      <WayOn project={project} id={projectAnchor(at)} className="home-note-way mt-3 text-sm" />
      <div className="home-note-serial">
        <MrzLine text={mrzCheckedLine([latin])} />
        <MrzLine text={serialOf('', keywords, since)} />
      </div>
      <Engraved address={rosette} ink={at % 2 === 1 ? 'verdigris' : 'copper'} className="home-note-rosette drawn-round" />
    </li>
  );
}

/** Where the note leads, in words; the link itself is the name, and is called by both. `id` is the note's. */
function WayOn({ project: { target }, id, className }: { readonly project: ProjectNote; readonly id: string; readonly className: string }) {
  if (target === undefined) return null;
  return (
    <p id={`${id}-way`} className={className}>
      {'path' in target ? (
        <>
          Read the case: <bdi>{target.title}</bdi>
        </>
      ) : // Not the site's name: the owner's own account there is the link of that name.
      leadsToCode(target.url) ? (
        'Read the code'
      ) : (
        `On ${siteName(target.url)}`
      )}
    </p>
  );
}

/** The project's name, which leads to its case study, or to its own address in a new tab; the whole note follows it. */
function NoteLink({ project: { name, target }, id }: { readonly project: ProjectNote; readonly id: string }) {
  const { running } = useMotion();
  const names = { id: `${id}-link`, 'aria-labelledby': `${id}-link ${id}-way` };
  if (target === undefined) return <bdi>{name}</bdi>;
  if ('path' in target) {
    return (
      <Link to={target.path} viewTransition={running} className="home-note-link" {...names}>
        <bdi>{name}</bdi>
      </Link>
    );
  }
  return (
    <a href={target.url} target="_blank" rel="noopener noreferrer" className="home-note-link" {...names}>
      <bdi>{name}</bdi>
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  );
}

function serialOf(latin: string, keywords: readonly string[], since: string | undefined): string {
  return mrzCheckedLine(
    [latin, keywords[0] ?? '', since ?? ''].filter((field) => field !== ''),
    44,
  );
}
