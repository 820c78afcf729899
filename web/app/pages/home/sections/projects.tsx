import { Link } from 'react-router';
import { useMotion } from '../../../domains/motion/motion.tsx';
import { Engraved } from '../../../ui/engraving/engraved.tsx';
import { mrzCheckedLine } from '../../../ui/mrz/mrz.ts';
import { MrzLine } from '../../../ui/mrz/mrz-line.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { projectAnchor } from '../anchors.ts';
import type { ProjectNote } from '../home-content.ts';
import { SectionFrame } from '../section-frame.tsx';

/** What the owner made, each as a banknote with the rosette of its name; the first at full width with what it does. */
export function Projects({ projects }: { readonly projects: readonly ProjectNote[] }) {
  const [lead, ...others] = projects;
  return (
    <SectionFrame id="projects" title="Projects">
      {lead === undefined ? null : <LeadNote project={lead} />}
      {others.length === 0 ? null : (
        <ul className="home-notes">
          {others.map((project, at) => (
            <Note key={project.name} project={project} at={at + 1} />
          ))}
        </ul>
      )}
    </SectionFrame>
  );
}

function LeadNote({ project }: { readonly project: ProjectNote }) {
  const { latin, description, highlights, keywords, since, target, rosette, drawing } = project;
  return (
    <article id={projectAnchor(0)} className="home-note home-note-lead">
      <div className="home-note-words">
        <p className="text-sm text-copper">Lead project{since === undefined ? '' : ` · since ${since}`}</p>
        <h3 className="lettering home-note-name">
          <NoteLink project={project} />
        </h3>
        <p className="mt-3 max-w-prose">{description}</p>
        {highlights.length === 0 ? null : <p className="mt-3 text-muted">{highlights.join(' · ')}</p>}
        {keywords.length === 0 ? null : <p className="mt-3 text-sm text-muted">{keywords.join(', ')}</p>}
        {target !== undefined && 'path' in target ? <p className="home-note-case">Read the case: {target.title}</p> : null}
        <MrzLine text={serialOf(latin, keywords, since)} className="mt-auto pt-6" />
      </div>
      <div className="home-note-art">
        {drawing === undefined ? (
          <Engraved address={rosette} width={100} height={100} ink="blend" className="home-note-large drawn-round" />
        ) : (
          <>
            <Engraved address={drawing.body} width={760} height={660} ink="verdigris" className="home-note-drawing drawn-across" />
            <Engraved address={drawing.mark} width={760} height={660} ink="copper" className="home-note-drawing drawn-across" />
          </>
        )}
      </div>
    </article>
  );
}

function Note({ project, at }: { readonly project: ProjectNote; readonly at: number }) {
  const { latin, description, highlights, keywords, since, rosette } = project;
  return (
    <li id={projectAnchor(at)} className="home-note home-note-small">
      <h3 className="lettering text-xl font-semibold">
        <NoteLink project={project} />
      </h3>
      <p className="mt-2 text-sm text-muted">{description}</p>
      {highlights.length === 0 ? null : <p className="mt-2 text-sm text-verdigris">{highlights.join(' · ')}</p>}
      <MrzLine text={serialOf(latin, keywords, since)} className="home-note-serial" />
      <Engraved
        address={rosette}
        width={100}
        height={100}
        ink={at % 2 === 1 ? 'verdigris' : 'copper'}
        className="home-note-rosette drawn-round"
      />
    </li>
  );
}

/** The project's name, which leads to its case study, or to its own address in a new tab; the whole note follows it. */
function NoteLink({ project: { name, target } }: { readonly project: ProjectNote }) {
  const { running } = useMotion();
  if (target === undefined) return name;
  if ('path' in target) {
    return (
      <Link to={target.path} viewTransition={running} className="home-note-link">
        {name}
      </Link>
    );
  }
  return (
    <a href={target.url} target="_blank" rel="noopener noreferrer" className="home-note-link">
      {name}
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
