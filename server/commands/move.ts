import { parseArgs } from 'node:util';
import { snapshotBeforeUpgrade } from '../backups/before-upgrade.ts';
import { findLivingHolder } from '../database/data-lock.ts';
import { databaseUrlShape, parseDatabaseUrl } from '../database/database-url.ts';
import { migrationSources } from '../database/migration-sources.ts';
import { moveData } from '../database/move-data.ts';
import { openEmbeddedDatabase } from '../database/open-embedded-database.ts';
import { openSharedDatabase, type SharedDatabaseSettings } from '../database/open-shared-database.ts';
import { keysMark } from '../keys/key-store.ts';
import type { Settings } from '../settings.ts';
import { CommandError, print, runCommand } from './run-command.ts';

const usage = `Usage:
  npm run move -- --to DATABASE_URL         copies everything from the embedded database into an empty one, and compares;
                                            the address is read from the variable, so that its password is in no history
  npm run move -- --to postgres://...       the same, into the database of this address`;

await runCommand(
  async (settings, log) => {
    const { dataFolder, keysFile } = settings;
    const { values } = readArguments();
    if (values.help) return print(usage);
    const target = targetOf(values.to, settings);
    // What was typed may hold a password: it is not repeated.
    if (target === undefined) throw new CommandError(`--to wants DATABASE_URL, where that is set, or ${databaseUrlShape}.\n${usage}`);
    if (findLivingHolder(dataFolder) !== undefined) throw new CommandError(`A server runs on ${dataFolder}. Stop it, then move its data.`);
    const source = await openEmbeddedDatabase(dataFolder, keysFile, log, migrationSources, {
      takeSnapshot: snapshotBeforeUpgrade(settings, log)?.take,
      isBrief: true,
    });
    try {
      const { direct } = await openSharedDatabase(target, log, 'move');
      const moved = await moveData(source.address, direct, keysMark(source.keys.ring));
      for (const { table, rows } of moved) if (rows > 0) print(`${table}: ${rows} ${rows === 1 ? 'row' : 'rows'}, the same on both sides`);
    } finally {
      await source.close();
    }
    print(`Moved. Start the server with DATABASE_URL set to the address, and with the keys in ${keysFile} (CASTELLAN_KEYS_FILE).`);
    print(`What objects hold stays in ${settings.storage.folder}; a server elsewhere needs that folder (CASTELLAN_FILES_DIR).`);
    print(`The data in ${dataFolder} is left as it was; delete it once you trust the new place.`);
  },
  { instead: 'To move records into it or out of it, make a complete backup in Settings here, and restore it in Settings there.' },
);

function targetOf(given: string | undefined, { database }: Settings): SharedDatabaseSettings | undefined {
  if (given === 'DATABASE_URL') return database;
  const address = given === undefined ? undefined : parseDatabaseUrl(given);
  return address && { address, direct: undefined };
}

function readArguments() {
  try {
    return parseArgs({ options: { to: { type: 'string' }, help: { type: 'boolean' } } });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
