import { z } from 'zod';
import { momentText } from '../activity/moment-text.ts';

/** A row of `notifications` (spec §3), as the database makes it and an export holds it. */
export const notificationRow = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  type: z.string().min(1),
  title: z.string().min(1),
  message: z.string(),
  important: z.boolean(),
  read: z.boolean(),
  metadata: z.record(z.string(), z.unknown()),
  activity_log_id: z.uuid().nullable(),
  /** A path of this site; exports of older versions have none. */
  link: z.string().nullish(),
  created_at: momentText,
});

const { message, important, read, metadata } = notificationRow.shape;

/** The same row as pages read it: any of these columns may be missing or empty. */
export const readNotificationRow = notificationRow.omit({ user_id: true }).extend({
  id: z.string(),
  type: z.string().nullish(),
  title: z.string(),
  message: message.nullish(),
  important: important.nullish(),
  read: read.nullish(),
  metadata: metadata.nullish(),
  activity_log_id: z.string().nullish(),
});
