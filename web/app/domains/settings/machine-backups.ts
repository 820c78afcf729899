import type { Result } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { askFunction, callFunction } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';

const scheduleSchema = z.object({
  folder: z.string(),
  recipients: z.array(z.string()),
  keep: z.nullable(z.object({ days: z.number(), weeks: z.number(), months: z.number() })),
  /** Time of day, UTC. */
  at: z.string(),
});

/** Where the server's backups go, for whom, and when. */
export type MachineSchedule = z.infer<typeof scheduleSchema>;

const standingSchema = z.object({
  state: z.enum(['fine', 'off', 'never', 'failed', 'missed']),
  schedule: z.nullable(scheduleSchema),
  nextRun: z.nullable(z.string()),
  /** `of` is 0 where nobody knows how much there is. */
  running: z.nullable(z.object({ step: z.string(), done: z.number(), of: z.number() })),
  last: z.nullable(
    z.object({
      endedAt: z.string(),
      outcome: z.enum(['made', 'failed', 'cancelled', 'interrupted']),
      error: z.nullable(z.string()),
    }),
  ),
  lastGood: z.nullable(
    z.object({
      endedAt: z.string(),
      /** Its path where it was made by hand, otherwise its name. */
      file: z.string(),
      bytes: z.number(),
      sha256: z.string(),
      rows: z.number(),
      /** The machine's user who made it by hand; `null`: the server. */
      byHandOf: z.nullable(z.string()),
    }),
  ),
});

/** How the server's backups stand. */
export type MachineBackups = z.infer<typeof standingSchema>;

const setSchema = z.union([
  z.object({ outcome: z.literal('set'), standing: standingSchema }),
  z.object({ outcome: z.literal('refused'), reason: z.string() }),
]);

/** The server's backups: the schedule, what is under way, and what came of the last ones. */
export function loadMachineBackups() {
  return askFunction('GET', '/functions/v1/backups', standingSchema);
}

/** Sets the schedule, or ends it. Refused as `verification_too_old` without a fresh proof; `refused` says why the folder is not taken. */
export function setMachineSchedule(schedule: MachineSchedule | null): Promise<Result<z.infer<typeof setSchema>, BackendFailure>> {
  return callFunction('backups', { schedule }, setSchema);
}

/** Begins a backup now, or calls off the one that is under way. */
export function runMachineBackup(act: 'start' | 'cancel') {
  return callFunction('backup-run', { act }, standingSchema);
}

const healthSchema = z.object({
  at: z.string(),
  findings: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['ok', 'warning', 'failure', 'not looked at']),
      found: z.string(),
      advice: z.nullable(z.string()),
    }),
  ),
});

/** What the server found when it looked at itself, and when that was. */
export type ServerHealth = z.infer<typeof healthSchema>;

/** Has the server look at itself. Takes seconds. */
export function lookAtServerHealth() {
  return callFunction('health', {}, healthSchema);
}

/** Reads `7,4,12`; `null` where it is empty; `undefined` where it is neither. */
export function parseKept(text: string): MachineSchedule['keep'] | undefined {
  if (text.trim() === '') return null;
  const [days = 0, weeks = 0, months = 0] = /^\d{1,4},\d{1,4},\d{1,4}$/.test(text.trim()) ? text.split(',').map(Number) : [];
  return days + weeks + months > 0 ? { days, weeks, months } : undefined;
}
