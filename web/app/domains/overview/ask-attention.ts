import { fail, type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { askTable } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { momentText } from '../activity/moment-text.ts';
import { readOwnPath } from '../notifications/own-path.ts';
import type { Alarms, BackupFacts, Notice } from './needs-you.ts';

/** Asked for at once. More than so many are counted as "at least". */
const most = { notices: 50, refusals: 200 } as const;

type Asked<Value> = Promise<Result<Value, BackendFailure>>;

const noticeSchema = z.pipe(
  z.object({
    id: z.string(),
    title: z.string(),
    link: z.nullish(z.string()),
    metadata: z.catch(z.record(z.string(), z.unknown()), {}),
    created_at: momentText,
  }),
  z.transform(({ id, title, link, metadata, created_at }): Notice & { readonly isOfReport: boolean } => ({
    id,
    title,
    atMs: Date.parse(created_at),
    link: readOwnPath(link),
    isRefusal: metadata['activity_type'] === 'failed_login',
    isOfReport: metadata['report'] !== undefined,
  })),
);

const noticesSchema = z.pipe(
  z.array(z.unknown()),
  z.transform((rows) => rows.flatMap((row) => noticeSchema.safeParse(row).data ?? [])),
);

const refusalsSchema = z.array(
  z.object({
    created_at: momentText,
    ip_address: z.nullish(z.string()),
    metadata: z.catch(z.object({ count: z.catch(z.number().check(z.int(), z.positive()), 1) }), { count: 1 }),
  }),
);

/**
 * The important notifications that nobody has read, and the sign-ins that were refused since the oldest of those that tell of one.
 * What a scan found is left out: its target says so until a later scan finds it mended.
 */
export async function askAlarms(nowMs: number): Asked<Alarms> {
  const asked = await askTable(
    (client) =>
      client
        .from('notifications')
        .select('id, title, link, metadata, created_at')
        .eq('read', false)
        .eq('important', true)
        .or(`snoozed_until.is.null,snoozed_until.lte.${new Date(nowMs).toISOString()}`)
        .order('created_at', { ascending: false })
        .limit(most.notices),
    noticesSchema,
  );
  if (!asked.ok) return asked;
  const notices = asked.value.filter(({ isOfReport }) => !isOfReport);
  const refusals = notices.filter(({ isRefusal }) => isRefusal);
  if (refusals.length === 0) return succeed({ notices, refused: undefined });
  return withRefusals(notices, Math.min(...refusals.map(({ atMs }) => atMs)));
}

async function withRefusals(notices: readonly Notice[], fromMs: number): Asked<Alarms> {
  const asked = await askTable(
    (client) =>
      client
        .from('activity_logs')
        .select('created_at, ip_address, metadata')
        .eq('activity_type', 'failed_login')
        .gte('created_at', new Date(fromMs).toISOString())
        .order('created_at', { ascending: false })
        .limit(most.refusals),
    refusalsSchema,
  );
  if (!asked.ok) return fail(asked.failure);
  const rows = asked.value;
  return succeed({
    notices,
    refused: {
      // A notice stands for one at least.
      count: Math.max(
        1,
        rows.reduce((sum, { metadata }) => sum + metadata.count, 0),
      ),
      addresses: [...new Set(rows.flatMap(({ ip_address }) => ip_address ?? []))],
      fromMs,
      isMore: rows.length === most.refusals,
    },
  });
}

const createdSchema = z.pipe(
  z.array(z.object({ created_at: momentText })),
  z.transform(([row]) => (row === undefined ? undefined : Date.parse(row.created_at))),
);

/** When the log last told of a complete backup, and when it began. */
export async function askBackups(): Asked<BackupFacts> {
  const [made, since] = await Promise.all([
    askTable(
      (client) =>
        client
          .from('activity_logs')
          .select('created_at')
          .eq('activity_type', 'vault_activity')
          .like('activity_description', 'Complete backup made*')
          .order('created_at', { ascending: false })
          .limit(1),
      createdSchema,
    ),
    askTable((client) => client.from('activity_logs').select('created_at').order('sequence').limit(1), createdSchema),
  ]);
  if (!made.ok) return made;
  if (!since.ok) return since;
  return succeed({ madeMs: made.value, sinceMs: since.value });
}
