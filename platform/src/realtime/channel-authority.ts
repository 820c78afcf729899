import type pg from 'pg';
import type { Caller } from '../core/caller.ts';
import { type RequestFacts, runAs } from '../core/run-as.ts';
import { databaseFailure } from './database-failure.ts';

/** Whom the database is told that it answers. */
export type Subscriber = { readonly caller: Caller; readonly facts: RequestFacts };

/** SQLSTATEs that mean there is no such policy for this role: undefined function, invalid schema, insufficient privilege. */
const noPolicyStates = ['42883', '3F000', '42501'];

/**
 * Asks the product's own policy, as the subscriber, whether it may use a channel for what no table's policy checks:
 * `private.may_join_channel(topic text) returns boolean`, the topic without its `realtime:`. Where the product has no
 * such function, or does not let this role call it, the answer is no. Throws only where the database cannot be asked.
 */
export async function mayJoinChannel(pool: pg.Pool, { caller, facts }: Subscriber, topic: string): Promise<boolean> {
  try {
    const ask = async (client: pg.PoolClient) => {
      const { rows } = await client.query<{ allowed: boolean | null }>('select private.may_join_channel($1) as allowed', [topic]);
      return rows[0]?.allowed === true;
    };
    return await runAs(pool, caller, facts, ask, { isOneStatement: true });
  } catch (error) {
    const failure = databaseFailure(error);
    if (failure.kind === 'refused' && noPolicyStates.includes(failure.sqlState)) return false;
    throw error;
  }
}
