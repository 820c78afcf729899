import type { Resume } from '@castellan/content/resume';
import { lazy } from 'react';
import { LazySection } from './lazy-section.tsx';

const Experience = lazy(() => import('./sections/experience.tsx').then((file) => ({ default: file.Experience })));
const Projects = lazy(() => import('./sections/projects.tsx').then((file) => ({ default: file.Projects })));
const Skills = lazy(() => import('./sections/skills.tsx').then((file) => ({ default: file.Skills })));

/** The resume's parts that the home page shows, each with its code in a file of its own. One with nothing in it is left out. */
export function HomeSections({ work, projects, skills }: Pick<Resume, 'work' | 'projects' | 'skills'>) {
  return (
    <>
      {work.length === 0 ? null : (
        <LazySection name="experience">
          <Experience work={work} />
        </LazySection>
      )}
      {projects.length === 0 ? null : (
        <LazySection name="projects">
          <Projects projects={projects} />
        </LazySection>
      )}
      {skills.length === 0 ? null : (
        <LazySection name="skills">
          <Skills skills={skills} />
        </LazySection>
      )}
    </>
  );
}
