import { GaugeIcon } from '@castellan/icons/devices/gauge';
import { ShieldCheckIcon } from '@castellan/icons/security/shield-check';
import { VaultIcon } from '@castellan/icons/security/vault';
import { SquaresFourIcon } from '@castellan/icons/signs/squares-four';
import { liveOf } from '../../../../tools/live-registry.ts';
import { tools } from '../../../../tools/registry.ts';
import type { ToolManifest } from '../../../../tools/tool.ts';
import type { ToolView } from '../../../../tools/tool-live.ts';
import type { DashboardView } from './dashboard-view.ts';

/** What frame and palette know of a view. */
export type ViewEntry = Omit<DashboardView, 'Body'> & {
  /** The key that leads to it, after `g`. */
  readonly key: string;
  readonly keywords: string;
};

const everyTool: readonly ToolManifest[] = tools;

/** Tools that have a view of their own, in the order of the registry. */
export const toolViews: readonly { readonly tool: ToolManifest; readonly view: ToolView }[] = everyTool.flatMap((tool) => {
  const { view } = liveOf(tool.id);
  return view === undefined ? [] : [{ tool, view }];
});

const entriesOf = (place: ToolView['place']): readonly ViewEntry[] =>
  toolViews.flatMap(({ tool: { id, title }, view: { icon, key, keywords, ...view } }) =>
    view.place === place ? [{ id, title, icon, place, key, keywords }] : [],
  );

/** The views that are no tool's, by what draws them. */
export type OwnViewId = (typeof ownViews)[number]['id'];

const ownViews = [
  { id: 'overview', title: 'Overview', icon: GaugeIcon, place: 'tab', key: 'o', keywords: 'home dashboard greeting today' },
  { id: 'super-apps', title: 'Super Apps', icon: SquaresFourIcon, place: 'tab', key: 'a', keywords: 'tools cards business' },
  { id: 'vault', title: 'Vault', icon: VaultIcon, place: 'tab', key: 'v', keywords: 'passwords entries secrets unlock' },
  { id: 'security', title: 'Security', icon: ShieldCheckIcon, place: 'more', key: 's', keywords: 'logs activity sessions devices status' },
] as const satisfies readonly ViewEntry[];

const [overview, superApps, vault, security] = ownViews;

/** The dashboard's views, in the order of the frame (spec §2). */
export const viewEntries: readonly [ViewEntry, ...ViewEntry[]] = [
  overview,
  superApps,
  ...entriesOf('tab'),
  vault,
  security,
  ...entriesOf('more'),
];
