import { constants } from 'node:os';
import type { Log } from '@castellan/platform/core/log';
import { createLog } from '../log.ts';
import { parseSettings, type Settings } from '../settings.ts';

/** Says something wrong in one sentence for people; the command ends with exit code 1. */
export class CommandError extends Error {}

/**
 * Runs a command with the settings of the environment; its failure becomes one line on standard error.
 * @param withProject - where the settings name a hosted project: whether it runs, or the sentence that says what the project has in its place
 */
export async function runCommand(
  work: (settings: Settings, log: Log) => Promise<void>,
  withProject: 'runs' | { readonly instead: string },
): Promise<void> {
  // Death by a signal would leave behind a database that the command started.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(128 + constants.signals[signal]));
  const settings = parseSettings(process.env);
  try {
    if (!settings.ok) throw new CommandError(settings.failure.message);
    if (withProject !== 'runs' && settings.value.project !== undefined)
      throw new CommandError(`BACKEND_URL names a hosted project. ${withProject.instead}`);
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
