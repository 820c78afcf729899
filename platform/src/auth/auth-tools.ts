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
};

/** An answer nobody may keep: most hold a token or say something of the account. */
export function answer(body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { headers: { 'cache-control': 'no-store', ...headers } });
}

/** The client's description of itself, cut to what is worth keeping. */
export function userAgentOf(request: Request): string {
  return (request.headers.get('user-agent') ?? '').slice(0, 300);
}
