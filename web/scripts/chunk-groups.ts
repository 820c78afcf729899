import { globSync } from 'node:fs';
import { join } from 'node:path';
import { tools } from '../app/tools/registry.ts';

/**
 * Which modules share a file of the built page. Each path begins at the repository's root and names a file, without its ending, or
 * ends in a slash and names a folder; `*` stands for one name. A test finds a file for each.
 */
export type ChunkGroup = {
  readonly name: string;
  readonly files: readonly string[];
  /** What of those folders stays by itself; a file that the group names is of it all the same. */
  readonly except?: readonly string[];
  readonly minShareCount?: number;
  readonly priority?: number;
};

/** The declared collections of tools that nobody but the owner opens. */
function ownersCollections(): readonly string[] {
  const folder = join(import.meta.dirname, '..', 'app', 'tools');
  const owners = tools.filter(({ audience }) => audience === 'owner').map(({ id }) => id);
  return globSync(`{${owners.join(',')}}/*.collection.ts`, { cwd: folder }).map((file) => `web/app/tools/${file.replace(/\.ts$/, '')}`);
}

/** The two modules of each icon. */
function iconFiles(...icons: readonly string[]): readonly string[] {
  return ['dist/ssr', 'dist/defs'].flatMap((folder) => icons.map((icon) => `node_modules/@phosphor-icons/react/${folder}/${icon}`));
}

/** Of the browser's build. */
export const clientGroups: readonly ChunkGroup[] = [
  // Its own file, so that it stays in caches when the kit below changes. react-dom is not in it: one larger file was measured, and
  // kept the main thread busy for longer in one piece.
  { name: 'react', files: ['node_modules/react/', 'node_modules/react-router/'], minShareCount: 2, priority: 2 },
  // The frame of every public page with what it needs of the kit: one file compresses better than a dozen.
  {
    name: 'frame',
    files: [
      'web/app/root',
      'web/app/surfaces/site',
      'web/app/surfaces/site-failure',
      'web/app/surfaces/use-early-address',
      'web/app/surfaces/visitor-palette/visitor-search',
      'web/app/domains/navigation/focus-section',
      'web/app/domains/commands/palette-key',
      'web/app/surfaces/site/',
      'web/app/domains/discovery/page-head',
      // What the home page wants of the kit's folders: it needs nothing else of the kit for its first view.
      'web/app/domains/birthday/birthday-slot',
      'web/app/lib/clock',
      'web/app/ui/plate/plate',
      'web/app/ui/without-script',
    ],
    priority: 1,
  },
  // What several public pages share of the drawing kit and its neighbours. Left alone it would be many files of a few hundred bytes
  // each. Of what the owner's pages alone have, no visitor is to pay for.
  {
    name: 'kit',
    files: [
      'web/app/ui/',
      'web/app/lib/',
      'web/app/domains/theme/',
      'web/app/domains/motion/',
      'web/app/domains/owner/',
      'packages/foundation/src/',
    ],
    except: [
      'web/app/ui/terminal/',
      'web/app/ui/check-field',
      // Drawn by the server; its code is only for whoever comes from another page.
      'web/app/ui/engraving/engraved',
      'web/app/ui/file-field',
      'web/app/ui/progress',
      'web/app/ui/table-frame',
      'web/app/ui/status-mark',
      'web/app/ui/text-field',
      'web/app/ui/select-field',
      'web/app/ui/text-area',
      'web/app/ui/use-now',
      'web/app/lib/after-paint',
      'web/app/lib/answer-stream',
      'web/app/lib/backend',
      'web/app/lib/backend-failure',
      'web/app/lib/clear-clipboard',
      'web/app/lib/live',
      'web/app/lib/measure-storage',
      // The moving engraving needs it, and nothing else of these.
      'web/app/lib/open-worker',
      'web/app/lib/save-file',
      'web/app/lib/serial-queue',
      'web/app/lib/stored-records',
      'web/app/lib/tab-channel',
      'web/app/lib/turns',
      'web/app/lib/worker-job-client',
      'web/app/lib/worker-job-server',
      'web/app/domains/theme/sidebar-width',
      'packages/foundation/src/public-host',
    ],
    minShareCount: 2,
  },
  // What the home page shares with its sections and with the contact page: three files of a few hundred bytes otherwise.
  {
    name: 'cards',
    files: ['web/app/domains/contact/channel-card', 'web/app/pages/home/section-frame', ...iconFiles('LinkedinLogo', 'DiscordLogo')],
  },
  // The tab's own sheet is asked for by its address, which the page of the answer shares: with the tab, or it would be a file of its own.
  { name: 'music-tab', files: ['web/app/domains/music/music-tab', 'web/app/domains/music/music'] },
  // Pages that ask whether somebody is signed in; the home page does not. By itself, or it would come with what the owner's pages share, below.
  { name: 'stored-session', files: ['web/app/lib/stored-session'], priority: 1 },
  // Fields, and the four icons of a status: the home page has no use for them. By themselves, or they would come with what the owner's
  // pages share, below.
  { name: 'palette-rows', files: ['web/app/surfaces/command-palette/palette-rows', 'web/app/domains/commands/rank-commands'] },
  { name: 'status-mark', files: ['web/app/ui/status-mark'], priority: 1 },
  { name: 'text-field', files: ['web/app/ui/text-field'], priority: 1 },
  // What visitors' pages share with the owner's, by themselves for the same reason; joined where hardly a page has one without the others.
  {
    name: 'flags',
    files: [
      'web/app/domains/session/session-flags',
      'web/app/domains/session/next-path',
      'web/app/domains/commands/single-keys',
      'web/app/domains/commands/command',
      'web/app/lib/save-file',
    ],
    priority: 1,
  },
  { name: 'ticks', files: ['web/app/ui/use-now', 'web/app/lib/serial-queue', 'web/app/domains/activity/visible-polling'], priority: 1 },
  { name: 'view-icons', files: iconFiles('SquaresFour', 'GearSix'), priority: 1 },
  { name: 'report', files: ['packages/probes/src/report'], priority: 1 },
  {
    name: 'palette-dialog',
    files: ['web/app/surfaces/command-palette/palette-dialog', 'web/app/domains/commands/key-names'],
    priority: 1,
  },
  // What the owner's pages begin with: a few files in the place of many of a few hundred bytes each. A browser that speaks HTTP/1.1
  // fetches six at a time: every six files more are one more way there and back before the first view.
  { name: 'desk-icons', files: iconFiles('ArrowSquareOut', 'DownloadSimple', 'Plus') },
  { name: 'tools', files: ['web/app/tools/*/manifest', 'web/app/tools/registry'] },
  {
    name: 'desk',
    files: [
      'web/app/lib/clear-clipboard',
      'web/app/lib/live',
      'web/app/lib/measure-storage',
      'web/app/lib/turns',
      'web/app/surfaces/dashboard/unanswered',
      'web/app/domains/commands/use-commands',
      'web/app/domains/commands/recent-commands',
      'web/app/domains/apps/recent-apps',
      'web/app/domains/session/leave-session',
      'web/app/domains/session/session-status',
      'web/app/domains/commands/palette-state',
      'web/app/domains/notifications/notification-row',
      'web/app/domains/tasks/day',
      'web/app/domains/passport/tool-stores',
      'web/app/tools/*/undo-tool',
    ],
  },
  // What the owner's collections are called and what the tools do live, which all of the owner's pages list: one file in the place of
  // dozens. What only their lists have beside them comes with it.
  {
    name: 'collections',
    files: [
      'web/app/domains/collections',
      ...['domains/media', 'domains/money', 'domains/notes'].map((folder) => `web/app/${folder}/*.collection`),
      ...ownersCollections(),
      'web/app/domains/vault/vault-openness',
      'web/app/tools/*/live',
      'web/app/tools/live-registry',
    ],
  },
  // The dashboard's views, which the palette of all of the owner's pages lists.
  {
    name: 'views',
    files: [
      'web/app/surfaces/dashboard/view-entries',
      'web/app/surfaces/dashboard/apps/app-entries',
      'web/app/surfaces/dashboard/overview/dashboard-export-run',
      'web/app/surfaces/dashboard/unsent-question',
      'web/app/surfaces/dashboard/use-logout',
    ],
  },
  // What the dashboard shares with Settings, and what it shares with its own views.
  {
    name: 'notices',
    files: [
      'web/app/domains/notifications/notification',
      'web/app/domains/notifications/bell-preferences',
      'web/app/domains/notifications/bell-store',
      'web/app/domains/notifications/keep-preferences',
      'web/app/domains/overview/overview-counts',
      'web/app/domains/security/log-query',
      'web/app/domains/theme/sidebar-width',
    ],
  },
  {
    name: 'overview',
    files: [
      'web/app/surfaces/dashboard/bell/bell',
      'web/app/surfaces/dashboard/overview/recent-apps-panel',
      'web/app/surfaces/dashboard/overview/relative-time',
      'web/app/surfaces/dashboard/use-refresh-command',
    ],
  },
  { name: 'due', files: ['web/app/domains/tasks/task', 'web/app/domains/tasks/task-row'] },
];

/** Of the Workers: what the vault's parts that are fetched later share with its Worker, one file in the place of one for each way to share. */
export const workerGroups: readonly ChunkGroup[] = [
  {
    name: 'core',
    files: ['packages/vault-core/src/', 'packages/foundation/src/', 'node_modules/zod/'],
    except: [
      'packages/vault-core/src/export/',
      'packages/vault-core/src/import/',
      ...['strength-meter', 'weak-classifier', 'word-finder', 'zxcvbn-estimator'].map((file) => `packages/vault-core/src/strength/${file}`),
    ],
    minShareCount: 2,
  },
];

/** The group as the bundler takes it. `virtual`: what it makes by itself and belongs to the group too. */
export function codeSplittingGroup({ files, except = [], ...group }: ChunkGroup, virtual?: RegExp) {
  const named = patternOf(files.filter((path) => !path.endsWith('/')));
  const folders = patternOf(files.filter((path) => path.endsWith('/')));
  const left = patternOf(except);
  const test = (id: string) => named(id) || (folders(id) && !left(id)) || virtual?.test(id) === true;
  return { ...group, test };
}

/** What tells whether a module is of one of the paths. */
function patternOf(paths: readonly string[]): (id: string) => boolean {
  const sources = paths.map((path) => {
    const escaped = path.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]+');
    // Of a file any ending, and what the bundler adds behind it.
    return path.endsWith('/') ? `${escaped}.*` : String.raw`${escaped}(?:\.[^/]*)?`;
  });
  const pattern = new RegExp(`/(?:${sources.join('|')})$`);
  return (id) => sources.length > 0 && pattern.test(id);
}
