import { type ComponentType, lazy } from 'react';
import type { Route } from './+types/page.ts';
import { DashboardShell } from './dashboard-shell.tsx';
import type { DashboardView } from './dashboard-view.ts';
import { Overview } from './overview/overview.tsx';
import './dashboard.css';
import { toolViewOf } from './tool-view.tsx';
import { VaultView } from './vault/vault-view.tsx';
import { type OwnViewId, toolViews, type ViewEntry, viewEntries } from './view-entries.ts';

export function meta({ matches }: Route.MetaArgs) {
  // Of a page that came as the owner's the gate knows it, once it is open.
  const name = matches[0].loaderData?.owner.name || matches[1].loaderData?.owner.name || '';
  return [{ title: name === '' ? 'Dashboard' : `Dashboard · ${name}` }, { name: 'robots', content: 'noindex' }];
}

const ownBodies: Readonly<Record<OwnViewId, ComponentType>> = {
  overview: Overview,
  'super-apps': lazy(() => import('./apps/super-apps-view.tsx')),
  vault: VaultView,
  security: lazy(() => import('./security/security-view.tsx')),
};

const bodies: ReadonlyMap<string, ComponentType> = new Map([
  ...Object.entries(ownBodies),
  ...toolViews.map(({ tool, view }) => [tool.id, toolViewOf(tool, view)] as const),
]);

const withBody = (entry: ViewEntry): DashboardView => ({ ...entry, Body: bodies.get(entry.id) ?? Overview });
const [first, ...others] = viewEntries;
const views: readonly [DashboardView, ...DashboardView[]] = [withBody(first), ...others.map(withBody)];

export default function DashboardPage() {
  return <DashboardShell views={views} />;
}
