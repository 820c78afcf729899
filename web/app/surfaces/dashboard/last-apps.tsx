import { useId } from 'react';
import { Link } from 'react-router';
import { AppSeal } from '../../domains/apps/app-seal.tsx';
import { recordOpening, useRecentApps } from './apps/app-entries.ts';
import type { Place } from './dashboard-view.ts';
import { viewEntries } from './view-entries.ts';

/** The apps that were opened last, each by its seal; nothing before one was. Those with a view of their own stand above already. */
export function LastApps({ place, narrow }: { readonly place: Place; readonly narrow: boolean }) {
  const apps = useRecentApps().filter(({ id }) => viewEntries.every((view) => view.id !== id));
  const titleId = useId();
  if (apps.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="sidebar-last">
      <h2 id={titleId}>Opened last</h2>
      <ul className="sidebar-list">
        {apps.map((app) => (
          <li key={app.id}>
            <Link
              to={app.address}
              {...(app.isElsewhere ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
              aria-current={app.id === place.currentId ? 'page' : undefined}
              className="frame-item"
              data-tip={narrow ? app.title : undefined}
              onClick={() => recordOpening(app)}
            >
              <AppSeal id={app.id} title={app.title} className="frame-seal" />
              <span className={narrow ? 'sr-only' : 'frame-words'}>{app.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
