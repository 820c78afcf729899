import { fail, type Result, succeed } from '@castellan/foundation/result';
import { addressBlock } from './address-block.ts';
import type { Log } from './log.ts';

/** How much of a body is read, and whose it is. */
export type BodyLimit = {
  readonly maximumBytes: number;
  /** Whether nobody is signed in: such bodies have a share of their own, so that they leave room for the others. */
  readonly isAnonymous: boolean;
  /** Whose address the body comes from: one address has a part of the share of those who are not signed in. */
  readonly address: string;
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
export const bodyBudget = { all: 32 * mebibyte, anonymous: 8 * mebibyte, anonymousAddress: mebibyte };

/** How long the body of somebody who is not signed in may take: the longest is a second's worth over a slow line. */
const anonymousBodyMs = 15_000;

/** What a body takes before anything is known of its length. */
const firstBytes = 8 * 1024;

/** The memory is the process's, and so is what is known of it. */
const held = { all: 0, anonymous: 0 };
/** The part of `held.anonymous` of each address (of IPv6: one /64) that holds any. */
const heldByAddress = new Map<string, number>();

/**
 * Runs the handling of one request, which may read its body. What the body takes counts until the handling has ended. `patienceMs`
 * is how long a body of somebody who is not signed in may take; one that takes longer counts as interrupted.
 */
export async function withCappedBody<Value>(
  log: Log,
  handle: (readBody: ReadBody) => Promise<Value>,
  patienceMs = anonymousBodyMs,
): Promise<Value> {
  const givesBack: (() => void)[] = [];
  const readBody: ReadBody = async (request, { maximumBytes, isAnonymous, address }) => {
    const take = (bytes: number): boolean => {
      const giveBack = isAnonymous ? takeAnonymous(bytes, addressBlock(address)) : takeFor(bytes);
      if (giveBack !== undefined) givesBack.push(giveBack);
      return giveBack !== undefined;
    };
    try {
      return await readChunks(request, maximumBytes, take, isAnonymous ? patienceMs : undefined);
    } catch (error) {
      // A body can only fail by its sender: it hung up, or broke off.
      log.debug('request_body_interrupted', { error: error instanceof Error ? error : null });
      return fail({ code: 'body_interrupted' });
    }
  };
  try {
    return await handle(readBody);
  } finally {
    for (const giveBack of givesBack) giveBack();
  }
}

/** Takes bytes of the budget; what it returns gives them back. `undefined`: there are not so many. */
function takeFor(bytes: number): (() => void) | undefined {
  if (held.all + bytes > bodyBudget.all) return undefined;
  held.all += bytes;
  return () => {
    held.all -= bytes;
  };
}

function takeAnonymous(bytes: number, block: string): (() => void) | undefined {
  const ofAddress = heldByAddress.get(block) ?? 0;
  if (held.anonymous + bytes > bodyBudget.anonymous || ofAddress + bytes > bodyBudget.anonymousAddress) return undefined;
  const giveBack = takeFor(bytes);
  if (giveBack === undefined) return undefined;
  held.anonymous += bytes;
  heldByAddress.set(block, ofAddress + bytes);
  return () => {
    giveBack();
    held.anonymous -= bytes;
    const rest = (heldByAddress.get(block) ?? 0) - bytes;
    if (rest > 0) heldByAddress.set(block, rest);
    else heldByAddress.delete(block);
  };
}

/** Gathers the chunks in one growing buffer, so that a body sent byte by byte takes no more than its length. */
async function readChunks(
  request: Request,
  maximumBytes: number,
  take: (bytes: number) => boolean,
  patienceMs: number | undefined,
): Promise<Result<Buffer<ArrayBuffer>, BodyFailure>> {
  if (Number(request.headers.get('content-length') ?? 0) > maximumBytes) {
    await request.body?.cancel();
    return fail({ code: 'body_too_long' });
  }
  let buffer = Buffer.alloc(0);
  let length = 0;
  for await (const chunk of withinTime(request.body, patienceMs)) {
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

/** The chunks of a body; throws where they have not all come in time. */
async function* withinTime(body: Request['body'], patienceMs: number | undefined): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  const { promise: late, reject } = Promise.withResolvers<never>();
  late.catch(() => undefined);
  const timer = patienceMs === undefined ? undefined : setTimeout(() => reject(new Error('The body takes too long.')), patienceMs);
  try {
    for (;;) {
      const { value, done } = await Promise.race([reader.read(), late]);
      if (done) return;
      yield value;
    }
  } finally {
    clearTimeout(timer);
    // Where all was read this does nothing.
    await reader.cancel().catch(() => undefined);
  }
}
