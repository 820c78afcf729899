import { tools } from '../../../tools/registry.ts';
import type { ToolManifest } from '../../../tools/tool.ts';
import { logActivity } from '../domains/activity/activity-log.ts';
import { rememberApp } from '../domains/apps/recent-apps.ts';

const everyTool: readonly ToolManifest[] = tools;

/** An app that the owner has before them is among the recent ones, and in the log. */
export function recordOpenedTool(pathname: string): void {
  const tool = everyTool.find(({ id }) => pathname === `/${id}`);
  if (tool === undefined) return;
  rememberApp(tool.id);
  void logActivity({ type: 'app_activity', description: `Opened ${tool.title}` });
}
