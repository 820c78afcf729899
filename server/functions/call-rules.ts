import type { Result } from '@castellan/foundation/result';
import type { MustWait } from '@castellan/platform/core/back-off';
import type { FunctionCall, PlatformFunction } from '@castellan/platform/functions/functions-service';
import type { z } from 'zod';
import { refuse, refuseMethod, refuseToWait } from './function-answers.ts';

/** Counts a call before it is made, or says how long to wait: an attempt window, or a back-off. */
export type CallLimit = { readonly reserve: (key: string) => Result<void, MustWait> | Promise<Result<void, MustWait>> };

/** A call as a function's own code sees it. */
export type Call = FunctionCall & {
  /** Who called, as the owner's log keeps it. Nothing that was typed is in it. */
  readonly sender: { readonly address: string; readonly userAgent: string };
};

/** What holds for each call of a function that takes a body. */
export type CallRules<Body> = {
  /** POST where nothing is said. */
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** What the JSON of a call must be. */
  readonly body: z.ZodType<Body>;
  /** What another body is told, in one sentence. */
  readonly expects: string;
  readonly limit: CallLimit;
  /** Calls that this process runs at the same time; any number where nothing is said. */
  readonly maxAtOnce?: number;
  /** 4 KiB where nothing is said. */
  readonly maxBodyBytes?: number;
};

/** Bytes of body that a function takes where it says nothing of them. */
export const defaultBodyBytes = 4096;

/** Reads that bring no body are answered to these. */
const readMethods = ['GET', 'HEAD'];

/**
 * What every function that takes a body does with a call that has been let in: another method is 405; a call beyond the limit
 * is 429 and its body is not looked at; a body that is none is 400. `keyOf` names whom the limit counts. `release` must be
 * called once when the work of a started call has ended, however it ended.
 */
export function applyRules<Body>(
  rules: CallRules<Body>,
  keyOf: (call: FunctionCall) => string,
  start: (body: Body, call: Call, release: () => void) => Promise<Response>,
): PlatformFunction['handle'] {
  const { method = 'POST', maxAtOnce = Number.POSITIVE_INFINITY } = rules;
  let running = 0;
  return async (request, call) => {
    if (request.method !== method) return refuseMethod(method);
    if (running >= maxAtOnce) return refuseToWait('Too many of these calls run at the moment.', 1);
    let isRunning = true;
    running += 1;
    const release = () => {
      if (isRunning) running -= 1;
      isRunning = false;
    };
    try {
      const turn = await rules.limit.reserve(keyOf(call));
      if (!turn.ok) {
        release();
        const { waitSeconds } = turn.failure;
        return refuseToWait(`Too many calls. Try again in ${waitSeconds} s.`, waitSeconds);
      }
      const body = rules.body.safeParse(await request.json().catch(() => undefined));
      if (!body.success) {
        release();
        return refuse(400, 'validation_failed', rules.expects);
      }
      return await start(body.data, withSender(request, call), release);
    } catch (error) {
      release();
      throw error;
    }
  };
}

/** Answers GET and HEAD, without a body; another method is 405. */
export function applyRead(run: (call: Call & { readonly url: URL }) => Promise<Response>): PlatformFunction['handle'] {
  return async (request, call) => {
    if (!readMethods.includes(request.method)) return refuseMethod('GET, HEAD');
    return run({ ...withSender(request, call), url: new URL(request.url) });
  };
}

function withSender(request: Request, call: FunctionCall): Call {
  const userAgent = request.headers.get('user-agent') ?? '';
  return { ...call, sender: { address: call.requestContext.address, userAgent } };
}
