import type { Clock } from '@castellan/foundation/clock';
import type { RandomBytes } from '@castellan/foundation/randomness';
import type { Database } from './database.ts';
import type { Log } from './log.ts';
import type { KeyRing } from './tokens.ts';

/** What happens in the auth service and concerns the product: it decides what to record. None may throw. */
export type AuthEvents = {
  /** A password, code or refresh was refused. Nothing that was typed is passed on. */
  readonly signInFailed: (event: {
    readonly address: string;
    readonly userAgent: string;
    readonly method: 'password' | 'one_time_token' | 'totp' | 'passkey' | 'recovery_code' | 'setup';
  }) => void;
  /** Sessions ended before their time (sign-out, revocation, reuse of a refresh token): their sockets must close. */
  readonly sessionsEnded: (sessionIds: readonly string[]) => void;
};

/** Everything the platform's services share: handed in once, so that tests hand in their own. */
export type PlatformContext = {
  readonly database: Database;
  readonly keys: () => KeyRing;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Log;
  /** The public address without a trailing slash, such as `https://castellan.example`. */
  readonly publicUrl: string;
  readonly authEvents: AuthEvents;
  /** The account of the installation's owner: what administers accounts leaves it alone. */
  readonly findOwner?: () => Promise<string | undefined>;
  /** bcrypt's cost: 12 in production, 4 in tests. */
  readonly passwordCost: number;
  /** Whether callers without a session may filter by regular expressions and full-text search. Where nothing is said, they may not. */
  readonly anonymousSearch?: boolean;
};

/** The issuer written into tokens: the auth service's own public address. */
export function tokenIssuer(context: Pick<PlatformContext, 'publicUrl'>): string {
  return `${context.publicUrl}/auth/v1`;
}
