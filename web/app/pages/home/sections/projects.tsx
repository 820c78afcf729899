import type { Resume, ResumeProject } from '@castellan/content/resume';
import { mrzCheckedLine } from '../../../ui/mrz/mrz.ts';
import { MrzLine } from '../../../ui/mrz/mrz-line.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { SectionFrame } from '../section-frame.tsx';

/** What the owner made, each as a printed note with its serial line. */
export function Projects({ projects }: { readonly projects: Resume['projects'] }) {
  return (
    <SectionFrame id="projects" title="Projects" microprint="Projects · Made to be taken apart and found whole">
      <ul className="grid gap-6 md:grid-cols-2">
        {projects.map((project) => (
          <ProjectNote key={project.name} project={project} />
        ))}
      </ul>
    </SectionFrame>
  );
}

function ProjectNote({ project }: { readonly project: ResumeProject }) {
  const { name, description, highlights, keywords, startDate, url } = project;
  return (
    <li className="home-note">
      <h3 className="lettering text-xl font-semibold">
        {url === undefined ? (
          name
        ) : (
          <a href={url} target="_blank" rel="noopener noreferrer" className="home-note-link">
            {name}
            <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          </a>
        )}
      </h3>
      <p className="mt-3">{description}</p>
      {highlights.length === 0 ? null : <p className="mt-3 text-sm text-verdigris">{highlights.join(' · ')}</p>}
      {keywords.length === 0 ? null : <p className="mt-3 text-sm text-muted">{keywords.join(', ')}</p>}
      <MrzLine text={mrzCheckedLine([name, startDate?.slice(0, 4) ?? ''], 36)} className="mt-auto pt-6" />
    </li>
  );
}
