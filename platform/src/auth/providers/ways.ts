import { addressBlock } from '../../core/address-block.ts';
import { createAttemptWindow } from '../../core/attempt-window.ts';
import { type Outcome, refuseForNow } from '../auth-failure.ts';
import type { AuthCall } from '../auth-tools.ts';
import { openProvider, type Provider } from './openid.ts';
import type { ProviderSettings } from './provider-settings.ts';

/** What the calls of this folder work with, besides the service's tools. */
export type Ways = {
  readonly settings: ProviderSettings;
  readonly providers: ReadonlyMap<string, Provider>;
  /** Counts a call before anything is done for it: 30 in five minutes for an address block, as on the hosted service. */
  readonly reserve: (call: AuthCall) => Outcome<void>;
};

export function openWays(settings: ProviderSettings): Ways {
  const window = createAttemptWindow(settings.clock, { limit: 30, windowMs: 5 * 60_000, capacity: 1000 });
  return {
    settings,
    providers: new Map(settings.providers.map((provider) => [provider.name, openProvider(provider, settings)])),
    reserve: ({ requestContext }) => {
      const reserved = window.reserve(addressBlock(requestContext.address));
      return reserved.ok ? reserved : refuseForNow(reserved.failure);
    },
  };
}
