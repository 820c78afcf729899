import type { OpenHalf, ServerPorts } from '../server-half.ts';
import { createIntegrationsFunction } from './integrations-function.ts';

/** What the server asks of others, listed and tested for Settings. */
export function integrationsHalf(ports: Pick<ServerPorts, 'settings' | 'reads' | 'clock' | 'callFunction'>): OpenHalf {
  const { settings, reads, clock, callFunction } = ports;
  const player = (request: Request, call: Parameters<typeof callFunction>[2]) => callFunction('spotify-player', request, call);
  return { functions: { integrations: createIntegrationsFunction({ settings, reads, clock, player }) } };
}
