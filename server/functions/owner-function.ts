import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { applyRead, applyRules, type Call, type CallRules, defaultBodyBytes } from './call-rules.ts';
import { type FunctionStream, streamAnswer } from './stream-answer.ts';

/** The owner is one person: every call counts against the same limit, which protects this process and what it asks. */
const ownerKey = () => 'owner';

/**
 * A function for the owner. A request without the owner's full session is 401 before anything else is done with it; then the
 * limit counts the call; then its body is parsed; then `run` answers. What `run` throws becomes a 500 that says nothing.
 */
export function ownerFunction<Body>(
  options: CallRules<Body> & { readonly run: (body: Body, call: Call) => Promise<Response> },
): PlatformFunction {
  return {
    audience: 'owner',
    maximumBodyBytes: options.maxBodyBytes ?? defaultBodyBytes,
    handle: applyRules(options, ownerKey, (body, call, release) => options.run(body, call).finally(release)),
  };
}

/** A function for the owner that only reads: GET and HEAD, no body. */
export function ownerRead(run: Parameters<typeof applyRead>[0]): PlatformFunction {
  return { audience: 'owner', maximumBodyBytes: 0, handle: applyRead(run) };
}

/**
 * A function for the owner whose answer comes line by line, for as long as the work takes. Let in, counted and parsed as by
 * `ownerFunction`; a call counts as running until `run` has ended, also after the caller left. See `streamAnswer`.
 */
export function ownerStream<Body, Line>(
  options: CallRules<Body> & { readonly run: (body: Body, stream: FunctionStream<Line>, call: Call) => Promise<void> },
): PlatformFunction {
  return {
    audience: 'owner',
    maximumBodyBytes: options.maxBodyBytes ?? defaultBodyBytes,
    handle: applyRules(options, ownerKey, async (body, call, release) =>
      streamAnswer<Line>(call, (stream) => options.run(body, stream, call).finally(release)),
    ),
  };
}
