import { measureStorage } from '../../lib/measure-storage.ts';
import { sessionStorageKey } from '../../lib/stored-session.ts';
import type { StorageMedium } from '../../lib/stored-values.ts';

/** One thing that this browser keeps. `size` is in characters for stored values; databases do not tell theirs. */
export type BrowserStore = {
  readonly name: string;
  readonly place: 'Local storage' | 'This tab' | 'IndexedDB';
  readonly meaning: string;
  readonly size: number | undefined;
};

/** What keys of the browser's storage are for, in words. */
export type StoreMeanings = Readonly<Record<string, string>>;

/** What each key is for that is no tool's. One that nobody describes is shown as a stranger. */
export const storeMeanings: StoreMeanings = {
  [sessionStorageKey]: 'Your session: who holds it is signed in',
  activity_recent_writes: 'What was logged last, so that it is not logged twice',
  activity_session_id: 'The log’s name for this tab',
  auth_login_logged_once: 'This tab’s sign-in is in the log',
  auth_terminal_completed: 'This tab came through the terminal',
  'castellan-records': 'Records and covers as last seen, and changes that wait to be sent',
  castellan:
    'That a vault exists, this device’s half of its key, which cannot be taken out, and sealed drafts of entries and captured notes',
  chosen_engagement: 'Which engagement the runs of this tab belong to, by a random id',
  dashboard_notes: 'Left by an older product',
  dashboard_recent_apps: 'The five apps opened last',
  dashboard_set_up: 'That the list of what to set up is done, or was hidden',
  dashboard_sidebar: 'Sidebar: words or icons',
  dashboard_tasks: 'Left by an older product',
  density: 'Density',
  desktop_layout: 'The desktop’s windows as they stood last',
  desktop_order: 'The desktop’s windows in the order in which they were opened',
  desktop_wallpaper: 'The desktop’s wallpaper',
  game_bests: 'Your best scores, each with the game that proves it',
  game_keys: 'Keys of the games',
  game_options: 'Sound and colours of the games',
  motion: 'Motion',
  music_provider_return: 'Where to continue after connecting the music account',
  music_tokens: 'When the music connection ends; no token',
  recent_commands: 'The commands used last',
  'react-router-scroll-positions': 'How far each page was scrolled',
  single_keys: 'Whether single keys act',
  terminal_history: 'Lines typed at the terminal',
  theme: 'Theme',
  'vault-copy': 'What opens the vault on this device without the server: entries and unlock methods, sealed',
  vault_capture_pin: 'The public key that notes are sealed to while the vault is locked',
  vault_unkept_recovery_keys: 'Which recovery keys were made here and not confirmed as written down, without the keys',
  vault_last_used: 'Which vault entries were used last, by numbers that name nothing',
  vault_last_way: 'How the vault was unlocked last: by code, master password, passkey or recovery key',
  vault_lock_times: 'When the vault locks',
  vault_password_column: 'Which column holds the vault’s ciphertext',
  vault_site_icons: 'Whether site icons are asked for',
  vault_without_server: 'Whether the vault opens on this device without the server',
  wish_promises: 'Promises made in this browser',
};

const places: Readonly<Record<StorageMedium, BrowserStore['place']>> = { local: 'Local storage', session: 'This tab' };

/** Everything that this browser keeps for this site, as it is now. `ofTools`: what the tools say of their keys. */
export async function listBrowserStores(ofTools: StoreMeanings): Promise<readonly BrowserStore[]> {
  const describe = (name: string) => ({ name, meaning: storeMeanings[name] ?? ofTools[name] ?? 'Not known to this page' });
  const values = (['local', 'session'] as const).flatMap((medium) =>
    measureStorage(medium).map(({ key, characters }) => ({ ...describe(key), place: places[medium], size: characters })),
  );
  const databases = await indexedDB.databases().catch(() => []);
  return [...values, ...databases.map(({ name = '' }) => ({ ...describe(name), place: 'IndexedDB' as const, size: undefined }))];
}
