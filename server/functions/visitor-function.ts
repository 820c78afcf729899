import { addressBlock } from '@castellan/platform/core/address-block';
import type { FunctionCall, PlatformFunction } from '@castellan/platform/functions/functions-service';
import { applyRead, applyRules, type Call, type CallRules, defaultBodyBytes } from './call-rules.ts';

/** Whoever has one IPv6 address has 2^64 of them: limits count blocks. */
const blockOf = ({ requestContext }: FunctionCall) => addressBlock(requestContext.address);

/**
 * A function that anybody may call. The limit counts the address block of the caller, then the body is parsed, then `run`
 * answers. What `run` throws becomes a 500 that says nothing.
 */
export function visitorFunction<Body>(
  options: CallRules<Body> & { readonly run: (body: Body, call: Call) => Promise<Response> },
): PlatformFunction {
  return {
    audience: 'public',
    maximumBodyBytes: options.maxBodyBytes ?? defaultBodyBytes,
    handle: applyRules(options, blockOf, (body, call, release) => options.run(body, call).finally(release)),
  };
}

/** What anybody may read: GET and HEAD, no body. */
export function visitorRead(run: Parameters<typeof applyRead>[0]): PlatformFunction {
  return { audience: 'public', maximumBodyBytes: 0, handle: applyRead(run) };
}
