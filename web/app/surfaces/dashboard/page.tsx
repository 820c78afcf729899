import { CheckSquareIcon } from '@phosphor-icons/react/dist/ssr/CheckSquare';
import { GaugeIcon } from '@phosphor-icons/react/dist/ssr/Gauge';
import { GearSixIcon } from '@phosphor-icons/react/dist/ssr/GearSix';
import { ShieldCheckIcon } from '@phosphor-icons/react/dist/ssr/ShieldCheck';
import { VaultIcon } from '@phosphor-icons/react/dist/ssr/Vault';
import { lazy } from 'react';
import type { Route } from './+types/page.ts';
import { DashboardShell } from './dashboard-shell.tsx';
import type { DashboardView } from './dashboard-view.ts';
import { Overview } from './overview/overview.tsx';
import './dashboard.css';
import { ProductivityView } from './productivity/productivity-view.tsx';
import { VaultView } from './vault/vault-view.tsx';

export function meta({ matches }: Route.MetaArgs) {
  const name = matches[0].loaderData?.owner.name ?? '';
  return [{ title: `Dashboard · ${name}` }, { name: 'robots', content: 'noindex' }];
}

const views: readonly [DashboardView, ...DashboardView[]] = [
  { id: 'overview', title: 'Overview', icon: GaugeIcon, place: 'tab', Body: Overview },
  { id: 'vault', title: 'Vault', icon: VaultIcon, place: 'tab', Body: VaultView },
  {
    id: 'security',
    title: 'Security',
    icon: ShieldCheckIcon,
    place: 'more',
    Body: lazy(() => import('./security/security-view.tsx')),
  },
  { id: 'productivity', title: 'Productivity', icon: CheckSquareIcon, place: 'tab', Body: ProductivityView },
  { id: 'settings', title: 'Settings', icon: GearSixIcon, place: 'more', Body: lazy(() => import('./settings/settings-view.tsx')) },
];

export default function DashboardPage() {
  return <DashboardShell views={views} />;
}
