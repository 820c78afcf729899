import type { Resume } from '@castellan/content/resume';
import type { PageSection } from '../../domains/navigation/page-sections.ts';

/** The sections that the home page has with this content, in their order, as the navigation leads to them. */
export function homeSections({ work, projects, skills }: Pick<Resume, 'work' | 'projects' | 'skills'>): readonly PageSection[] {
  return [
    { id: 'about', title: 'About' },
    ...(work.length === 0 ? [] : [{ id: 'experience', title: 'Experience' }]),
    ...(projects.length === 0 ? [] : [{ id: 'projects', title: 'Projects' }]),
    ...(skills.length === 0 ? [] : [{ id: 'skills', title: 'Skills' }]),
    { id: 'social', title: 'Find me here ~' },
  ];
}
