import type { Queryable } from '@castellan/platform/core/database';
import type { OpenHalf, ServerPorts } from '../server-half.ts';
import { claimLimit, createWishClaimFunction } from './wish-claim-function.ts';
import { createWishPageFunction } from './wish-page-function.ts';

/** The wishlist: visitors' promises, and what a shop's page says of a wish. */
export function wishesHalf(
  ports: Pick<ServerPorts, 'reads' | 'clock' | 'log' | 'sharedWindow'> & { readonly database: Queryable },
): OpenHalf {
  const { database: queryable, reads, clock, log, sharedWindow } = ports;
  return {
    functions: {
      'wish-claim': createWishClaimFunction({ queryable, log, limit: sharedWindow(claimLimit) }),
      'wish-page': createWishPageFunction({ reads, clock }),
    },
  };
}
