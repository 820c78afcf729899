import * as z from 'zod/mini';
import { momentText } from '../activity/moment-text.ts';

/** A row of `notifications` (spec §3), as the database makes it and an export holds it. */
export const notificationRow = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  type: z.string().check(z.minLength(1)),
  title: z.string().check(z.minLength(1)),
  message: z.string(),
  important: z.boolean(),
  read: z.boolean(),
  metadata: z.record(z.string(), z.unknown()),
  activity_log_id: z.nullable(z.uuid()),
  /** A path of this site; exports of older versions have none. */
  link: z.nullish(z.string()),
  created_at: momentText,
});

const { message, important, read, metadata } = notificationRow.shape;

/** The same row as pages read it: any of these columns may be missing or empty. */
export const readNotificationRow = z.extend(z.omit(notificationRow, { user_id: true }), {
  id: z.string(),
  type: z.nullish(z.string()),
  title: z.string(),
  message: z.nullish(message),
  important: z.nullish(important),
  read: z.nullish(read),
  metadata: z.nullish(metadata),
  activity_log_id: z.nullish(z.string()),
});
