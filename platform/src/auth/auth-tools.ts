import type { Result } from '@castellan/foundation/result';
import type { Caller, CallerFailure, RequestContext } from '../core/caller.ts';
import type { PlatformContext } from '../core/platform-context.ts';
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
  /** Sends a code. `sessionId`: for the account of a session, which is to have the number. */
  readonly ask: (tools: AuthTools, call: AuthCall, wanted: WantedCode) => Promise<Outcome<Response>>;
  /** Sends a further code in the place of one that waits. Where none waits nothing is sent, and the answer is the same. */
  readonly askAgain: (tools: AuthTools, call: AuthCall, wanted: Omit<ShownCode, 'digits'>) => Promise<Outcome<Response>>;
  /** A session for the right code. */
  readonly take: (tools: AuthTools, call: AuthCall, shown: ShownCode) => Promise<Outcome<Response>>;
};

export type PhonePurpose = 'sms' | 'phone_change';
export type WantedCode = { readonly phone: string; readonly mayMake: boolean; readonly sessionId: string | null };
export type ShownCode = { readonly phone: string; readonly purpose: PhonePurpose; readonly digits: string };

/** An answer nobody may keep: most hold a token or say something of the account. */
export function answer(body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { headers: { 'cache-control': 'no-store', ...headers } });
}

/** The client's description of itself, cut to what is worth keeping. */
export function userAgentOf(request: Request): string {
  return (request.headers.get('user-agent') ?? '').slice(0, 300);
}
