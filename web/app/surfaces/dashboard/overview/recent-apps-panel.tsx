import { Panel } from '../../../ui/panel.tsx';
import { recordOpening, useRecentApps } from '../apps/app-entries.ts';

/** The apps opened last, up to five; nothing until one was. */
export function RecentAppsPanel() {
  const apps = useRecentApps();
  if (apps.length === 0) return null;
  return (
    <Panel hasRows title="Recent apps">
      <ul>
        {apps.map((app) => (
          <li key={app.id} className="day-row">
            <a
              href={app.address}
              target="_blank"
              rel={app.isElsewhere ? 'noopener noreferrer' : 'opener'}
              onClick={() => recordOpening(app)}
              className="day-link"
            >
              <span className="recent-app">{app.title}</span>
              <span className="recent-summary">{app.summary}</span>
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
