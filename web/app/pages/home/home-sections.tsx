import { lazy } from 'react';
import type { FurtherProjects, Post, ProjectNote, ProvenSkill } from './home-content.ts';
import { LazySection } from './lazy-section.tsx';

const Experience = lazy(() => import('./sections/experience.tsx').then((file) => ({ default: file.Experience })));
const Projects = lazy(() => import('./sections/projects.tsx').then((file) => ({ default: file.Projects })));
const Skills = lazy(() => import('./sections/skills.tsx').then((file) => ({ default: file.Skills })));

type HomeSectionsProps = {
  readonly work: readonly Post[];
  readonly projects: readonly ProjectNote[];
  readonly furtherProjects: FurtherProjects | undefined;
  readonly skills: readonly ProvenSkill[];
  readonly foldedSkills: readonly ProvenSkill[];
};

/** The resume's parts that the home page shows, each with its code in a file of its own. One with nothing in it is left out. */
export function HomeSections({ work, projects, furtherProjects, skills, foldedSkills }: HomeSectionsProps) {
  return (
    <>
      {work.length === 0 ? null : (
        <LazySection name="experience">
          <Experience work={work} />
        </LazySection>
      )}
      {projects.length === 0 ? null : (
        <LazySection name="projects">
          <Projects projects={projects} further={furtherProjects} />
        </LazySection>
      )}
      {skills.length === 0 ? null : (
        <LazySection name="skills">
          <Skills skills={skills} folded={foldedSkills} />
        </LazySection>
      )}
    </>
  );
}
