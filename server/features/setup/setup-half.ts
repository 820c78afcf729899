import type { OpenHalf, ServerPorts } from '../server-half.ts';
import { createSetupFunction } from './setup-function.ts';
import { createSetupState } from './setup-state.ts';

/** The first run: whoever holds the setup link becomes the owner. */
export function setupHalf({ owners, signInFailed }: Pick<ServerPorts, 'owners' | 'signInFailed'>): OpenHalf {
  return { functions: { setup: createSetupFunction({ owners, signInFailed }), 'setup-state': createSetupState(owners.isThere) } };
}
