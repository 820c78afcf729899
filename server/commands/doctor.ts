import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { examine } from '../doctor/examine.ts';
import type { Finding } from '../doctor/finding.ts';
import { CommandError, print, runCommand } from './run-command.ts';

const usage = `Usage:
  npm run doctor                               looks at settings, disk, memory, keys, database, server, proxy and feeds, and says of each
                                               whether it is in order and what to do; exit code 1 where something failed
  npm run doctor -- --backups FOLDER           and at the age of the newest backup there; without it, in the schedule's folder
  npm run --silent doctor -- --json            the same for programs`;

await runCommand(async (settings, log) => {
  const { values } = readArguments();
  if (values.help) return print(usage);
  const backups = values.backups === undefined ? undefined : resolve(process.env['INIT_CWD'] ?? process.cwd(), values.backups);
  const findings = await examine(settings, process.env, log, backups);
  if (values.json) print(JSON.stringify({ findings }, null, 2));
  else for (const finding of findings) tell(finding);
  if (findings.some(({ state }) => state === 'failure')) process.exitCode = 1;
}, 'runs');

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
