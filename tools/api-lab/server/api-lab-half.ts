import type { OpenHalf, ServerPorts } from '../../../server/features/server-half.ts';
import { createRelayFunction } from './relay-function.ts';
import { answerSender } from './sender-page.ts';

/** The server's part of API Lab: the document that visitors send from, and the owner's relay. */
export function apiLabHalf({ egress, clock }: Pick<ServerPorts, 'egress' | 'clock'>): OpenHalf {
  return { functions: { 'api-lab-relay': createRelayFunction({ egress, clock }) }, answers: [answerSender] };
}
