import type { Clock } from '@castellan/foundation/clock';
import type { Result } from '@castellan/foundation/result';
import type { Log } from '../../core/log.ts';

/** An OpenID provider that the owner of the server set up. */
export type OpenIdProvider = {
  /** What clients call it, such as `keycloak`. */
  readonly name: string;
  /** Its issuer identifier, an https address (http only on loopback), exactly as its own document says it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Further clients of the provider whose identity tokens are taken, such as an app on a phone. */
  readonly alsoFor: readonly string[];
};

/** Blockchains whose wallets may sign somebody in. */
export type Chain = 'ethereum' | 'solana';

/** One request to a provider. Redirects are not followed. */
export type Asked = {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly maxBodyBytes: number;
  readonly timeoutMs: number;
};

/** Asks a provider, through the server's one way out. Never throws. */
export type Ask = (asked: Asked) => Promise<
  Result<
    {
      readonly status: number;
      readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
      readonly body: Uint8Array;
    },
    { readonly code: string }
  >
>;

/** What the owner of the server set up. */
export type ProviderSettings = {
  readonly providers: readonly OpenIdProvider[];
  /** Whether an account may be given further identities, and lose them. */
  readonly linking: boolean;
  readonly wallets: readonly Chain[];
  /** Who sends codes to phones: an https address (http only on loopback), and the key that signs what it gets; `undefined`: nobody. */
  readonly smsHook: { readonly url: string; readonly secret: Uint8Array } | undefined;
  readonly ask: Ask;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
};
