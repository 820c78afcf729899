import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Finding, runChecks } from '../doctor/finding.ts';
import {
  lookAtBackups,
  lookAtFeeds,
  lookAtMail,
  lookAtMemory,
  lookAtPublicAddress,
  lookAtServer,
  lookAtSettings,
} from '../doctor/look-around.ts';
import { lookAtDatabase, lookAtDisk, lookAtKeys } from '../doctor/look-at-data.ts';
import { describeSettings } from '../settings.ts';
import { CommandError, print, runCommand } from './run-command.ts';

const usage = `Usage:
  npm run doctor                               looks at settings, disk, memory, keys, database, server, proxy and feeds, and says of each
                                               whether it is in order and what to do; exit code 1 where something failed
  npm run doctor -- --backups FOLDER           and at the age of the newest backup there
  npm run --silent doctor -- --json            the same for programs`;

await runCommand(async (settings, log) => {
  const { values } = readArguments();
  if (values.help) return print(usage);
  const backups = values.backups === undefined ? undefined : resolve(process.env['INIT_CWD'] ?? process.cwd(), values.backups);
  const findings = await runChecks([
    { name: 'environment', look: () => lookAtSettings(process.env) },
    { name: 'disk', look: () => lookAtDisk(settings) },
    { name: 'memory', look: lookAtMemory },
    { name: 'keys', look: () => lookAtKeys(settings) },
    { name: 'database', look: () => lookAtDatabase(settings, log) },
    { name: 'server', look: () => lookAtServer(settings) },
    { name: 'proxy', look: () => lookAtPublicAddress(settings) },
    { name: 'mail', look: () => lookAtMail(settings) },
    { name: 'feeds', look: () => lookAtFeeds(describeSettings(process.env), settings.allowedNetworks) },
    { name: 'backups', look: () => lookAtBackups(backups, Date.now()) },
  ]);
  if (values.json) print(JSON.stringify({ findings }, null, 2));
  else for (const finding of findings) tell(finding);
  if (findings.some(({ state }) => state === 'failure')) process.exitCode = 1;
});

function tell({ name, state, found, advice }: Finding): void {
  print(`${state.padEnd('not looked at'.length)}  ${name}: ${found}`);
  if (advice !== undefined) print(`${' '.repeat('not looked at'.length)}  ${advice}`);
}

function readArguments() {
  try {
    return parseArgs({ options: { backups: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } } });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
