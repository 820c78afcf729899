import { createClient } from '@supabase/supabase-js';
import { createLoopbackEgress } from '../../../../tests/support/foreign-services.ts';
import { type SignUpSettings, signUpClosed } from '../../core/platform-context.ts';
import { startTestAuth } from '../test-auth-service.ts';
import { openOtherWays } from './open-ways.ts';
import type { ProviderSettings } from './provider-settings.ts';

/**
 * The service with other ways to sign in, which reach programs of this machine alone, behind an address on loopback; guests may sign up,
 * and there is an owner at `aal2`.
 */
export async function startTestWays(set: Partial<ProviderSettings>, signUps: Partial<SignUpSettings> = {}) {
  const allowed = { ...signUpClosed, signUp: 'confirmed', signUpsPerHour: 1000, ...signUps } as const;
  const auth = await startTestAuth({ signUps: allowed }, ({ clock, log }) =>
    openOtherWays({
      providers: [],
      linking: false,
      wallets: [],
      smsHook: undefined,
      ask: createLoopbackEgress().send,
      clock,
      log,
      ...set,
    }),
  );
  const server = await auth.listen();
  const owner = await auth.signUpWithFactor();
  auth.owner.id = owner.userId;
  return {
    auth,
    owner,
    /** Where the service listens. */
    url: server.url,
    /** The unmodified client library, signed out. */
    makeClient: () => createClient(server.url, auth.keys.ring.publishableKey, { auth: { persistSession: false, autoRefreshToken: false } }),
    stop: async () => {
      await server.close();
      await auth.stop();
    },
  };
}
