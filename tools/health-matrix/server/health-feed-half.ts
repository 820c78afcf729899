import type { OpenHalf, ServerPorts } from '../../../server/features/server-half.ts';
import { createHealthFeedFunction, feedLimits } from './health-feed-function.ts';

/** The server's part of Health Matrix: takes values from a phone, sealed before they are kept. */
export function healthFeedHalf({
  rows,
  clock,
  randomBytes,
  sharedWindow,
}: Pick<ServerPorts, 'rows' | 'clock' | 'randomBytes' | 'sharedWindow'>): OpenHalf {
  const limits = {
    address: sharedWindow(feedLimits.address),
    token: sharedWindow(feedLimits.token),
    all: sharedWindow(feedLimits.all),
  };
  return { functions: { 'health-feed': createHealthFeedFunction({ rows, clock, randomBytes, limits }) } };
}
