import { useState } from 'react';
import { useLocation } from 'react-router';
import { EngagementsPanel } from '../../../domains/engagements/engagements-panel.tsx';
import { HeadSlotsContext, noSlots } from '../../../domains/owner-page/head-slots.ts';
import { OwnerHead } from '../../../domains/owner-page/owner-head.tsx';
import { TargetsPanel } from '../../../domains/tool-reports/targets-panel.tsx';
import { RecentAppsPanel } from '../overview/recent-apps-panel.tsx';
import { AppCard } from './app-card.tsx';
import { useAppEntries } from './app-entries.ts';
import './super-apps.css';

const view = { id: 'super-apps', title: 'Super Apps' };

/** Every app in a row of its own, what the tools last said of their targets, the engagements, and the apps opened last. */
export default function SuperAppsView() {
  const apps = useAppEntries();
  const { hash } = useLocation();
  const [slots, setSlots] = useState(noSlots);
  return (
    <>
      <OwnerHead tool={view} note="All your apps" onSlots={setSlots} />
      <ul className="app-grid">
        {apps.map((app) => (
          <li key={app.id}>
            <AppCard app={app} />
          </li>
        ))}
      </ul>
      <div className="mt-9 space-y-6">
        <TargetsPanel isAsked={hash.split('?')[1] === 'targets'} />
        {/* Once they are open, the head has their menu and their state. */}
        <HeadSlotsContext value={slots}>
          <EngagementsPanel isAsked={hash.split('?')[1] === 'engagements'} />
        </HeadSlotsContext>
        <RecentAppsPanel />
      </div>
    </>
  );
}
