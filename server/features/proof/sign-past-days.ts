import type { Queryable } from '@castellan/platform/core/database';
import { inTransaction } from '@castellan/platform/core/database';
import type pg from 'pg';
import type { LogDayKey } from './log-day-key.ts';
import { type LogDay, signLogDay } from './log-statement.ts';

type Options = {
  /** Connected as `postgres`. */
  readonly pool: pg.Pool;
  readonly key: () => LogDayKey;
  readonly siteUrl: () => string;
  readonly nowMs: number;
};

/** Any number, the same in every server. */
const advisoryLock = 7_226_060;

const dayMs = 86_400_000;

/** A row takes its time before it is committed: a day counts as past only when its last rows must be there. */
const settlingMs = 15 * 60_000;

/** Days signed at once, so that a log of many years does not hold the database for long. */
const maxAtOnce = 400;

type Row = { readonly day: string; readonly statement: string; readonly signature: Buffer; readonly public_key: string };

/** Every signed day, the oldest first. */
export async function readLogDays(queryable: Queryable): Promise<readonly LogDay[]> {
  const { rows } = await queryable.query<Row>(
    `select to_char(day, 'YYYY-MM-DD') as day, statement, signature, public_key from private.log_days order by log_days.day`,
  );
  return rows.map(({ public_key: publicKey, ...row }) => ({ ...row, publicKey }));
}

/**
 * Signs each past day that is not signed yet, from the log's first day on. Of several servers one does it. Answers whether
 * any was added.
 */
export async function signPastDays({ pool, key, siteUrl, nowMs }: Options): Promise<boolean> {
  const today = dayOf(nowMs - settlingMs);
  return inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLock]);
    const { rows } = await client.query<{ readonly first: string | null; readonly last: string | null; readonly statement: string | null }>(
      `select (select to_char(min(created_at) at time zone 'UTC', 'YYYY-MM-DD') from public.activity_logs) as first,
        to_char(newest.day, 'YYYY-MM-DD') as last, newest.statement
      from (values (1)) one left join (select day, statement from private.log_days order by day desc limit 1) newest on true`,
    );
    const [known] = rows;
    const first = known?.last == null ? known?.first : dayAfter(known.last);
    if (first == null) return false;
    let previous = known?.statement ?? undefined;
    let count = 0;
    for (let day = first; day < today && count < maxAtOnce; day = dayAfter(day), count += 1) {
      const head = await headAtEndOf(client, day);
      if (head === undefined) break;
      const signed = signLogDay(key(), { siteUrl: siteUrl(), day, head, previous });
      await client.query('insert into private.log_days (day, statement, signature, public_key) values ($1, $2, $3, $4)', [
        day,
        signed.statement,
        signed.signature,
        signed.publicKey,
      ]);
      previous = signed.statement;
    }
    return count > 0;
  });
}

/** The hash of the newest row before the next day began. Times follow the sequence. */
async function headAtEndOf(queryable: Queryable, day: string): Promise<string | undefined> {
  const { rows } = await queryable.query<{ readonly hash: string }>(
    `select encode(hash, 'hex') as hash from public.activity_logs where created_at < $1::timestamptz
    order by created_at desc, sequence desc limit 1`,
    [`${dayAfter(day)}T00:00:00Z`],
  );
  return rows[0]?.hash;
}

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

function dayAfter(day: string): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + dayMs);
}
