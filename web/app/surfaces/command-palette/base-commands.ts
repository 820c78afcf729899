import { tools } from '../../../../tools/registry.ts';
import type { ToolManifest } from '../../../../tools/tool.ts';
import type { Command } from '../../domains/commands/command.ts';
import { leadTo } from '../../domains/commands/command.ts';
import { openPalette } from '../../domains/commands/palette-state.ts';
import type { AppEntry } from '../dashboard/apps/app-entries.ts';
import { recordOpening } from '../dashboard/apps/app-entries.ts';
import { viewEntries } from '../dashboard/view-entries.ts';

const everyTool: readonly ToolManifest[] = tools;

/** What the command palette’s own actions are done with. */
export type ToolActions = {
  readonly logout: () => void;
  readonly beginExport: () => void;
  readonly toggleTheme: () => void;
  readonly theme: 'light' | 'dark';
  readonly toggleMotion: () => void;
  readonly isMotionPaused: boolean;
};

/** The dashboard's views, each with its key. */
export const viewCommands: readonly Command[] = viewEntries.map(({ id, title, key, keywords }) => ({
  ...leadTo({ id: `view:${id}`, title, keywords, href: `/dashboard#${id}` }, 'View'),
  keys: `g ${key}`,
}));

/** What can be begun from anywhere: the tools' own actions, and a new entry of the vault. */
const beginnings: readonly Command[] = [
  ...everyTool.flatMap(({ id, actions = [] }) =>
    actions.map((toolAction) =>
      leadTo(
        { id: `deed:${id}:${toolAction.id}`, title: toolAction.title, keywords: toolAction.keywords, href: `/${id}${toolAction.at}` },
        'Action',
      ),
    ),
  ),
  leadTo({ id: 'deed:add-password', title: 'Add Password', keywords: 'new vault entry login', href: '/dashboard#vault?add' }, 'Action'),
];

/** The apps, each by its own address; somebody else's site in a tab of its own. */
export function appCommands(apps: readonly AppEntry[]): readonly Command[] {
  return apps.map((app) => ({
    id: `app:${app.id}`,
    title: app.title,
    group: 'App',
    keywords: app.summary,
    run: ({ go }) => {
      recordOpening(app);
      if (app.isElsewhere) window.open(app.address, '_blank', 'noopener,noreferrer');
      else go(app.address);
    },
  }));
}

/** What the page itself can do. */
export function actionCommands(actions: ToolActions): readonly Command[] {
  const action = (id: string, title: string, keywords: string, run: Command['run'], keys?: string): Command => ({
    id: `action:${id}`,
    title,
    group: 'Action',
    keywords,
    run,
    ...(keys === undefined ? {} : { keys }),
  });
  return [
    ...beginnings,
    action('palette', 'Commands', 'palette find search anything', () => openPalette('palette'), 'Mod+K'),
    action('keys', 'Keyboard', 'shortcuts help sheet', () => openPalette('keys'), '?'),
    action('export', 'Export', 'download tasks notes logs json', actions.beginExport),
    action('theme', actions.theme === 'dark' ? 'Light theme' : 'Dark theme', 'appearance colour mode', actions.toggleTheme),
    action('motion', actions.isMotionPaused ? 'Resume motion' : 'Pause motion', 'animation stop', actions.toggleMotion),
    action('site', 'Public site', 'home visitors', ({ go }) => go('/')),
    action('logout', 'Log out', 'logout sign out leave', actions.logout),
  ];
}
