import { createBackOff } from '@castellan/platform/core/back-off';
import { findOwner } from '../../owner/setup-secret.ts';
import type { OpenHalf, ServerPorts } from '../server-half.ts';
import { createSetupFunction } from './setup-function.ts';
import { createSetupState } from './setup-state.ts';

/** The first run: whoever holds the setup link becomes the owner. */
export function setupHalf(ports: Pick<ServerPorts, 'database' | 'rows' | 'guesses' | 'clock' | 'passwordCost' | 'signInFailed'>): OpenHalf {
  const { database, rows, guesses, clock, passwordCost, signInFailed } = ports;
  const backOff = createBackOff({ queryable: guesses, clock, kind: 'setup' });
  return {
    functions: {
      setup: createSetupFunction({ pool: database, backOff, passwordCost, signInFailed }),
      'setup-state': createSetupState(() => findOwner(rows)),
    },
  };
}
