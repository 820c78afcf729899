import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '@castellan/platform/core/log';
import { expect, onTestFinished, test } from 'vitest';
import { needs } from '../../tests/support/needs.ts';
import { makeDataFolder } from '../../tests/support/running-server.ts';
import { openKeys, openOrMakeKeys } from '../keys/key-store.ts';
import { scratchOf } from './scratch-database.ts';

test('keys directly in the data folder stay closed to everybody else while there is a scratch database, and after', async (context) => {
  needs(context, process.platform !== 'win32', 'it looks at the modes of files');
  const { path, remove } = makeDataFolder();
  onTestFinished(remove);
  const dataFolder = join(path, 'data');
  mkdirSync(dataFolder, { mode: 0o700 });
  const keysFile = join(dataFolder, 'keys.json');
  await openOrMakeKeys(keysFile);
  await scratchOf({ dataFolder, keysFile }, silentLog)([], async (client) => {
    expect((await client.query('select current_user as user')).rows).toEqual([{ user: 'supabase_admin' }]);
    expect(statSync(dataFolder).mode & 0o777).toBe(0o700);
  });
  await openKeys(keysFile);
  expect(existsSync(join(dataFolder, 'scratch'))).toBe(false);
});
