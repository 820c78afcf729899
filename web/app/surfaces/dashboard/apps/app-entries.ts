import { useMemo, useSyncExternalStore } from 'react';
import { liveOf } from '../../../../../tools/live-registry.ts';
import { tools } from '../../../../../tools/registry.ts';
import type { ToolManifest } from '../../../../../tools/tool.ts';
import type { ToolLive } from '../../../../../tools/tool-live.ts';
import { logActivity } from '../../../domains/activity/activity-log.ts';
import { recentApps, rememberApp } from '../../../domains/apps/recent-apps.ts';
import { useOwnerFacts } from '../../../domains/owner/owner-facts.ts';

/** One app, as the dashboard shows it. */
export type AppEntry = {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly address: string;
  /** On somebody else's site. */
  readonly isElsewhere: boolean;
  readonly metrics: ToolLive['metrics'];
  readonly metricLabels?: ToolLive['metricLabels'];
};

const everyTool: readonly ToolManifest[] = tools;
const apps = everyTool.filter(({ isBuiltIn }) => isBuiltIn !== true);

/** Every tool of the registry, and the owner's business where the content names one. */
export function useAppEntries(): readonly AppEntry[] {
  const { businessUrl } = useOwnerFacts();
  return useMemo(
    () => [
      ...apps.map(({ id, title, summary }) => ({
        id,
        title,
        summary,
        address: `/${id}`,
        isElsewhere: false,
        metrics: liveOf(id).metrics,
        metricLabels: liveOf(id).metricLabels,
      })),
      ...(businessUrl === undefined ? [] : [businessOf(businessUrl)]),
    ],
    [businessUrl],
  );
}

function businessOf(address: string): AppEntry {
  const summary = `${new URL(address).host}, the site of the business.`;
  const metrics: AppEntry['metrics'] = async () => {
    const { businessMetrics } = await import('./business-metrics.ts');
    return { default: () => businessMetrics(address) };
  };
  return { id: 'business', title: 'Business', summary, address, isElsewhere: true, metrics };
}

/** The apps opened last, the latest first, up to five; those that are not there any more are left out. */
export function useRecentApps(): readonly AppEntry[] {
  const entries = useAppEntries();
  // A fresh list is read each time: its text tells whether it is another one.
  const text = useSyncExternalStore(recentApps.subscribe, () => (recentApps.read() ?? []).join(' '));
  return useMemo(() => text.split(' ').flatMap((id) => entries.filter((entry) => entry.id === id)), [text, entries]);
}

/** To be called when an app is pressed. Our own record it when they let the owner in; of somebody else's site nobody tells but the press. */
export function recordOpening({ id, title, isElsewhere }: AppEntry): void {
  if (!isElsewhere) return;
  rememberApp(id);
  void logActivity({ type: 'app_activity', description: `Opened ${title}` });
}
