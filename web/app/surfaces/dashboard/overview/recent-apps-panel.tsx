import { Panel } from '../../../ui/panel.tsx';
import { recordOpening, useRecentApps } from '../apps/app-entries.ts';

/** The apps opened last, up to five; nothing until one was. */
export function RecentAppsPanel() {
  const apps = useRecentApps();
  if (apps.length === 0) return null;
  return (
    <Panel title="Recent apps">
      <ul className="-mx-6 -mb-6 border-t border-hairline">
        {apps.map((app) => (
          <li key={app.id} className="border-b border-hairline last:border-b-0">
            <a
              href={app.address}
              target="_blank"
              rel={app.isElsewhere ? 'noopener noreferrer' : 'opener'}
              onClick={() => recordOpening(app)}
              className="flex min-h-12 flex-wrap items-baseline gap-x-4 px-6 py-3 no-underline hover:bg-raised"
            >
              <span className="font-medium text-ink">{app.title}</span>
              <span className="text-sm text-muted">{app.summary}</span>
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
