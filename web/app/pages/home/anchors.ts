import { maxHomeProjects, projectsPath } from '@castellan/content/projects-page';

// Apart from what the loader makes of the content, so that no visitor's page carries the engines and tables that it needs.

/** The ids that evidence leads to, by places in the resume. */
export function postAnchor(at: number): string {
  return `post-${at + 1}`;
}

export function projectAnchor(at: number): string {
  return `project-${at + 1}`;
}

/** Where a project stands: on the home page, or on the page that has them all. */
export function projectPlace(at: number): string {
  return `${at < maxHomeProjects ? '/' : projectsPath}#${projectAnchor(at)}`;
}
