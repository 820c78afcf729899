import { parseArgs } from 'node:util';
import { snapshotBeforeUpgrade } from '../backups/before-upgrade.ts';
import { prepareDataFolder } from '../data-folder.ts';
import { openInstallationKeys } from '../database/installation-keys.ts';
import { keysFileOf, openKeys, type Rotation, rotateKeys } from '../keys/key-store.ts';
import { CommandError, print, runCommand } from './run-command.ts';
import { withData } from './with-data.ts';

const usage = `Usage:
  npm run keys                        prints the public API key
  npm run keys -- --service           prints the service key: it may do everything, keep it on this machine
  npm run keys -- --rotate signing    makes a new signing key; tokens of the old one stay valid until they expire
  npm run keys -- --rotate api        makes new API keys; the old ones end at once
  npm run keys -- --rotate all        both, and the key of refresh tokens and known devices: every session ends`;

const rotations: readonly Rotation[] = ['signing', 'api', 'all'];

await runCommand(
  async (settings, log) => {
    const { values } = readArguments();
    if (values.help) return print(usage);
    const path = settings.keysFile;
    if (path === keysFileOf(settings.dataFolder)) prepareDataFolder(settings.dataFolder);
    await openInstallationKeys(settings);
    if (values.rotate !== undefined) {
      const rotation = rotations.find((known) => known === values.rotate);
      if (rotation === undefined) throw new CommandError(`--rotate wants one of ${rotations.join(', ')}.\n${usage}`);
      await rotateKeys(path, rotation, new Date());
      // Their refresh tokens were made with the key that is gone.
      if (rotation === 'all')
        await withData(settings, log, (pool) => pool.query('delete from auth.sessions'), snapshotBeforeUpgrade(settings, log));
    }
    const { ring } = await openKeys(path);
    print(values.service ? ring.secretKey : ring.publishableKey);
  },
  { instead: 'It has keys of its own: its dashboard shows and renews them.' },
);

function readArguments() {
  try {
    return parseArgs({ options: { service: { type: 'boolean' }, rotate: { type: 'string' }, help: { type: 'boolean' } } });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
