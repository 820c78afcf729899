import type { Log } from '@castellan/platform/core/log';
import { createLineBatch, createLog } from './log.ts';
import { prettyLine } from './pretty-line.ts';
import { startServer } from './server.ts';
import { findStrangeSettings, parseSettings, settingNames } from './settings.ts';
import type { RunningServer } from './start/start-steps.ts';

/** Whatever happens, the process is gone this long after it was told to end. */
const lastChanceMs = 9_500;

// Whoever read what is printed may be gone: that is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

let log: Log | undefined;
let starting: Promise<RunningServer> | undefined;
let isEnding = false;
// From now on: a database that was started already must not be left behind by a signal that comes before everything is ready.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0, signal));
// The launcher's end of the channel closes when it ends, however it ends: then this process has nobody that looks after it.
const onLauncherGone = () => void end(0, 'the launcher ended');
process.on('disconnect', onLauncherGone);
if (process.connected === false) onLauncherGone();

const settings = parseSettings(process.env);
if (!settings.ok) stop(settings.failure.message);
const lines = createLineBatch((text) => process.stderr.write(text));
process.on('exit', lines.flush);
log = createLog(settings.value.logLevel, lines.write, process.argv.includes('--pretty') ? prettyLine : undefined);
for (const name of findStrangeSettings(process.env)) {
  log.warn('unknown setting', { name, hint: `There is no such setting. There are: ${settingNames.join(', ')}.` });
}

starting = startServer(settings.value, log, process.argv.includes('--dev') ? 'development' : 'production');
const server = await starting.catch((error: unknown) => {
  if (error instanceof Error) log?.debug('start failed', { error });
  return stop(error instanceof Error ? error.message : String(error));
});
if (!isEnding) announce(server);

function announce({ setupLink, releaseLine, publicUrl, failed }: RunningServer): void {
  if (setupLink !== undefined) {
    print('Nobody owns this installation yet. Open this link within 30 minutes to become its owner:');
    print(`  ${setupLink}`);
  }
  if (releaseLine !== undefined) print(releaseLine);
  print(`Castellan is ready at ${publicUrl}`);
  process.send?.('ready');
  void failed.then(() => {
    if (!isEnding) log?.error('the database ended by itself');
    void end(1, 'database');
  });
}

/** Ends once, however often it is asked to: a terminal's Ctrl+C comes from the terminal and from the launcher. */
async function end(exitCode: number, reason: string): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  log?.info('stopping', { reason });
  setTimeout(() => {
    log?.error('could not stop in time');
    process.exit(1);
  }, lastChanceMs).unref();
  const server = await starting;
  await server?.stop();
  log?.info('stopped');
  process.exit(exitCode);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function stop(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
