import { fail, type Result, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { isPlainName } from './plain-name.ts';

/** Which changes a channel asks for. */
export type RequestedChange = {
  readonly event: 'INSERT' | 'UPDATE' | 'DELETE' | '*';
  readonly schema: string;
  /** Absent: every captured table of the schema. */
  readonly table: string | undefined;
  readonly filter: string | undefined;
  /** The only columns wanted, besides the primary key. */
  readonly select: readonly string[] | undefined;
  /** What is known of the request as it came, to be repeated in the answer, which the client compares. */
  readonly echo: Readonly<Record<string, unknown>>;
};

/** What a client asks for when it joins a channel. */
export type JoinRequest = {
  readonly isPrivate: boolean;
  /** `acknowledge`: answer each broadcast. `toSelf`: send a broadcast to its sender as well. */
  readonly broadcast: { readonly acknowledge: boolean; readonly toSelf: boolean };
  readonly presence: { readonly enabled: boolean; readonly key: string };
  readonly changes: readonly RequestedChange[];
  readonly accessToken: string | null;
};

const identifier = z.string().min(1).max(63).refine(isPlainName);

const changeSchema = z
  .object({
    event: z.enum(['INSERT', 'UPDATE', 'DELETE', '*']),
    schema: identifier.default('public'),
    table: identifier.nullish(),
    filter: z.string().max(2_000).nullish(),
    select: z.array(identifier).min(1).max(100).nullish(),
  })
  .transform(
    (change): RequestedChange => ({
      event: change.event,
      schema: change.schema,
      table: change.table === '*' || change.table == null ? undefined : change.table,
      filter: change.filter == null || change.filter === '' ? undefined : change.filter,
      select: change.select ?? undefined,
      echo: change,
    }),
  );

const joinSchema = z
  .object({
    config: z
      .object({
        private: z.boolean().nullish(),
        broadcast: z.object({ ack: z.boolean().nullish(), self: z.boolean().nullish() }).nullish(),
        presence: z.object({ enabled: z.boolean().nullish(), key: z.string().max(255).nullish() }).nullish(),
        postgres_changes: z.array(changeSchema).max(50).nullish(),
      })
      .nullish(),
    access_token: z.string().max(8_192).nullish(),
  })
  .transform(
    ({ config, access_token }): JoinRequest => ({
      isPrivate: config?.private ?? false,
      broadcast: { acknowledge: config?.broadcast?.ack ?? false, toSelf: config?.broadcast?.self ?? false },
      presence: { enabled: config?.presence?.enabled ?? false, key: config?.presence?.key ?? '' },
      changes: config?.postgres_changes ?? [],
      accessToken: access_token ?? null,
    }),
  );

const countedSchema = z.object({ config: z.object({ postgres_changes: z.array(z.unknown()) }) });

/** How many changes the payload of a `phx_join` asks for, however they look. */
export function countRequestedChanges(payload: unknown): number {
  const counted = countedSchema.safeParse(payload);
  return counted.success ? counted.data.config.postgres_changes.length : 0;
}

/** Reads the payload of `phx_join`. Failure `join_malformed`, with a reason that names the field. */
export function parseJoinRequest(payload: unknown): Result<JoinRequest, { readonly code: 'join_malformed'; readonly reason: string }> {
  const parsed = joinSchema.safeParse(payload);
  if (parsed.success) return succeed(parsed.data);
  const [issue] = parsed.error.issues;
  return fail({ code: 'join_malformed', reason: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'malformed'}` });
}

/**
 * Whether a join asks for something that no policy of a table checks, so that the policies of `realtime.messages` must allow it:
 * a private channel, presence, broadcasts asked for by an option or by asking for nothing else, and deletions by name.
 * A client that only asks for changes is let in without: each row it gets is checked when it is read.
 */
export function needsChannelAuthority(request: JoinRequest): boolean {
  const { isPrivate, broadcast, presence, changes } = request;
  const asksForMessages = broadcast.acknowledge || broadcast.toSelf || presence.enabled || changes.length === 0;
  return isPrivate || asksForMessages || changes.some((change) => change.event === 'DELETE');
}
