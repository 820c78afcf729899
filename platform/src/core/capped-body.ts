import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Log } from './log.ts';

/** How much of a body is read, and whose it is. */
export type BodyLimit = {
  readonly maximumBytes: number;
  /** Whether nobody is signed in: such bodies have a share of their own, so that they leave room for the others. */
  readonly isAnonymous: boolean;
};

/**
 * Why there is no body: it is longer than allowed; it ended before its time (the client's doing); or the bodies in hand
 * take all the memory that bodies may take.
 */
export type BodyFailure = { readonly code: 'body_too_long' | 'body_interrupted' | 'too_many_bodies' };

/** Reads a request's body, once. What is beyond the limit is never held, whatever the request claimed its length to be. */
export type ReadBody = (request: Request, limit: BodyLimit) => Promise<Result<Buffer<ArrayBuffer>, BodyFailure>>;

const mebibyte = 1024 * 1024;

/** Bytes that the bodies in hand may take, over all requests of this process; `anonymous` is within `all`. */
export const bodyBudget = { all: 32 * mebibyte, anonymous: 8 * mebibyte };

/** What a body takes before anything is known of its length. */
const firstBytes = 8 * 1024;

/** The memory is the process's, and so is what is known of it. */
const held = { all: 0, anonymous: 0 };

/** Runs the handling of one request, which may read its body. What the body takes counts until the handling has ended. */
export async function withCappedBody<Value>(log: Log, handle: (readBody: ReadBody) => Promise<Value>): Promise<Value> {
  const taken = { all: 0, anonymous: 0 };
  const take = (bytes: number, isAnonymous: boolean): boolean => {
    const anonymousBytes = isAnonymous ? bytes : 0;
    if (held.all + bytes > bodyBudget.all || held.anonymous + anonymousBytes > bodyBudget.anonymous) return false;
    for (const count of [held, taken]) {
      count.all += bytes;
      count.anonymous += anonymousBytes;
    }
    return true;
  };
  const readBody: ReadBody = async (request, { maximumBytes, isAnonymous }) => {
    try {
      return await readChunks(request, maximumBytes, (bytes) => take(bytes, isAnonymous));
    } catch (error) {
      // A body can only fail by its sender: it hung up, or broke off.
      log.debug('request_body_interrupted', { error: error instanceof Error ? error : null });
      return fail({ code: 'body_interrupted' });
    }
  };
  try {
    return await handle(readBody);
  } finally {
    held.all -= taken.all;
    held.anonymous -= taken.anonymous;
  }
}

/** Gathers the chunks in one growing buffer, so that a body sent byte by byte takes no more than its length. */
async function readChunks(
  request: Request,
  maximumBytes: number,
  take: (bytes: number) => boolean,
): Promise<Result<Buffer<ArrayBuffer>, BodyFailure>> {
  if (Number(request.headers.get('content-length') ?? 0) > maximumBytes) {
    await request.body?.cancel();
    return fail({ code: 'body_too_long' });
  }
  let buffer = Buffer.alloc(0);
  let length = 0;
  for await (const chunk of request.body ?? []) {
    const needed = length + chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (needed > maximumBytes) return fail({ code: 'body_too_long' });
    if (needed > buffer.length) {
      const capacity = Math.min(maximumBytes, Math.max(needed, buffer.length * 2, firstBytes));
      if (!take(capacity - buffer.length)) return fail({ code: 'too_many_bodies' });
      const larger = Buffer.alloc(capacity);
      buffer.copy(larger, 0, 0, length);
      buffer = larger;
    }
    buffer.set(chunk, length);
    length = needed;
  }
  return succeed(buffer.subarray(0, length));
}
