import { standingPages } from '../../web/app/domains/discovery/standing-pages.ts';
import { tools } from '../../web/app/tools/registry.ts';
import type { ToolManifest } from '../../web/app/tools/tool.ts';

const everyTool: readonly ToolManifest[] = tools;

/** The address of a page that is not there. */
export const unknownPath = '/no-such-page';

/** Every route that a visitor can open: the pages that may be found, the tools that are open to look at, and the terminal. */
export function findPublicRoutes(): readonly string[] {
  const open = everyTool.filter((tool) => tool.audience !== 'owner').map((tool) => `/${tool.id}`);
  return [...standingPages, ...open, '/auth-terminal', unknownPath];
}
