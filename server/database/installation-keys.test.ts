import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@castellan/platform/core/log';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { embeddedData } from '../../tests/support/data-settings.ts';
import { openRelayedDatabase } from '../../tests/support/relayed-database.ts';
import { openOrMakeKeys } from '../keys/key-store.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { openInstallationKeys } from './installation-keys.ts';
import { type DataSettings, openData } from './open-data.ts';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-keys-'));
  chmodSync(folder, 0o711);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** An empty database that is reached as `DATABASE_URL` would say, and what its table of marks holds. */
async function makeSharedDatabase() {
  const url = (await openRelayedDatabase()).url();
  const address = parseDatabaseUrl(url);
  if (address === undefined) throw new Error('The address is malformed.');
  const marks = async () => {
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query('select name, value from castellan.installation');
    await client.end();
    return rows;
  };
  return { address, marks };
}

/** Opens it, closes it again, and loses its keys, which are kept aside. */
async function loseKeys(settings: DataSettings): Promise<string> {
  await (await openData(settings, silentLog)).close();
  const aside = join(makeFolder(), 'keys.json');
  renameSync(settings.keysFile, aside);
  return aside;
}

test('an embedded database whose keys are lost is refused by the name of the file, and opens again with it', async () => {
  const settings = embeddedData(makeFolder());
  const aside = await loseKeys(settings);
  for (const open of [() => openData(settings, silentLog), () => openInstallationKeys(settings)]) {
    await expect(open()).rejects.toThrow(
      `The keys file ${settings.keysFile} is missing, and the database in ${settings.dataFolder} was made with it. Put the file back from a backup`,
    );
  }
  expect(readdirSync(join(settings.dataFolder, 'keys'))).toEqual([]);
  expect(existsSync(join(settings.dataFolder, 'castellan.lock'))).toBe(false);
  renameSync(aside, settings.keysFile);
  await (await openData(settings, silentLog)).close();
});

test('keys of another embedded database are named as such', async () => {
  const settings = embeddedData(makeFolder());
  await loseKeys(settings);
  await openOrMakeKeys(settings.keysFile);
  await expect(openData(settings, silentLog)).rejects.toThrow(
    `The keys in ${settings.keysFile} are not those of the database in ${settings.dataFolder}.`,
  );
});

test('a database of somebody else’s cluster whose keys are lost is refused by the name of the file, and stays as it is', async () => {
  const { address, marks } = await makeSharedDatabase();
  const folder = makeFolder();
  const settings = { dataFolder: folder, keysFile: join(folder, 'shared', 'keys.json'), database: { address, direct: undefined } };
  const aside = await loseKeys(settings);
  const before = await marks();
  for (const open of [() => openData(settings, silentLog), () => openInstallationKeys(settings)]) {
    await expect(open()).rejects.toThrow(
      `The keys file ${settings.keysFile} is missing, and the database of DATABASE_URL was first used with it. Copy the file from another server`,
    );
  }
  expect(readdirSync(join(folder, 'shared'))).toEqual([]);
  expect(await marks()).toEqual(before);
  renameSync(aside, settings.keysFile);
  await (await openData(settings, silentLog)).close();
});
