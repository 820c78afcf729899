import { RecentAppsPanel } from '../overview/recent-apps-panel.tsx';
import { AppCard } from './app-card.tsx';
import { useAppEntries } from './app-entries.ts';
import './super-apps.css';

/** Every app on a card of its own, and those opened last. */
export default function SuperAppsView() {
  const apps = useAppEntries();
  return (
    <>
      <header className="border-b border-hairline pb-6">
        <h1 className="lettering text-2xl">Super Apps</h1>
        <p className="mt-1 text-muted">Every app, and how it stands.</p>
      </header>
      <ul className="app-grid">
        {apps.map((app) => (
          <li key={app.id}>
            <AppCard app={app} />
          </li>
        ))}
      </ul>
      <div className="mt-6">
        <RecentAppsPanel />
      </div>
    </>
  );
}
