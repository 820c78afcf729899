import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type Caller, resolveCaller } from '../core/caller.ts';
import { callerRules, type PlatformContext } from '../core/platform-context.ts';

/** Why a channel has no caller. `reason` may be shown to the client. */
export type ChannelCallerFailure = { readonly code: 'token_refused'; readonly reason: string };

/**
 * Decides whom the token of a channel stands for. As everywhere it may also be an API key, which the client library sends
 * while nobody is signed in. `isEnded` knows the sessions that ended here while their tokens still verify.
 */
export async function resolveChannelCaller(
  context: PlatformContext,
  isEnded: (sessionId: string) => boolean,
  token: string,
): Promise<Result<Caller, ChannelCallerFailure>> {
  // Only what an HTTP header can carry reaches the header below.
  if (!/^[\x21-\x7e]+$/.test(token)) return refuse('token is malformed');
  const request = new Request(context.publicUrl, { headers: { authorization: `Bearer ${token}` } });
  const caller = await resolveCaller(request, context.keys(), callerRules(context));
  if (!caller.ok) return refuse('reason' in caller.failure ? caller.failure.reason : 'token is malformed');
  const sessionId = caller.value.claims?.session_id;
  if (sessionId !== undefined && isEnded(sessionId)) return refuse('the session has ended');
  return succeed(caller.value);
}

function refuse(reason: string): Result<never, ChannelCallerFailure> {
  return fail({ code: 'token_refused', reason: `InvalidJWTToken: ${reason}` });
}
