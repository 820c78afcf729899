import type { OpenHalf, ServerPorts } from '../server-half.ts';
import { claimLimit, createWishClaimFunction } from './wish-claim-function.ts';
import { createWishPageFunction } from './wish-page-function.ts';

/** The wishlist: visitors' promises, and what a shop's page says of a wish. */
export function wishesHalf(ports: Pick<ServerPorts, 'reads' | 'rows' | 'clock' | 'log' | 'sharedWindow'>): OpenHalf {
  const { rows, reads, clock, log, sharedWindow } = ports;
  return {
    functions: {
      'wish-claim': createWishClaimFunction({ rows, log, limit: sharedWindow(claimLimit) }),
      'wish-page': createWishPageFunction({ reads, clock }),
    },
  };
}
