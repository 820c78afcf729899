import * as z from 'zod/mini';
import { askFunction, streamFunction } from '../../lib/backend.ts';

const idSchema = z.enum(['music', 'breach-ranges', 'site-icons', 'wish-pages']);

export type IntegrationId = z.infer<typeof idSchema>;

const integrationsSchema = z.readonly(z.array(z.object({ id: idSchema, state: z.enum(['on', 'off']), host: z.nullable(z.string()) })));

/** Whom the server asks, and whether it does; of an address only the host. */
export type Integration = z.infer<typeof integrationsSchema>[number];

const outcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ id: idSchema, outcome: z.literal('works'), tookMs: z.number() }),
  z.object({ id: idSchema, outcome: z.literal('failed'), reason: z.string() }),
  z.object({ id: idSchema, outcome: z.literal('off') }),
]);

/** What came of the test of one integration. */
export type TestOutcome = z.infer<typeof outcomeSchema>;

/** Lists the integrations of this server. */
export function loadIntegrations() {
  return askFunction('GET', '/functions/v1/integrations', integrationsSchema);
}

/** Has the server ask some of them now, all at once, and tells of each as its answer comes. The signal ends the asking too. */
export function testIntegrations(
  tests: readonly IntegrationId[],
  { onOutcome, signal }: { readonly onOutcome: (outcome: TestOutcome) => void; readonly signal: AbortSignal },
) {
  return streamFunction('integrations', { tests }, outcomeSchema, { onLine: onOutcome, signal });
}

const reasons: Readonly<Record<string, string>> = {
  name_not_found: 'its name has no address. The server may have no way to the internet, or the name is wrong.',
  address_refused: 'its address is not public, and TOOLS_ALLOW_CIDRS does not name its network.',
  connection_failed: 'the connection was refused, broken off or not trusted.',
  timed_out: 'it did not answer within 8 seconds.',
  too_many_redirects: 'it sent the server from address to address.',
  redirect_malformed: 'it redirected the server to an invalid address.',
  body_too_long: 'its answer was too long.',
  busy: 'this server asks too much at the moment. Try again in a few seconds.',
  address_malformed: 'the address set in the server’s environment is not valid.',
  not_understood: 'it sent an unexpected answer.',
  not_connected: 'no account is connected yet.',
  over_request_rate_limit: 'it is limiting requests. Try again in 30 seconds.',
  not_reached: 'the server could not reach it.',
  not_renewed: 'it did not renew the connection. Connect it again.',
  invalid_grant: 'it no longer accepts the connection. Connect it again.',
  unauthorized: 'it does not accept the connection. Connect it again.',
  http_error: 'it answered with an error.',
};

/** Why a test failed, as the end of the sentence 'No answer: …'. */
export function reasonText(reason: string): string {
  const status = /^status (\d{3})$/.exec(reason)?.[1];
  if (status === '429') return 'it asks for a pause (429).';
  if (status !== undefined) return `it answered with the status ${status}.`;
  return reasons[reason] ?? `the server says ${reason}.`;
}
