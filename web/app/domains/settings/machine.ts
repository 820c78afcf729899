import * as z from 'zod/mini';
import { askFunction, callFunction } from '../../lib/backend.ts';

const keepSchema = z.object({ days: z.number(), weeks: z.number(), months: z.number() });

const runSchema = z.object({
  startedAt: z.string(),
  endedAt: z.string(),
  by: z.enum(['schedule', 'hand']),
  outcome: z.enum(['made', 'failed', 'cancelled']),
  file: z.optional(z.string()),
  bytes: z.optional(z.number()),
  sha256: z.optional(z.string()),
  rows: z.optional(z.number()),
  failure: z.optional(z.string()),
});

/** How one backup of the machine ended. */
export type MachineRun = z.infer<typeof runSchema>;

const backupsSchema = z.object({
  schedule: z.nullable(
    z.object({
      isOn: z.boolean(),
      folder: z.string(),
      recipients: z.array(z.string()),
      keep: z.nullable(keepSchema),
      /** UTC. */
      at: z.string(),
    }),
  ),
  nextAt: z.nullable(z.string()),
  missingSince: z.nullable(z.string()),
  runs: z.array(runSchema),
  running: z.nullable(z.object({ startedAt: z.string(), done: z.number(), total: z.number() })),
});

/** How the machine's backups stand. `schedule` is `null` where none was set on the server. */
export type MachineBackups = z.infer<typeof backupsSchema>;

const healthSchema = z.object({
  findings: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['ok', 'warning', 'failure', 'not looked at']),
      found: z.string(),
      advice: z.optional(z.string()),
    }),
  ),
  version: z.string(),
  lookedAt: z.string(),
});

/** What a look at the installation found. */
export type MachineHealth = z.infer<typeof healthSchema>;

const path = '/functions/v1/machine-backups';

export function loadMachineBackups() {
  return askFunction('GET', path, backupsSchema);
}

/** Has the server make one now, as the schedule says. `refused`: `under_way`, or `no_schedule`. */
export function startMachineBackup() {
  return callFunction('machine-backups', {}, backupsSchema);
}

/** Calls off the one under way. */
export function cancelMachineBackup() {
  return askFunction('DELETE', path, backupsSchema);
}

/** Changes the schedule; `refused` with `verification_too_old` where the last proof is older than five minutes. */
export function changeMachineSchedule(change: {
  readonly isOn?: boolean;
  readonly at?: string;
  readonly keep?: { readonly days: number; readonly weeks: number; readonly months: number };
}) {
  return callFunction('machine-schedule', change, backupsSchema);
}

/** Has the server look at itself, which takes some seconds. */
export function lookAtMachine() {
  return callFunction('machine-health', {}, healthSchema);
}
