import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import { z } from 'zod';
import { byMethod } from '../../functions/by-method.ts';
import { answerJson, refuse } from '../../functions/function-answers.ts';
import { ownerFunction, ownerRead } from '../../functions/owner-function.ts';
import { recordServerEvent } from '../../owner/server-event.ts';
import { createQuietLog } from '../../quiet-log.ts';
import { isProvenLately } from '../content-edit/content-proof.ts';
import type { OpenHalf, ServerPorts } from '../server-half.ts';

type Ports = Pick<ServerPorts, 'backups' | 'health' | 'database' | 'clock' | 'log'>;

const limit = { limit: 30, windowMs: 60_000, capacity: 1 };

/** Folder and recipients are not among it: a stolen session must not have everything copied for a key of its own. */
const changeSchema = z.strictObject({
  isOn: z.boolean().optional(),
  at: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
    .optional(),
  keep: z.strictObject({ days: z.int().min(1).max(366), weeks: z.int().min(0).max(520), months: z.int().min(0).max(120) }).optional(),
});

/**
 * The machine's own backups and its health, for the owner. `GET machine-backups` says how they stand, `POST` makes one now, `DELETE`
 * calls off the one under way; `POST machine-schedule {isOn?, at?, keep?}` changes the schedule that was set on the machine (403 `verification_too_old`
 * without a proof of the last five minutes). `POST machine-health` looks at the installation as `npm run doctor` does.
 */
export function backupsHalf({ backups, health, database, clock, log: plainLog }: Ports): OpenHalf {
  const log = createQuietLog(plainLog, clock);
  const record = (description: string, sender: { readonly address: string; readonly userAgent: string }) =>
    recordServerEvent(database, {
      type: 'security_event',
      description,
      success: true,
      metadata: { subject: 'machine_backups' },
      ...sender,
    }).catch((error: Error) => log.warn('an event of backups was not recorded', { reason: error.message }));
  const nothing = z.strictObject({});
  const shared = { expects: 'The body must be an empty JSON object.', limit: createAttemptWindow(clock, limit) };
  const noSchedule = () => refuse(409, 'no_schedule', 'No schedule was set on the machine.');
  const start = ownerFunction({
    ...shared,
    body: nothing,
    run: async (_, { sender }) => {
      if (!backups.start('hand'))
        return backups.read().schedule === null ? noSchedule() : refuse(409, 'under_way', 'A backup is under way.');
      await record('A backup of the machine was begun', sender);
      return answerJson(backups.read());
    },
  });
  const cancel = ownerFunction({
    ...shared,
    method: 'DELETE',
    body: z.unknown(),
    run: async () => {
      backups.cancel();
      return answerJson(backups.read());
    },
  });
  const change = ownerFunction({
    ...shared,
    body: changeSchema,
    expects: 'The body must be JSON with isOn, at (HH:MM, UTC) or keep {days, weeks, months}.',
    run: async (wanted, { caller, sender }) => {
      if (!(await isProvenLately(database, caller))) return refuse(403, 'verification_too_old', 'Show a code or passkey first.');
      const { isOn, at, keep } = wanted;
      const isChanged = backups.change({
        ...(isOn === undefined ? {} : { isOn }),
        ...(at === undefined ? {} : { at }),
        ...(keep === undefined ? {} : { keep }),
      });
      if (!isChanged) return noSchedule();
      await record(isOn === false ? 'Backups by schedule were switched off' : 'The schedule of backups was changed', sender);
      return answerJson(backups.read());
    },
  });
  return {
    functions: {
      'machine-backups': byMethod({ GET: ownerRead(async () => answerJson(backups.read())), POST: start, DELETE: cancel }),
      'machine-schedule': change,
      'machine-health': ownerFunction({
        ...shared,
        limit: createAttemptWindow(clock, { ...limit, limit: 10 }),
        body: nothing,
        maxAtOnce: 1,
        run: async (_, { signal }) => answerJson(await health(signal)),
      }),
    },
  };
}
