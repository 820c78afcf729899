import { tools } from '../../tools/registry.ts';
import type { ToolManifest } from '../../tools/tool.ts';
import { staticPages } from '../../web/app/domains/discovery/static-pages.ts';

const everyTool: readonly ToolManifest[] = tools;

/** The address of a page that is not there. */
export const unknownPath = '/no-such-page';

/** A case study of the sample content. */
const caseStudyPath = '/projects/rosette';

/** An article of the sample content, with code, a table and a footnote. */
const articlePath = '/writing/a-backup-is-a-restore';

/** Every route that a visitor can open: the pages that may be found, the tools that are open to look at, and the terminal. */
export function findPublicRoutes(): readonly string[] {
  const open = everyTool.filter((tool) => tool.audience !== 'owner').map((tool) => `/${tool.id}`);
  // The desktop is a page of frames, which these checks do not enter: desktop.spec.ts looks at it.
  return [
    ...staticPages.filter((path) => path !== '/desktop'),
    '/projects',
    caseStudyPath,
    '/writing',
    articlePath,
    ...open,
    '/auth-terminal',
    unknownPath,
  ];
}

/** Every route that the owner alone can open: the dashboard, and the owner's tools. */
export function findOwnerRoutes(): readonly string[] {
  return ['/dashboard', ...everyTool.filter((tool) => tool.audience === 'owner').map((tool) => `/${tool.id}`)];
}

/** The tools that visitors see in their frame, and the owner in the owner's. */
export function findFramedTools(): readonly string[] {
  return everyTool.filter(({ audience, isGame }) => audience !== 'owner' && isGame !== true).map(({ id }) => `/${id}`);
}
