import type pg from 'pg';
import type { Caller } from '../core/caller.ts';
import { type RequestFacts, runAs } from '../core/run-as.ts';
import { databaseFailure } from './database-failure.ts';

/** Whom the database is told that it answers. */
export type Subscriber = { readonly caller: Caller; readonly facts: RequestFacts };

/** What a caller may do in a channel. Who may not hear its broadcasts is not in it. */
export type ChannelRights = {
  readonly hearsBroadcasts: boolean;
  readonly sendsBroadcasts: boolean;
  readonly hearsPresence: boolean;
  readonly sendsPresence: boolean;
};

/** The rights of somebody whom no policy lets in. */
export const noRights: ChannelRights = { hearsBroadcasts: false, sendsBroadcasts: false, hearsPresence: false, sendsPresence: false };

/**
 * Classes of SQLSTATEs that say how the database fares and nothing of a policy: a conflict of transactions, no resources, an object in
 * use, a statement that was ended (for its time, too), the system, PostgreSQL itself.
 */
const passingClasses = ['40', '53', '55', '57', '58', 'XX'];

/**
 * Asks the policies of `realtime.messages`, as the subscriber, what it may do in a channel (`topic` without its `realtime:`), as the
 * hosted service does: whether a row of the channel is shown to it, and whether it may add one, in a transaction that is rolled back.
 * A policy that fails lets nobody in. Throws only where the database cannot be asked.
 */
export async function readChannelRights(pool: pg.Pool, { caller, facts }: Subscriber, topic: string): Promise<ChannelRights> {
  try {
    const ask = (client: pg.PoolClient) => client.query<ChannelRights>({ name: 'channel-rights', text: question, values: [topic] });
    const { rows } = await runAs(pool, caller, { ...facts, isUndone: true }, ask, { isOneStatement: true });
    return rows[0] ?? noRights;
  } catch (error) {
    const failure = databaseFailure(error);
    if (failure.kind === 'refused' && !passingClasses.includes(failure.sqlState.slice(0, 2))) return noRights;
    throw error;
  }
}

const question = `select hears_broadcasts as "hearsBroadcasts", sends_broadcasts as "sendsBroadcasts",
  hears_presence as "hearsPresence", sends_presence as "sendsPresence" from realtime.channel_rights($1)`;
