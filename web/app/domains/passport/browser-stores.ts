import { sessionStorageKey } from '../../lib/stored-session.ts';
import { measureStorage, type StorageMedium } from '../../lib/stored-values.ts';

/** One thing that this browser keeps. `size` is in characters for stored values; databases do not tell theirs. */
export type BrowserStore = {
  readonly name: string;
  readonly place: 'Local storage' | 'This tab' | 'IndexedDB';
  readonly meaning: string;
  readonly size: number | undefined;
};

/** What each key is for. One that is not here is shown as a stranger. */
const meanings: Readonly<Record<string, string>> = {
  [sessionStorageKey]: 'Your session: who holds it is signed in',
  activity_recent_writes: 'What was logged last, so that it is not logged twice',
  activity_session_id: 'The log’s name for this tab',
  auth_login_logged_once: 'This tab’s sign-in is in the log',
  auth_terminal_completed: 'This tab came through the terminal',
  'castellan-records': 'Tasks as last seen, and changes that wait to be sent',
  castellan: 'That a vault exists, and this device’s half of its key, which cannot be taken out',
  dashboard_notes: 'Left by an older product',
  dashboard_recent_apps: 'The five apps opened last',
  dashboard_sidebar: 'Sidebar: words or icons',
  dashboard_tasks: 'Left by an older product',
  density: 'Density',
  motion: 'Motion',
  music_provider_return: 'Where to go on after connecting the music account',
  music_tokens: 'When the music connection ends; no token',
  productivity_hours: 'How many hours a day has',
  productivity_keys: 'Whether single keys act',
  'react-router-scroll-positions': 'How far each page was scrolled',
  terminal_history: 'Lines typed at the terminal',
  theme: 'Theme',
  vault_lock_times: 'When the vault locks',
  vault_password_column: 'Which column holds the vault’s ciphertext',
  vault_site_icons: 'Whether site icons are asked for',
  wish_promises: 'Promises made in this browser',
};

const places: Readonly<Record<StorageMedium, BrowserStore['place']>> = { local: 'Local storage', session: 'This tab' };

/** Everything that this browser keeps for this site, as it is now. */
export async function listBrowserStores(): Promise<readonly BrowserStore[]> {
  const values = (['local', 'session'] as const).flatMap((medium) =>
    measureStorage(medium).map(({ key, characters }) => ({ ...describe(key), place: places[medium], size: characters })),
  );
  const databases = await indexedDB.databases().catch(() => []);
  return [...values, ...databases.map(({ name = '' }) => ({ ...describe(name), place: 'IndexedDB' as const, size: undefined }))];
}

function describe(name: string) {
  return { name, meaning: meanings[name] ?? 'Not known to this page' };
}
