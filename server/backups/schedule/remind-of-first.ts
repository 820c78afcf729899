import type { Clock } from '@castellan/foundation/clock';
import type { Queryable } from '@castellan/platform/core/database';
import { settingAddress } from '@castellan/web/setting-address';
import type { ScheduleFiles } from './schedule-files.ts';

type Given = {
  readonly files: Pick<ScheduleFiles, 'readRecord' | 'writeRecord'>;
  /** Connected as `postgres`. */
  readonly database: Queryable;
  readonly clock: Clock;
};

/** So often it is looked whether there is something to lose. */
const remindEveryMs = 60 * 60_000;

/** The way to tell the owner once that there never was a backup, and to take that back: `Backups.remind`. It may be called often. */
export function createReminder({ files, database, clock }: Given): () => Promise<void> {
  let before: { readonly isSafe: boolean; readonly atMs: number } | undefined;
  return async () => {
    const { lastGood, remindedAt } = files.readRecord();
    const [isSafe, nowMs] = [lastGood !== null, clock.nowMs()];
    if (before?.isSafe === isSafe && (isSafe || nowMs - before.atMs < remindEveryMs)) return;
    if (isSafe) await takeBackReminder(database);
    else if (remindedAt === null && (await ringReminder(database)))
      files.writeRecord({ ...files.readRecord(), remindedAt: new Date(nowMs).toISOString() });
    before = { isSafe, atMs: nowMs };
  };
}

const reminderSubject = 'no_backup';

/** False: there is nothing to lose yet, or not for long. */
async function ringReminder(database: Queryable): Promise<boolean> {
  const { rows } = await database.query(
    `insert into public.notifications (user_id, type, title, message, icon, important, metadata, link)
     select owner.user_id, 'alert', 'The server has never made a backup', 'Settings, Backup has it make one every day.', 'archive', true,
       jsonb_build_object('subject', $1::text), $2
     from private.owner
     where owner.created_at < now() - interval '7 days'
       and (exists (select from public.tasks) or exists (select from public.notes) or exists (select from public.vault_entries))
     returning id`,
    [reminderSubject, settingAddress('machine-backups')],
  );
  return rows.length > 0;
}

async function takeBackReminder(database: Queryable): Promise<void> {
  await database.query(`update public.notifications set read = true where not read and metadata ->> 'subject' = $1`, [reminderSubject]);
}
