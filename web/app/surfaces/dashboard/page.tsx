import { type ComponentType, lazy } from 'react';
import type { Route } from './+types/page.ts';
import { DashboardShell } from './dashboard-shell.tsx';
import type { DashboardView } from './dashboard-view.ts';
import { Overview } from './overview/overview.tsx';
import './dashboard.css';
import { ProductivityView } from './productivity/productivity-view.tsx';
import { VaultView } from './vault/vault-view.tsx';
import { viewEntries } from './view-entries.ts';

export function meta({ matches }: Route.MetaArgs) {
  const name = matches[0].loaderData?.owner.name ?? '';
  return [{ title: `Dashboard · ${name}` }, { name: 'robots', content: 'noindex' }];
}

const bodies: Readonly<Record<(typeof viewEntries)[number]['id'], ComponentType>> = {
  overview: Overview,
  'super-apps': lazy(() => import('./apps/super-apps-view.tsx')),
  productivity: ProductivityView,
  vault: VaultView,
  security: lazy(() => import('./security/security-view.tsx')),
  settings: lazy(() => import('./settings/settings-view.tsx')),
};

const [first, ...others] = viewEntries;
const views: readonly [DashboardView, ...DashboardView[]] = [
  { ...first, Body: bodies[first.id] },
  ...others.map((entry) => ({ ...entry, Body: bodies[entry.id] })),
];

export default function DashboardPage() {
  return <DashboardShell views={views} />;
}
