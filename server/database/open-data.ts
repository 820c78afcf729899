import { matchesKeys } from '@castellan/platform/cluster/prepare-database';
import type { DatabaseAddress } from '@castellan/platform/core/database';
import type { Log } from '@castellan/platform/core/log';
import { prepareDataFolder } from '../data-folder.ts';
import { keysFileOf, keysMark, type StoredKeys } from '../keys/key-store.ts';
import type { Settings } from '../settings.ts';
import { openSharedKeys } from './installation-keys.ts';
import { migrationSources } from './migration-sources.ts';
import { openEmbeddedDatabase } from './open-embedded-database.ts';
import { openSharedDatabase } from './open-shared-database.ts';
import type { UpgradeSnapshot } from './upgrade-snapshot.ts';

/** The database and the keys of an installation, ready for use. */
export type OpenData = {
  readonly address: DatabaseAddress;
  /** Where news can be listened for; `undefined`: nowhere. */
  readonly listensAt: DatabaseAddress | undefined;
  readonly keys: StoredKeys;
  /** Resolves if the database ended and will not come back by itself: only the embedded one does that. */
  readonly databaseDied: Promise<void>;
  readonly close: () => Promise<void>;
};

/** What of the settings decides where the data is. */
export type DataSettings = Pick<Settings, 'database' | 'dataFolder' | 'keysFile'>;

/**
 * Opens the database that the settings name: the embedded one in the data folder, or somebody else's. Where it is of an older version,
 * `snapshot` keeps what is there first; without one it is brought up to date all the same.
 */
export async function openData(
  settings: DataSettings,
  log: Log,
  snapshot?: UpgradeSnapshot,
  { isBrief = false }: { /** For a command, for which a start waits. */ readonly isBrief?: boolean } = {},
): Promise<OpenData> {
  try {
    const opened = await open(settings, log, { takeSnapshot: snapshot?.take, isBrief });
    const file = snapshot?.file();
    if (file !== undefined) log.info('upgraded', { before: file, hint: 'docs/operations.md says how to go back to it.' });
    return opened;
  } catch (error) {
    const file = snapshot?.file();
    if (file === undefined || !(error instanceof Error)) throw error;
    throw new Error(`${error.message} What was there before the upgrade is in ${file}; docs/operations.md says how to go back to it.`);
  }
}

async function open(
  settings: DataSettings,
  log: Log,
  opening: { readonly takeSnapshot: UpgradeSnapshot['take'] | undefined; readonly isBrief: boolean },
): Promise<OpenData> {
  if (settings.database === undefined) {
    const embedded = await openEmbeddedDatabase(settings.dataFolder, settings.keysFile, log, migrationSources, opening);
    return { ...embedded, listensAt: embedded.address };
  }
  if (settings.keysFile === keysFileOf(settings.dataFolder)) prepareDataFolder(settings.dataFolder);
  const keys = await openSharedKeys(settings.database, settings.keysFile);
  const opened = await openSharedDatabase(settings.database, log, 'use', { takeSnapshot: opening.takeSnapshot });
  if (!(await matchesKeys(opened.direct, keysMark(keys.ring)))) {
    throw new Error(
      `The keys in ${settings.keysFile} are not those of this database. Set CASTELLAN_KEYS_FILE to the file it was first used with.`,
    );
  }
  const { address, listensAt } = opened;
  return { address, listensAt, keys, databaseDied: new Promise(() => {}), close: async () => undefined };
}
