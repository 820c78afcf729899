import type { Result } from '@castellan/foundation/result';
import type { Caller, CallerFailure, RequestContext } from '../core/caller.ts';
import type { PlatformContext } from '../core/platform-context.ts';
import type { Account } from './account.ts';
import type { Outcome } from './auth-failure.ts';
import type { Passwords } from './passwords.ts';
import type { SignInLimits } from './sign-in-limits.ts';

/** What every call of the service works with. */
export type AuthTools = {
  readonly context: PlatformContext;
  readonly limits: SignInLimits;
  readonly passwords: Passwords;
  /** Signing in by somebody else's word; `undefined`: nobody's is taken. */
  readonly otherWays: OtherWays | undefined;
};

/** One request, past the gateway's look at its API key. */
export type AuthCall = {
  readonly request: Request;
  readonly url: URL;
  readonly requestContext: RequestContext;
  readonly caller: Result<Caller, CallerFailure>;
  /** The id in paths such as `/factors/:id/verify`; empty in the others. */
  readonly pathId: string;
  /** The second id in paths such as `/admin/users/:id/factors/:secondId`; empty in the others. */
  readonly secondId: string;
};

/** Answers one call, or says why not. */
export type AuthHandler = (tools: AuthTools, call: AuthCall) => Promise<Outcome<Response>>;

/** Who answers the calls of signing in by somebody else's word. */
export type OtherWays = {
  /** The services that are set up, by the names that clients use. */
  readonly names: readonly string[];
  readonly authorize: AuthHandler;
  readonly callback: AuthHandler;
  readonly exchangeCode: AuthHandler;
  readonly takeIdToken: AuthHandler;
  readonly takeWallet: AuthHandler;
  readonly link: AuthHandler;
  readonly unlink: AuthHandler;
  /** Signing in by a code to a phone; `undefined`: there are no phones. */
  readonly phones: PhoneWays | undefined;
};

/** Numbers in these calls are E.164 without the plus sign. */
export type PhoneWays = {
  /** Sends a code. */
  readonly ask: (tools: AuthTools, call: AuthCall, wanted: WantedCode) => Promise<Outcome<Response>>;
  /** Sends a further code in the place of one that waits. Where none waits nothing is sent, and the answer is the same. */
  readonly askAgain: (tools: AuthTools, call: AuthCall, wanted: Omit<ShownCode, 'digits'>) => Promise<Outcome<Response>>;
  /** Sends a code that makes an account with a password, if its number has none by then. The answer is the same for every number. */
  readonly signUp: (tools: AuthTools, call: AuthCall, wanted: { readonly phone: string } & WantedAccount) => Promise<Outcome<Response>>;
  /** The guest whom a number signs in. */
  readonly findGuest: (tools: Pick<AuthTools, 'context'>, phone: string) => Promise<Account | undefined>;
  /** Takes the digits that confirm a change: whether they were the right ones. */
  readonly spendNonce: (tools: Pick<AuthTools, 'context'>, shown: Omit<ShownCode, 'purpose'>) => Promise<boolean>;
  /** A session for the right code. */
  readonly take: (tools: AuthTools, call: AuthCall, shown: ShownCode) => Promise<Outcome<Response>>;
};

/** What a code to a phone is for. `sms`: to sign in. */
export type PhonePurpose = 'sms' | 'signup' | 'phone_change' | 'reauthentication';
export type WantedCode = {
  readonly phone: string;
  readonly purpose: PhonePurpose;
  /** Whether an account is made where the number has none. */
  readonly mayMake: boolean;
  /** The session whose account is to have the number; `null` where somebody signs in. */
  readonly sessionId: string | null;
};
/** `sms` stands for a code of a sign-up too. */
export type ShownCode = { readonly phone: string; readonly purpose: 'sms' | 'phone_change'; readonly digits: string };
/** The account that a sign-up makes. `userMetadata`: checked JSON. */
export type WantedAccount = { readonly passwordHash: string; readonly userMetadata: string | undefined };

/** An answer nobody may keep: most hold a token or say something of the account. */
export function answer(body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { headers: { 'cache-control': 'no-store', ...headers } });
}

/** The client's description of itself, cut to what is worth keeping. */
export function userAgentOf(request: Request): string {
  return (request.headers.get('user-agent') ?? '').slice(0, 300);
}
