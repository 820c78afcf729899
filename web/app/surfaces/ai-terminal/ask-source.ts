import { tools } from '../../../../tools/registry.ts';
import type { ToolManifest } from '../../../../tools/tool.ts';
import { askContentOf } from '../../domains/assistant/answerer/ask-content.ts';
import { siteOf } from '../../lib/site-context.ts';
import type { Route } from './+types/ask-source.ts';

const everyTool: readonly ToolManifest[] = tools;

/** The content that questions are answered from; no page is made of it. */
export function loader({ context }: Route.LoaderArgs) {
  const open = everyTool.filter(({ audience }) => audience !== 'owner');
  return Response.json(askContentOf(siteOf(context), open), { headers: { 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' } });
}
