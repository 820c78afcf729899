import { systemClock } from '@castellan/foundation/clock';
import type { Queryable } from '@castellan/platform/core/database';
import { type BackupRunner, startBackupRunner } from '../backups/backup-runner.ts';
import type { Start } from './start-steps.ts';

/** Has the server follow the schedule of backups, and ring the bell for one that is missing. `local` owns the product's tables. */
export function openBackups({ settings, log, closers }: Start, local: Queryable): BackupRunner {
  const runner = startBackupRunner({
    dataFolder: settings.dataFolder,
    clock: systemClock,
    log,
    onMissing: async ({ since, failure }) => {
      await local.query(
        `insert into public.notifications (user_id, type, title, message, icon, important, metadata, link)
          select owner.user_id, 'alert', 'A backup is missing', $1, 'warning', true, $2, '/settings#machine-backups' from private.owner
          where not exists (select from public.notifications known where known.metadata @> $2::jsonb)`,
        [
          (failure ?? `The backup that was due ${since.slice(0, 16).replace('T', ' ')} UTC was not made.`)
            .replace(/[\s\p{C}]+/gu, ' ')
            .slice(0, 1000),
          JSON.stringify({ backup_missing_since: since }),
        ],
      );
    },
  });
  closers.push(runner.close);
  return runner;
}
