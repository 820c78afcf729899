import { constants } from 'node:os';
import type { Log } from '@castellan/platform/core/log';
import { createLog } from '../log.ts';
import { refuseProject } from '../project/project-settings.ts';
import { parseSettings, type Settings } from '../settings.ts';

/** Says something wrong in one sentence for people; the command ends with exit code 1. */
export class CommandError extends Error {}

/**
 * Runs a command with the settings of the environment; its failure becomes one line on standard error. Where the settings name a
 * hosted project, only a command that is `forProject` runs.
 */
export async function runCommand(
  work: (settings: Settings, log: Log) => Promise<void>,
  { forProject = false }: { readonly forProject?: boolean } = {},
): Promise<void> {
  // Death by a signal would leave behind a database that the command started.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(128 + constants.signals[signal]));
  const settings = parseSettings(process.env);
  try {
    if (!settings.ok) throw new CommandError(settings.failure.message);
    if (!forProject) refuseProject(settings.value);
    // What the database start says is not the command's answer: warnings and worse only.
    await work(settings.value, createLog(settings.value.logLevel === 'debug' ? 'debug' : 'warn'));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** Prints one line of the command's answer. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
