import { useMemo, useSyncExternalStore } from 'react';
import { recentApps } from '../../../domains/apps/recent-apps.ts';
import { tools } from '../../../tools/registry.ts';
import type { ToolManifest } from '../../../tools/tool.ts';
import { Panel } from '../../../ui/panel.tsx';

const everyTool: readonly ToolManifest[] = tools;

/** The apps opened last, up to five; nothing until one was. */
export function RecentAppsPanel() {
  // A fresh list is read each time: its text tells whether it is another one.
  const text = useSyncExternalStore(recentApps.subscribe, () => (recentApps.read() ?? []).join(' '));
  const apps = useMemo(() => text.split(' ').flatMap((id) => everyTool.filter((tool) => tool.id === id)), [text]);
  if (apps.length === 0) return null;
  return (
    <Panel title="Recent apps">
      <ul className="-mx-6 -mb-6 border-t border-hairline">
        {apps.map(({ id, title, summary }) => (
          <li key={id} className="border-b border-hairline last:border-b-0">
            <a
              href={`/${id}`}
              target="_blank"
              rel="noopener opener"
              className="flex min-h-12 flex-wrap items-baseline gap-x-4 px-6 py-3 no-underline hover:bg-raised"
            >
              <span className="font-medium text-ink">{title}</span>
              <span className="text-sm text-muted">{summary}</span>
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
