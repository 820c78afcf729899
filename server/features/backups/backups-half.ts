import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import { z } from 'zod';
import { backupScheduleSchema } from '../../backups/schedule/backup-schedule.ts';
import type { BackupStanding } from '../../backups/schedule/open-backups.ts';
import { isRecipient } from '../../backups/schedule/recipients.ts';
import { byMethod } from '../../functions/by-method.ts';
import type { Call } from '../../functions/call-rules.ts';
import { answerJson, refuse } from '../../functions/function-answers.ts';
import { keptByProject } from '../../functions/kept-by-project.ts';
import { ownerFunction, ownerRead } from '../../functions/owner-function.ts';
import { isProvenLately } from '../../owner/proven-lately.ts';
import { recordServerEvent } from '../../owner/server-event.ts';
import type { OpenHalf, ServerPorts } from '../server-half.ts';

type Ports = Pick<ServerPorts, 'backups' | 'examine' | 'rows' | 'clock'>;

const limit = { limit: 30, windowMs: 60_000, capacity: 1 };

const count = z.number().int().min(0).max(9999);
const scheduleBody = backupScheduleSchema.omit({ since: true, ping: true }).extend({
  folder: z.string().min(1).max(1000),
  recipients: z.array(z.string().max(4000).refine(isRecipient)).min(1).max(10),
  keep: z
    .strictObject({ days: count, weeks: count, months: count })
    .refine(({ days, weeks, months }) => days + weeks + months > 0)
    .nullable(),
});

/**
 * The machine's backups, for the owner: `GET backups` says how they stand; `POST backups` sets the schedule, or ends it, and wants a proof
 * of the last five minutes; `POST backup-run` begins one or calls it off; `POST health` looks at what the doctor looks at.
 */
export function backupsHalf(ports: Ports): OpenHalf {
  const health = healthFunction(ports);
  const { backups } = ports;
  // A project's rows are the project's to back up.
  const functions = backups === undefined ? keptByProject('backups', 'backup-run') : backupFunctions(backups, ports);
  return { functions: { ...functions, health } };
}

function backupFunctions(backups: NonNullable<Ports['backups']>, { rows, clock }: Ports) {
  const record = (description: string, metadata: Readonly<Record<string, unknown>>, { sender }: Pick<Call, 'sender'>) =>
    recordServerEvent(rows, {
      type: 'security_event',
      description,
      success: true,
      metadata: { subject: 'machine_backup', ...metadata },
      ...sender,
    });
  const answer = () => answerJson(describe(backups.read()));
  const set = ownerFunction({
    body: z.strictObject({ schedule: scheduleBody.nullable() }),
    expects: 'The body must be JSON with schedule: null, or folder, age recipients, keep and a time of day.',
    maxBodyBytes: 64 * 1024,
    limit: createAttemptWindow(clock, limit),
    run: async ({ schedule }, call) => {
      if (!(await isProvenLately(rows, call.caller))) return refuse(403, 'verification_too_old', 'Prove that it is you again.');
      const complaint = backups.setSchedule(schedule ?? undefined);
      if (complaint !== undefined) return answerJson({ outcome: 'refused', reason: complaint });
      await (schedule === null
        ? record('The schedule of backups was ended', {}, call)
        : record('The schedule of backups was set', { folder: schedule.folder, recipients: schedule.recipients, at: schedule.at }, call));
      return answerJson({ outcome: 'set', standing: describe(backups.read()) });
    },
  });
  const run = ownerFunction({
    body: z.strictObject({ act: z.enum(['start', 'cancel']) }),
    expects: 'The body must be JSON with act: start or cancel.',
    limit: createAttemptWindow(clock, limit),
    run: async ({ act }, call) => {
      if (act === 'cancel') backups.cancel();
      else if (!backups.start()) return refuse(409, 'not_started', 'One is under way, or no schedule says where to.');
      await record(act === 'start' ? 'A backup was begun' : 'A backup was called off', {}, call);
      return answer();
    },
  });
  return { backups: byMethod({ GET: ownerRead(async () => answer()), POST: set }), 'backup-run': run };
}

function healthFunction({ examine, clock }: Pick<Ports, 'examine' | 'clock'>) {
  return ownerFunction({
    body: z.strictObject({}),
    expects: 'The body must be an empty JSON object.',
    limit: createAttemptWindow(clock, { ...limit, limit: 6 }),
    maxAtOnce: 1,
    run: async () => {
      const findings = await examine();
      return answerJson({
        at: new Date(clock.nowMs()).toISOString(),
        findings: findings.map(({ advice, ...finding }) => ({ ...finding, advice: advice ?? null })),
      });
    },
  });
}

function describe({ schedule, record: { running, last, lastGood }, nextRunMs, isRunning, state }: BackupStanding) {
  // The monitor's address may hold a secret, and nobody changes it here.
  const { ping: _, ...shown } = schedule ?? { ping: null };
  return {
    state,
    schedule: schedule === undefined ? null : shown,
    nextRun: nextRunMs === undefined ? null : new Date(nextRunMs).toISOString(),
    // Its process takes a moment to begin.
    running: isRunning ? { step: running?.step ?? 'begin', done: running?.done ?? 0, of: running?.of ?? 0 } : null,
    last,
    lastGood,
  };
}
