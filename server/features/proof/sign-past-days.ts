import { z } from 'zod';
import { bytes, bytesSchema, type ServerRows } from '../../rows/server-rows.ts';
import type { LogDayKey } from './log-day-key.ts';
import { type LogDay, signLogDay } from './log-statement.ts';

type Options = {
  readonly rows: ServerRows;
  readonly key: () => LogDayKey;
  readonly siteUrl: () => string;
  readonly nowMs: number;
};

/** A row takes its time before it is committed: a day counts as past only when its last rows must be there. */
const settlingMs = 15 * 60_000;

const signedSchema = z.array(z.object({ day: z.string(), statement: z.string(), signature: bytesSchema, public_key: z.string() }));

const unsignedSchema = z.object({
  previous: z.string().nullable(),
  days: z.array(z.object({ day: z.string(), head: z.string().nullable() })),
});

/** Every signed day, the oldest first. */
export async function readLogDays(rows: ServerRows): Promise<readonly LogDay[]> {
  const kept = await rows.call('server_log_days', {}, signedSchema);
  return kept.map(({ public_key: publicKey, ...day }) => ({ ...day, publicKey }));
}

/**
 * Signs each past day that is not signed yet, from the log's first day on, 400 at once, so that a log of many years does not hold
 * the database for long. Of several servers one keeps what it signed. Answers whether this one added any.
 */
export async function signPastDays({ rows, key, siteUrl, nowMs }: Options): Promise<boolean> {
  const before = new Date(nowMs - settlingMs).toISOString().slice(0, 10);
  const { previous, days } = await rows.call('server_unsigned_log_days', { before }, unsignedSchema);
  const signed: object[] = [];
  let last = previous ?? undefined;
  for (const { day, head } of days) {
    if (head === null) break;
    const { statement, signature, publicKey } = signLogDay(key(), { siteUrl: siteUrl(), day, head, previous: last });
    signed.push({ day, statement, signature: bytes(signature), public_key: publicKey });
    last = statement;
  }
  return signed.length > 0 && rows.call('server_keep_log_days', { previous, days: signed }, z.boolean());
}
