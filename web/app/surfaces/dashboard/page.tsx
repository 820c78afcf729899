import { CheckSquareIcon } from '@phosphor-icons/react/dist/ssr/CheckSquare';
import { GaugeIcon } from '@phosphor-icons/react/dist/ssr/Gauge';
import type { Route } from './+types/page.ts';
import { DashboardShell } from './dashboard-shell.tsx';
import type { DashboardView } from './dashboard-view.ts';
import { Overview } from './overview/overview.tsx';
import { ProductivityView } from './productivity/productivity-view.tsx';

export function meta({ matches }: Route.MetaArgs) {
  const name = matches[0].loaderData?.owner.name ?? '';
  return [{ title: `Dashboard · ${name}` }, { name: 'robots', content: 'noindex' }];
}

const views: readonly [DashboardView, ...DashboardView[]] = [
  { id: 'overview', title: 'Overview', icon: GaugeIcon, place: 'tab', Body: Overview },
  { id: 'productivity', title: 'Productivity', icon: CheckSquareIcon, place: 'tab', Body: ProductivityView },
];

export default function DashboardPage() {
  return <DashboardShell views={views} />;
}
