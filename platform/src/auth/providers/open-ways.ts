import type { OtherWays } from '../auth-tools.ts';
import { authorizeBy, linkBy } from './authorize.ts';
import { callbackBy } from './callback.ts';
import { exchangeCodeBy, takeIdTokenBy } from './grants.ts';
import { phoneWaysOf } from './phones/phone-ways.ts';
import type { ProviderSettings } from './provider-settings.ts';
import { unlinkBy } from './unlink.ts';
import { takeWalletBy } from './wallets/wallet-grant.ts';
import { openWays } from './ways.ts';

/**
 * Signing in by somebody else's word, as the owner of the server set it up. The one opening of this folder: a server that hands nothing of
 * it to `createPlatform` answers these calls with the hosted service's refusals.
 */
export function openOtherWays(settings: ProviderSettings): OtherWays {
  const ways = openWays(settings);
  return {
    names: [...ways.providers.keys()],
    authorize: authorizeBy(ways),
    callback: callbackBy(ways),
    exchangeCode: exchangeCodeBy(ways),
    takeIdToken: takeIdTokenBy(ways),
    takeWallet: takeWalletBy(ways),
    link: linkBy(ways),
    unlink: unlinkBy(ways),
    phones: phoneWaysOf(ways),
  };
}
