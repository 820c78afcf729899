import type { SocketFailure } from '../adapters/sockets.ts';
import type { ToolFailure } from './tool.ts';

/** What a socket's failure means for a whole run, in a sentence that says what to do. */
export function describeSocketFailure({ code }: SocketFailure, target: string): ToolFailure {
  switch (code) {
    case 'name_not_found':
      return { code, message: `${target}: this name has no address.` };
    case 'address_refused':
      return {
        code,
        message: `${target} leads to an address that is not public. To reach a network of your own, name it in TOOLS_ALLOW_CIDRS.`,
      };
    case 'connection_refused':
      return { code: 'unreachable', message: `${target}: nothing listens there.` };
    case 'timed_out':
      return { code: 'unreachable', message: `${target} did not answer in time.` };
    case 'aborted':
      return { code: 'cancelled', message: 'Cancelled.' };
    case 'connection_failed':
      return { code: 'unreachable', message: `${target} could not be reached.` };
  }
}
