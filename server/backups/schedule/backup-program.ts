import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createLog } from '../../log.ts';
import { AnotherBackup, backUp } from '../back-up.ts';
import { backupName } from '../backup-names.ts';
import { endRun, isRunning, nextRunMs, noteOf } from './backup-schedule.ts';
import { forgetOldBackups } from './forget-old-backups.ts';
import type { RunOrder } from './run-backup.ts';
import { scheduleFilesAt } from './schedule-files.ts';

/** Of everything that lies in memory. With 100,000 rows a backup takes about 250 MiB. */
const mostMemoryBytes = 768 * 1024 * 1024;

const beatMs = 1_000;

// One backup, in a process of its own that the server starts (`run-backup.ts`): it is told what to do, writes what comes of it into the
// record, and ends. Where the server is no more, it ends too.
process.on('disconnect', () => process.exit(1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));
process.once('message', (order: RunOrder) => void run(order).then(() => process.exit(0)));

async function run({ id, settings, schedule, isAsked }: RunOrder): Promise<void> {
  const files = scheduleFilesAt(settings.keysFile);
  const now = new Date();
  const draft = join(schedule.folder, `${backupName(now)}.part`);
  let step = { step: 'rows', done: 0, of: 0 };
  const say = () =>
    files.writeRecord({
      ...files.readRecord(),
      running: { id, startedAt: now.toISOString(), beatAt: new Date().toISOString(), ...step },
    });
  const giveUp = (outcome: 'failed' | 'cancelled', error: string | null) => {
    files.writeRecord(endRun(files.readRecord(), { id, startedAt: now.toISOString(), endedMs: Date.now(), outcome, error }));
    rmSync(draft, { force: true });
    process.exit(0);
  };
  let beating: NodeJS.Timeout | undefined;
  const begin = () => {
    const record = files.readRecord();
    // Another server may have made it while this one asked for its turn.
    if (!isAsked && (isRunning(record, Date.now()) || nextRunMs(schedule, record, Date.now()) > Date.now())) process.exit(0);
    say();
    beating = setInterval(() => {
      if (files.isCancelAsked(id)) giveUp('cancelled', null);
      if (process.memoryUsage.rss() > mostMemoryBytes) giveUp('failed', 'It took more memory than it may, and was ended.');
      say();
    }, beatMs);
  };
  try {
    const made = await backUp(settings, createLog('warn'), {
      ...schedule,
      now,
      onTurn: begin,
      onStep: (name, done, of) => {
        step = { step: name, done, of };
      },
    });
    clearInterval(beating);
    const lastGood = noteOf(made, { startedAt: now, endedAt: new Date(), byHandOf: null });
    const { startedAt, endedAt } = lastGood;
    const last = { id, startedAt, endedAt, outcome: 'made', error: null } as const;
    files.writeRecord({ ...files.readRecord(), running: null, last, lastGood, interruptions: 0 });
  } catch (error) {
    clearInterval(beating);
    if (error instanceof AnotherBackup) return;
    const said = error instanceof Error ? error.message : String(error);
    return giveUp('failed', said.slice(0, 500));
  }
  try {
    if (schedule.keep !== null) forgetOldBackups(schedule.folder, schedule.keep);
  } catch (error) {
    createLog('warn').warn('old backups were not deleted', { reason: error instanceof Error ? error.message : String(error) });
  }
}
