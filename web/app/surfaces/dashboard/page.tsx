import { GaugeIcon } from '@phosphor-icons/react/dist/ssr/Gauge';
import { ShieldCheckIcon } from '@phosphor-icons/react/dist/ssr/ShieldCheck';
import { lazy } from 'react';
import type { Route } from './+types/page.ts';
import { DashboardShell } from './dashboard-shell.tsx';
import type { DashboardView } from './dashboard-view.ts';
import { Overview } from './overview/overview.tsx';
import './dashboard.css';

export function meta({ matches }: Route.MetaArgs) {
  const name = matches[0].loaderData?.owner.name ?? '';
  return [{ title: `Dashboard · ${name}` }, { name: 'robots', content: 'noindex' }];
}

const views: readonly [DashboardView, ...DashboardView[]] = [
  { id: 'overview', title: 'Overview', icon: GaugeIcon, place: 'tab', Body: Overview },
  {
    id: 'security',
    title: 'Security',
    icon: ShieldCheckIcon,
    place: 'more',
    Body: lazy(() => import('./security/security-view.tsx')),
  },
];

export default function DashboardPage() {
  return <DashboardShell views={views} />;
}
