import type { Queryable } from '@castellan/platform/core/database';
import type { OpenHalf, ServerPorts } from '../server-half.ts';
import { createWishClaimFunction } from './wish-claim-function.ts';
import { createWishPageFunction } from './wish-page-function.ts';

/** The wishlist: visitors' promises, and what a shop's page says of a wish. */
export function wishesHalf(ports: Pick<ServerPorts, 'reads' | 'clock' | 'log'> & { readonly database: Queryable }): OpenHalf {
  const { database: queryable, reads, clock, log } = ports;
  return {
    functions: {
      'wish-claim': createWishClaimFunction({ queryable, clock, log }),
      'wish-page': createWishPageFunction({ reads, clock }),
    },
  };
}
