import type { Clock } from '@castellan/foundation/clock';
import type { RandomBytes } from '@castellan/foundation/randomness';
import type { CallerRules } from './caller.ts';
import type { Database } from './database.ts';
import type { Log } from './log.ts';
import type { KeyRing } from './tokens.ts';

/** What happens in the auth service and concerns the product: it decides what to record. None may throw. */
export type AuthEvents = {
  /** A password, code or refresh was refused. Nothing that was typed is passed on. */
  readonly signInFailed: (event: {
    readonly address: string;
    readonly userAgent: string;
    readonly method: 'password' | 'one_time_token' | 'totp' | 'passkey' | 'provider' | 'wallet' | 'recovery_code' | 'setup';
  }) => void;
  /** Sessions ended before their time (sign-out, revocation, reuse of a refresh token): their sockets must close. */
  readonly sessionsEnded: (sessionIds: readonly string[]) => void;
};

/** How people get accounts of their own. Each is off unless the owner of the server says otherwise. */
export type SignUpSettings = {
  /** By address and password. `confirmed`: the account waits until its link or code was shown. `open`: it begins at once. */
  readonly signUp: 'off' | 'confirmed' | 'open';
  /** Without an address. */
  readonly anonymous: boolean;
  /** By address alone, with a code. */
  readonly oneTimeCodes: boolean;
  /** Whether accounts besides the owner's may sign in by a passkey alone. */
  readonly passkeys: boolean;
  /** The shortest password in characters. The owner's has never less than `shortestOwnerPassword`. */
  readonly shortestPassword: number;
  /** Accounts that one address block may ask for in an hour. */
  readonly signUpsPerHour: number;
  /** Accounts that people made for themselves, all together. */
  readonly mostAccounts: number;
  /** Addresses whose code is always the same six digits, for tests. The owner's account has none. */
  readonly fixedCodes: ReadonlyMap<string, string>;
};

/** What the data service does beyond its defaults. */
export type DataSettings = {
  /** Whether `Prefer: tx=rollback` undoes what a request did. */
  readonly letsClientsEndTransactions: boolean;
  /** The schemas that clients name, besides `public`. What the database's owner grants decides what of them a caller may use. */
  readonly schemas: readonly string[];
};

/** The schema of whoever names none. */
export const defaultSchema = 'public';

/** Every schema that the data service serves. */
export function exposedSchemas({ data }: Pick<PlatformContext, 'data'>): readonly string[] {
  return [defaultSchema, ...(data?.schemas ?? [])];
}

/** Where the contents of objects lie, and how much there may be. */
export type StorageSettings = {
  /** Absolute path of the folder. It is made, and may be shared by all servers on one database. */
  readonly folder: string;
  /** The longest object in bytes, whatever its bucket allows. */
  readonly largestFileBytes: number;
  /** What the objects of one account may take together, in bytes; each counts 16 KiB besides its own length. */
  readonly bytesPerCaller: number;
};

/** Nobody signs up. */
export const signUpClosed: SignUpSettings = {
  signUp: 'off',
  anonymous: false,
  oneTimeCodes: false,
  passkeys: false,
  shortestPassword: 12,
  signUpsPerHour: 30,
  mostAccounts: 1000,
  fixedCodes: new Map(),
};

/** What becomes of mails. */
export type MailSettings = {
  /** A mail was written: whoever sends them may look. */
  readonly onWritten: () => void;
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
  /** Whether an account is somebody else's than the owner's, as far as limits go (`createGuestCheck`). Where nothing is said, none is. */
  readonly isGuest?: (userId: string) => Promise<boolean>;
  /** What the data service does beyond its defaults. */
  readonly data?: DataSettings;
  /** Where objects are stored. Where nothing is said, they are not. */
  readonly storage?: StorageSettings;
  /** How people get accounts of their own. Where nothing is said, they get none. */
  readonly signUps?: SignUpSettings;
  /** Mails are written for whoever asks for one. Where nothing is said, none is, and nobody is told that there were one. */
  readonly mails?: MailSettings;
  /** bcrypt's cost: 12 in production, 4 in tests. */
  readonly passwordCost: number;
  /** Whether callers without a session may filter by regular expressions and full-text search. Where nothing is said, they may not. */
  readonly anonymousSearch?: boolean;
};

/** What a caller's token is held against. */
export function callerRules(context: Pick<PlatformContext, 'publicUrl' | 'clock' | 'isGuest'>): CallerRules {
  const { isGuest } = context;
  return { issuer: tokenIssuer(context), nowMs: context.clock.nowMs(), ...(isGuest === undefined ? {} : { isGuest }) };
}

/** The issuer written into tokens: the auth service's own public address. */
export function tokenIssuer(context: Pick<PlatformContext, 'publicUrl'>): string {
  return `${context.publicUrl}/auth/v1`;
}
