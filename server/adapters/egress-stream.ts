import type { IncomingHttpHeaders } from 'node:http';
import type { BlockList } from 'node:net';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { Client } from 'undici';
import { admit, type EgressFailure, isTimeout, parseTarget, pinned, type Resolve, resolveBySystem } from './egress.ts';

/** One request whose answer is read while it comes. No redirect is followed. */
export type EgressStreamRequest = {
  /** http or https, without user name and password. */
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** A longer body fails. */
  readonly maxBodyBytes: number;
  /** From the call to the end of the body. */
  readonly timeoutMs: number;
  /** The longest that nothing comes: before the answer begins, and between two pieces of it. */
  readonly quietMs: number;
  readonly signal: AbortSignal;
};

/** An answer that has begun. */
export type EgressStreamAnswer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly chunks: AsyncIterable<Uint8Array>;
};

/** The way to foreign hosts for answers that come piece by piece. */
export type EgressStreams = {
  /**
   * Sends a request and hands the answer to `read` once its head is there. The connection is closed when `read` has settled,
   * however much of the body it took. What `read` itself throws is thrown on; a body that breaks off is `connection_failed`.
   */
  readonly stream: <Value>(
    request: EgressStreamRequest,
    read: (answer: EgressStreamAnswer) => Promise<Value>,
  ) => Promise<Result<Value, EgressFailure>>;
};

/** What the network did, as told from what the reader of an answer did. */
class StreamBroken extends Error {
  override readonly name = 'StreamBroken';
  readonly code: 'body_too_long' | undefined;
  constructor(cause: unknown, code?: 'body_too_long') {
    super('the answer broke off', { cause });
    this.code = code;
  }
}

/** Makes the guard for streams. Addresses are parsed, resolved once, judged and pinned as by `createEgress`. */
export function createEgressStreams(options: { readonly allowedNetworks: BlockList; readonly resolve?: Resolve }): EgressStreams {
  const { allowedNetworks, resolve = resolveBySystem } = options;
  return {
    stream: async (request, read) => {
      const deadline = AbortSignal.timeout(request.timeoutMs);
      const signal = AbortSignal.any([deadline, request.signal]);
      const failureOf = (error: unknown): EgressFailure['code'] => {
        if (request.signal.aborted) return 'aborted';
        return deadline.aborted || isTimeout(error) ? 'timed_out' : 'connection_failed';
      };
      const url = parseTarget(request.url);
      if (url === undefined) return fail({ code: 'address_malformed' });
      const addresses = await admit(url, allowedNetworks, resolve, signal).catch((error: unknown) => fail({ code: failureOf(error) }));
      if (!addresses.ok) return addresses;
      const client = new Client(url.origin, {
        connect: { lookup: pinned(addresses.value), timeout: request.quietMs },
        headersTimeout: request.quietMs,
        bodyTimeout: request.quietMs,
        allowH2: false,
      });
      try {
        const { method, headers, body = null } = request;
        const answer = await client
          .request({
            path: `${url.pathname}${url.search}`,
            method,
            headers: { 'accept-encoding': 'identity', ...headers },
            body,
            signal,
          })
          .catch((error: unknown) => {
            throw new StreamBroken(error);
          });
        const chunks = boundedChunks(answer.body, request.maxBodyBytes);
        return succeed(await read({ status: answer.statusCode, headers: answer.headers, chunks }));
      } catch (error) {
        if (error instanceof StreamBroken) return fail({ code: error.code ?? failureOf(error.cause) });
        if (request.signal.aborted) return fail({ code: 'aborted' });
        throw error;
      } finally {
        // Waiting would give a host that never ends its answer a hold on us.
        client.destroy().catch(() => {});
      }
    },
  };
}

async function* boundedChunks(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  const source = body[Symbol.asyncIterator]();
  for (;;) {
    const step = await source.next().catch((error: unknown) => {
      throw new StreamBroken(error);
    });
    if (step.done === true) return;
    length += step.value.byteLength;
    if (length > maxBytes) throw new StreamBroken(undefined, 'body_too_long');
    yield step.value;
  }
}
