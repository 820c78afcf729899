// Apart from what reads a resume, so that pages in a browser need not carry its schema.

/** As many projects as the home page shows, in the file's order. Where there are more, a page of their own has them all. */
export const maxHomeProjects = 6;

/** That page's path. It answers wherever there are projects, and is linked to where the home page does not show them all. */
export const projectsPath = '/projects';

/** Whether the home page shows some of the projects only. */
export function hasProjectsPage({ projects }: { readonly projects: readonly unknown[] }): boolean {
  return projects.length > maxHomeProjects;
}
