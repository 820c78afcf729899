/** Starts and stops servers in this one process, as `server-host.ts` asks over its channel. */
import { createLog } from '../../server/log.ts';
import { startServer } from '../../server/server.ts';
import { parseSettings } from '../../server/settings.ts';
import type { RunningServer } from '../../server/start/start-steps.ts';
import { type HostAnswer, requestSchema } from './server-host.ts';

const running = new Map<number, RunningServer>();

process.on('message', (message) => {
  const { id, settings } = requestSchema.parse(message);
  const work = settings === undefined ? stop(id) : start(id, settings);
  work.then(tell, (error: unknown) => tell({ id, failure: String(error) }));
});

// The tests have ended, however they did.
process.on('disconnect', () => process.exit());

async function start(id: number, given: Readonly<Record<string, string>>): Promise<HostAnswer> {
  const settings = parseSettings(given);
  if (!settings.ok) throw new Error(settings.failure.message);
  const server = await startServer(settings.value, createLog(settings.value.logLevel), 'production');
  running.set(id, server);
  return { id, url: server.publicUrl };
}

async function stop(id: number): Promise<HostAnswer> {
  await running.get(id)?.stop();
  running.delete(id);
  return { id };
}

function tell(answer: HostAnswer): void {
  process.send?.(answer);
}
