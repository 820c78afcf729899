import type { Result } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { askTable } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { browserTimer } from '../../lib/clock.ts';
import { type ActivityEntry, activityColumns, activityRowSchema } from './activity-entry.ts';
import { loggingSession } from './logging-session.ts';
import { recentWrites } from './recent-writes.ts';
import { type LogWrite, repeatsActivity, repeatsAuth, stillRecent } from './repeated-writes.ts';

/** Something that happened, for the owner's log. `description` is shown as it is. */
export type Activity = {
  readonly type: string;
  readonly description: string;
  readonly success?: boolean;
  readonly metadata?: Readonly<Record<string, unknown>>;
};

/** What became of a write: `repeated` was in the log already; a failure is written to the console, never shown (spec §8). */
export type LogOutcome =
  | { readonly kind: 'written' }
  | { readonly kind: 'repeated' }
  | { readonly kind: 'failed'; readonly failure: BackendFailure };

/** Writes an activity, unless the same type, description and session were written in the last 15 seconds. */
export function logActivity(activity: Activity): Promise<LogOutcome> {
  return writeOnce(activity, repeatsActivity);
}

/** Writes an authentication, unless the same type, outcome and session were written in the last 60 seconds. */
export function logAuth(activity: Activity): Promise<LogOutcome> {
  return writeOnce(activity, repeatsAuth);
}

/** The newest rows of the log, the newest first. */
export function latestActivity(limit: number): Promise<Result<readonly ActivityEntry[], BackendFailure>> {
  return askTable(
    (client) => client.from('activity_logs').select(activityColumns).order('sequence', { ascending: false }).limit(limit),
    z.readonly(z.array(activityRowSchema)),
  );
}

async function writeOnce(activity: Activity, repeats: (recent: readonly LogWrite[], write: LogWrite) => boolean): Promise<LogOutcome> {
  const { type, description, success = true, metadata = {} } = activity;
  const session = loggingSession();
  const write: LogWrite = { type, description, success, session, atMs: browserTimer.nowMs() };
  const recent = stillRecent(recentWrites.read() ?? [], write.atMs);
  if (repeats(recent, write)) return { kind: 'repeated' };
  // Remembered before it is sent, so that two calls in one breath write one row.
  recentWrites.write([...recent, write]);
  const asked = await askTable(
    (client) =>
      client.from('activity_logs').insert({
        activity_type: type,
        activity_description: description,
        success,
        metadata,
        page_url: window.location.origin + window.location.pathname,
        session_id: session,
      }),
    z.unknown(),
  );
  if (asked.ok) return { kind: 'written' };
  recentWrites.write((recentWrites.read() ?? []).filter((other) => other.atMs !== write.atMs || other.type !== write.type));
  // biome-ignore lint/suspicious/noConsole: logging failures are only written to the console (spec §8).
  console.warn(`The log row "${type}" was not written: ${asked.failure.code}`);
  return { kind: 'failed', failure: asked.failure };
}
