import { useLocation } from 'react-router';
import { EngagementsPanel } from '../../../domains/engagements/engagements-panel.tsx';
import { PageHead } from '../../../domains/owner-page/page-head.tsx';
import { TargetsPanel } from '../../../domains/tool-reports/targets-panel.tsx';
import { RecentAppsPanel } from '../overview/recent-apps-panel.tsx';
import { AppCard } from './app-card.tsx';
import { useAppEntries } from './app-entries.ts';
import './super-apps.css';

/** Every app in a row of its own, what the tools last said of their targets, the engagements, and the apps opened last. */
export default function SuperAppsView() {
  const apps = useAppEntries();
  const { hash } = useLocation();
  return (
    <>
      <PageHead id="super-apps" title="Super Apps" state="All your apps" />
      <ul className="app-grid">
        {apps.map((app) => (
          <li key={app.id}>
            <AppCard app={app} />
          </li>
        ))}
      </ul>
      <div className="mt-9 space-y-6">
        <TargetsPanel isAsked={hash.split('?')[1] === 'targets'} />
        <EngagementsPanel isAsked={hash.split('?')[1] === 'engagements'} />
        <RecentAppsPanel />
      </div>
    </>
  );
}
