import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { PlatformContext } from '../core/platform-context.ts';
import { runAs } from '../core/run-as.ts';
import { describeTables } from './changes/captured-tables.ts';
import { type FilterCondition, parseChangeFilter } from './changes/change-filter.ts';
import { tryFilter } from './changes/visible-rows.ts';
import type { Subscription } from './channel.ts';
import type { Subscriber } from './channel-authority.ts';
import { databaseFailure } from './database-failure.ts';
import type { RequestedChange } from './join-request.ts';

/** Why a client cannot have the changes it asks for. */
export type SubscriptionFailure = { readonly code: 'subscription_refused'; readonly reason: string };

/**
 * Checks requests for changes before any change comes: that the table is captured, that the filter's columns exist and
 * that its values fit them. Whether the subscriber may read the table is not asked here, because its token may follow
 * the join; that is checked for every change.
 */
export async function prepareSubscriptions(
  context: PlatformContext,
  subscriber: Subscriber,
  requests: readonly RequestedChange[],
  nextId: () => number,
): Promise<Result<readonly Subscription[], SubscriptionFailure>> {
  const subscriptions: Subscription[] = [];
  for (const change of requests) {
    const conditions = await prepareConditions(context, subscriber, change);
    if (!conditions.ok) return conditions;
    subscriptions.push({ id: nextId(), change, conditions: conditions.value });
  }
  return succeed(subscriptions);
}

async function prepareConditions(
  context: PlatformContext,
  subscriber: Subscriber,
  change: RequestedChange,
): Promise<Result<readonly FilterCondition[], SubscriptionFailure>> {
  if (change.table === undefined) {
    if (change.filter === undefined && change.select === undefined) return succeed([]);
    return refuse(change, 'a filter or a select needs a table');
  }
  const conditions = parseChangeFilter(change.filter ?? '');
  if (!conditions.ok) return refuse(change, conditions.failure.reason);
  const [table] = await describeTables(context.database.realtime, [{ schema: change.schema, name: change.table }]);
  if (table === undefined) return refuse(change, 'please check that Realtime is enabled for the table');
  const named = [...conditions.value.map(({ column }) => column), ...(change.select ?? [])];
  const unknown = named.find((name) => !table.columns.some((column) => column.name === name));
  if (unknown !== undefined) return refuse(change, `there is no column "${unknown}"`);
  if (conditions.value.length === 0) return conditions;
  try {
    await runAs(context.database.requests, subscriber.caller, subscriber.facts, (client) => tryFilter(client, table, conditions.value));
    return conditions;
  } catch (error) {
    if (databaseFailure(error).kind === 'unreachable') throw error;
    return refuse(change, `filter: ${error instanceof Error ? error.message : 'a value does not fit its column'}`);
  }
}

function refuse({ schema, table, event }: RequestedChange, reason: string): Result<never, SubscriptionFailure> {
  return fail({
    code: 'subscription_refused',
    reason: `Unable to subscribe to changes with given parameters [event: ${event}, schema: ${schema}, table: ${table ?? '*'}]: ${reason}`,
  });
}
