import type { ComponentType } from 'react';
import { type RouteObject, useMatches, useParams, useRouteError } from 'react-router';
import { cleanup } from 'vitest-browser-react';
import { tools } from '../../../tools/registry.ts';
import type { ToolManifest } from '../../../tools/tool.ts';
import { forgetRecords } from '../domains/records/forget-records.ts';
import { expectOwner } from '../domains/session/owner-mark.ts';
import OwnerGate, { clientMiddleware, ErrorBoundary } from '../surfaces/owner-gate.tsx';
import Site from '../surfaces/site.tsx';
import { type FakeAuth, signInAsOwner } from './fake-auth.ts';
import { type FakeBackend, startFakeBackend } from './fake-backend.ts';
import type { FakeTable } from './fake-table.ts';
import { openPage } from './open-page.tsx';

type Row = Readonly<Record<string, unknown>>;
type Loaded = { readonly default: ComponentType<Record<string, unknown>> };

const toolPages = import.meta.glob<Loaded>('../../../tools/*/page/page.tsx');

/** What the owner's rows are at the server, and what its functions answer. */
export type OwnerWorld = {
  readonly backend: FakeBackend;
  readonly auth: FakeAuth;
  readonly tasks: FakeTable;
  readonly sessions: FakeTable;
  readonly logs: FakeTable;
  readonly notifications: FakeTable;
  readonly preferences: FakeTable;
  readonly wishes: FakeTable;
};

type Given = { readonly tasks?: readonly Row[]; readonly logs?: readonly Row[]; readonly notifications?: readonly Row[] };

/** A signed-in owner with these rows, and a browser that keeps none of them yet. */
export async function startOwnerWorld(given: Given = {}): Promise<OwnerWorld> {
  const backend = startFakeBackend();
  backend.table('api_lab_records');
  const auth = signInAsOwner(backend);
  await forgetEverything();
  const logs = backend.table('activity_logs', given.logs ?? [], { fresh: logDefaults });
  answerFunctions(backend, logs);
  const tables = [
    'notes',
    'note_versions',
    'note_files',
    'note_file_parts',
    'note_imports',
    'money',
    'pay_plans',
    'short_links',
    'game_scores',
    'habits',
    'habit_months',
    'health_months',
    'health_feed_keys',
    'media_items',
    'media_entries',
    'media_goals',
    'threat_inventories',
    'engagements',
  ];
  for (const table of tables) backend.table(table);
  return {
    backend,
    auth,
    logs,
    tasks: backend.table('tasks', given.tasks ?? []),
    sessions: backend.table('focus_sessions'),
    notifications: backend.table('notifications', given.notifications ?? [], { fresh: notificationDefaults }),
    preferences: backend.table('notification_preferences', [], { key: 'user_id' }),
    wishes: backend.table('wishes'),
  };
}

/**
 * Opens a page as the owner, or opens it again as a reload does: a private one behind the owner's gate, a tool that visitors see within
 * the site, whose script in the head has marked the document.
 */
export async function openOwnerPage(address: string) {
  await cleanup();
  if (visitorsTools.some((path) => path === new URL(address, location.href).pathname)) expectOwner();
  return openPage(address, [
    ownerRoute,
    { id: 'site', Component: Site, children: toolRoutes.filter(({ path }) => visitorsTools.includes(path)) },
    { path: '/', element: <h1>Home</h1> },
    { path: '/ai-terminal', element: <h1>AI Terminal</h1> },
    { path: '/auth-terminal', element: <h1>Terminal</h1> },
  ]);
}

const everyTool: readonly ToolManifest[] = tools;
const visitorsTools: readonly string[] = everyTool.filter(({ audience }) => audience !== 'owner').map(({ id }) => `/${id}`);
const toolRoutes = Object.entries(toolPages).map(([file, load]) => lazyPage(file.split('/').at(-3) ?? '', load));

const ownerRoute: RouteObject = {
  id: 'owner',
  middleware: clientMiddleware as NonNullable<RouteObject['middleware']>,
  loader: () => null,
  Component: OwnerGate as ComponentType,
  ErrorBoundary: () => <ErrorBoundary error={useRouteError()} params={{}} />,
  children: [
    lazyPage('dashboard', () => import('../surfaces/dashboard/page.tsx') as Promise<unknown>),
    ...toolRoutes.filter(({ path }) => !visitorsTools.includes(path)),
  ],
};

function lazyPage(path: string, load: () => Promise<unknown>) {
  return {
    path: `/${path}`,
    lazy: async () => {
      const { default: Page } = (await load()) as Loaded;
      return { Component: () => <Page params={useParams()} matches={useMatches()} /> };
    },
  };
}

/** The page's one engine of records outlives a test: it is told that everything was forgotten, and has heard it afterwards. */
async function forgetEverything(): Promise<void> {
  const heard = new BroadcastChannel('castellan-records');
  const told = new Promise<void>((resolve) => heard.addEventListener('message', () => resolve()));
  await forgetRecords('everything');
  await told;
  heard.close();
}

const logDefaults = (count: number): Row => ({
  sequence: count,
  activity_type: 'app_activity',
  activity_description: '',
  success: true,
  metadata: {},
  ip_address: '127.0.0.1',
  address_verified: true,
  user_agent: navigator.userAgent,
  page_url: '/dashboard',
  session_id: 'session-1',
  reported_by: 'server',
  user_id: 'd9428888-122b-4f3c-9d0a-111111111111',
  previous_hash: `\\x${String(count - 1).padStart(64, '0')}`,
  hash: `\\x${String(count).padStart(64, '0')}`,
});

const notificationDefaults = (): Row => ({
  type: 'info',
  title: '',
  message: '',
  important: false,
  read: false,
  metadata: {},
  activity_log_id: null,
  link: null,
  snoozed_until: null,
});

function answerFunctions(backend: FakeBackend, logs: FakeTable): void {
  const call = (name: string, answer: () => unknown) => backend.on(`POST /rest/v1/rpc/${name}`, () => ({ json: answer() }));
  const hourMs = 3_600_000;
  call('activity_log_summary', () => {
    const last = Math.floor(Date.now() / hourMs) * hourMs;
    const failed = logs.rows().filter((row) => row['success'] === false).length;
    return {
      total: logs.rows().length,
      failed,
      first_at: logs.rows()[0]?.['created_at'] ?? null,
      span_from: new Date(last - 23 * hourMs).toISOString(),
      span_to: new Date(last + hourMs).toISOString(),
      bucket_hours: 1,
      buckets: Array.from({ length: 24 }, (_, index) => ({
        at: new Date(last - (23 - index) * hourMs).toISOString(),
        entries: index === 23 ? logs.rows().length : 0,
        failed: index === 23 ? failed : 0,
      })),
    };
  });
  call('tell_missed_duties', () => 0);
  call('tell_habit_reminders', () => 0);
  call('has_sealed_records', () => false);
  call('empty_trash', () => 0);
  call('data_passport', () => [
    { place: 'tasks', rows: 7, removed: 0, bytes: 4096 },
    { place: 'wishes', rows: 0, removed: 0, bytes: 0 },
  ]);
  backend.on('POST /functions/v1/tool-targets', { json: [] });
  backend.on('GET /functions/v1/site-facts', {
    json: {
      version: '0.1.0',
      node: 'v24.0.0',
      contentFolder: '/srv/content',
      timeZone: 'Europe/Budapest',
      birthday: { month: 6, day: 30 },
      samples: [{ file: 'profile.json', fields: ['name'] }],
    },
  });
  backend.on('GET /functions/v1/integrations', {
    json: [
      { id: 'music', state: 'off', host: null },
      { id: 'breach-ranges', state: 'on', host: 'ranges.example' },
      { id: 'site-icons', state: 'on', host: 'icons.example' },
      { id: 'wish-pages', state: 'on', host: null },
    ],
  });
  backend.on('GET /functions/v1/mails', { json: { route: null, mails: [] } });
  backend.on('GET /functions/v1/model-connection', { json: { isConnected: false } });
  call('list_sessions', () => [
    {
      id: 'session-1',
      current: true,
      assurance: 'aal2',
      created_at: new Date().toISOString(),
      refreshed_at: null,
      ends_at: null,
      ip_address: '127.0.0.1',
      user_agent: navigator.userAgent,
    },
  ]);
}
