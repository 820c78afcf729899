import { setTimeout as pause } from 'node:timers/promises';
import { isStranger } from '../../core/guests.ts';
import type { PlatformContext } from '../../core/platform-context.ts';
import { runAs } from '../../core/run-as.ts';
import { type Channel, channelName, isExpired, isJoined, type Subscription, sendEvent } from '../channel.ts';
import { noRights, readChannelRights } from '../channel-authority.ts';
import { databaseFailure } from '../database-failure.ts';
import type { RealtimeLimits } from '../realtime-limits.ts';
import { type CapturedTable, describeTables } from './captured-tables.ts';
import type { OutboxChange } from './change-outbox.ts';
import { changePayload } from './change-payload.ts';
import { matchDeletedRows, readableColumns, readVisibleRows } from './visible-rows.ts';

/** What delivering needs. `fail` ends a channel that could not be told of its changes, so that its client joins again. */
export type DeliveryOptions = {
  readonly context: PlatformContext;
  readonly limits: RealtimeLimits;
  readonly channels: () => readonly Channel[];
  readonly fail: (channel: Channel) => void;
  readonly stopping: AbortSignal;
};

type Change = { readonly order: number; readonly change: OutboxChange };
type Payload = { readonly order: number; readonly json: string };

/** Channels read for at the same time: the rest of the request pool is for requests. */
const parallelChannels = 3;
/** Subscriber and policy share it; a policy that takes longer must not hold up everybody's changes. */
const statementTimeoutMs = 2_000;
const retryMs = 250;

/**
 * Tells every channel that asked of those changes that it may see: each changed row is read again as the channel's
 * caller, so that the caller's policies check and the record holds the columns the caller may read. The record is the row
 * as it is at that moment; a row gone by then is told of by its deletion alone. A deletion is told, by its primary key,
 * to signed-in callers whom the policies let hear the channel at that moment.
 */
export async function deliverChanges(options: DeliveryOptions, changes: readonly OutboxChange[]): Promise<void> {
  const interested = options.channels().filter((channel) => changes.some((change) => subscriptionsTo(channel, change).length > 0));
  if (interested.length === 0) return;
  const tables = await describeChangedTables(options, changes);
  const waiting = interested.values();
  await Promise.all(
    Array.from({ length: parallelChannels }, async () => {
      for (const channel of waiting) await deliverToChannel(options, channel, tables, changes);
    }),
  );
}

/** None where the catalogue cannot be understood: then the changes stay untold, rather than those behind them as well. */
async function describeChangedTables(options: DeliveryOptions, changes: readonly OutboxChange[]): Promise<readonly CapturedTable[]> {
  const changed = new Map(changes.map(({ schema, table }) => [JSON.stringify([schema, table]), { schema, name: table }]));
  try {
    return await describeTables(options.context.database.realtime, [...changed.values()]);
  } catch (error) {
    if (databaseFailure(error).kind === 'unreachable') throw error;
    options.context.log.error('realtime_tables_unreadable', { error: error instanceof Error ? error : null });
    return [];
  }
}

async function deliverToChannel(
  options: DeliveryOptions,
  channel: Channel,
  tables: readonly CapturedTable[],
  changes: readonly OutboxChange[],
): Promise<void> {
  while (isJoined(channel) && !options.stopping.aborted) {
    try {
      const payloads = await readPayloads(options, channel, tables, changes);
      for (const { json } of payloads) if (isJoined(channel)) sendEvent(channel, 'postgres_changes', json);
      return;
    } catch (error) {
      options.context.log.warn('realtime_delivery_failed', { error: error instanceof Error ? error : null });
      if (databaseFailure(error).kind !== 'unreachable') return options.fail(channel);
      // The database is away: nothing is lost by waiting, since everybody's changes wait with these.
      await pause(retryMs, undefined, { signal: options.stopping }).catch(() => undefined);
    }
  }
}

async function readPayloads(
  options: DeliveryOptions,
  channel: Channel,
  tables: readonly CapturedTable[],
  changes: readonly OutboxChange[],
): Promise<readonly Payload[]> {
  const { caller } = channel;
  const pool = options.context.database.requests;
  const subscriber = { caller, facts: channel.connection.facts };
  // A channel whose session was signed out may still be joined; strangers are told of no change.
  if (isStranger(caller) || isExpired(caller, options.context.clock.nowMs())) return [];
  const readable = tables.filter((table) => readableColumns({ table, role: caller.role, select: undefined }).length > 0);
  const isReadable = ({ schema, table }: OutboxChange) => readable.some((found) => found.schema === schema && found.name === table);
  const wanted = changes
    .map((change, order) => ({ order, change }))
    .filter(({ change }) => isReadable(change) && subscriptionsTo(channel, change).length > 0);
  // Whoever may join costs no transaction a change where its role can see nothing of the table.
  if (wanted.length === 0) return [];
  const hasDeletions = wanted.some(({ change }) => change.operation === 'DELETE');
  const rights = hasDeletions ? await readChannelRights(pool, subscriber, channelName(channel.topic) ?? channel.topic) : noRights;
  const payloads = await runAs(pool, caller, subscriber.facts, async (client) => {
    await client.query(`set local statement_timeout = ${statementTimeoutMs}`);
    const found: Payload[] = [];
    for (const table of readable) {
      const ofTable = wanted.filter(({ change }) => change.schema === table.schema && change.table === table.name);
      for (const subscriptions of subscriptionsByColumns(channel, table)) {
        const query = {
          table,
          role: caller.role,
          select: subscriptions[0]?.change.select,
          filters: subscriptions.map((subscription) => subscription.conditions),
        };
        const written = ofTable.filter(({ change }) => change.operation !== 'DELETE');
        const rows = written.length === 0 ? [] : await readVisibleRows(client, query, keysOf(written));
        found.push(...payloadsFor(options.limits, query, subscriptions, written, rows));
        const deleted = rights.hearsBroadcasts ? ofTable.filter(({ change }) => change.operation === 'DELETE') : [];
        const keys = deleted.length === 0 ? [] : await matchDeletedRows(client, query, keysOf(deleted));
        found.push(...payloadsFor(options.limits, query, subscriptions, deleted, keys));
      }
    }
    return found;
  });
  return payloads.toSorted((left, right) => left.order - right.order);
}

function payloadsFor(
  limits: RealtimeLimits,
  query: Omit<Parameters<typeof readVisibleRows>[1], 'filters'>,
  subscriptions: readonly Subscription[],
  changes: readonly Change[],
  rows: readonly { readonly position: number; readonly matches: readonly boolean[]; readonly recordJson?: string }[],
): readonly Payload[] {
  return rows.flatMap(({ position, matches, recordJson }) => {
    const changed = changes[position - 1];
    if (changed === undefined) return [];
    const ids = subscriptions
      .filter((subscription, index) => matches[index] === true && wantsOperation(subscription, changed.change))
      .map(({ id }) => id);
    if (ids.length === 0) return [];
    return [{ order: changed.order, json: changePayload(limits, query, ids, changed.change, recordJson) }];
  });
}

/** Subscriptions to one table, those that want the same columns together, so that a row is read once for them. */
function subscriptionsByColumns(channel: Channel, table: CapturedTable): readonly (readonly Subscription[])[] {
  const ofTable = channel.subscriptions.filter(({ change }) => isNamed(change, table.schema, table.name));
  return [...Map.groupBy(ofTable, ({ change }) => JSON.stringify(change.select ?? null)).values()];
}

function subscriptionsTo(channel: Channel, change: OutboxChange): readonly Subscription[] {
  return channel.subscriptions.filter(
    (subscription) => isNamed(subscription.change, change.schema, change.table) && wantsOperation(subscription, change),
  );
}

function isNamed(requested: Subscription['change'], schema: string, table: string): boolean {
  return (requested.schema === schema || requested.schema === '*') && (requested.table === undefined || requested.table === table);
}

function wantsOperation({ change }: Subscription, { operation }: OutboxChange): boolean {
  return change.event === '*' || change.event === operation;
}

function keysOf(changes: readonly Change[]): readonly string[] {
  return changes.map(({ change }) => change.keyJson);
}
