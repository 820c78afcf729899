import type { FunctionCall } from '@castellan/platform/functions/functions-service';

/** The way from work that takes long to whoever waits for it. */
export type FunctionStream<Line> = {
  /** Sends one line. Resolves when there is room for the next; rejects once `signal` fired. */
  readonly say: (line: Line) => Promise<void>;
  /** Fires when the caller has gone or stopped reading, and when the server stops: the work has nobody left to work for. */
  readonly signal: AbortSignal;
};

/** An empty line goes out this often, so that whoever stands between does not take a quiet answer for a dead one. */
const beatMs = 5_000;

/** A caller that reads nothing for so long has gone. */
const stallMs = 30_000;

/** Bytes that may wait for a caller that reads slowly. */
const maxWaitingBytes = 64 * 1024;

/**
 * Answers with what `work` says, as it says it: newline-delimited JSON, each line `{"line": …}`, then either `{"end": true}` or
 * `{"failure": {code, message}}`. An answer that ends otherwise was cut. `work` rejecting is a fault that is logged and told to
 * nobody, unless the signal fired before. Work waits while its caller reads slowly.
 */
export function streamAnswer<Line>(
  call: Pick<FunctionCall, 'signal' | 'report'>,
  work: (stream: FunctionStream<Line>) => Promise<void>,
): Response {
  const gone = new AbortController();
  const signal = AbortSignal.any([call.signal, gone.signal]);
  const room = createRoom(signal, () => gone.abort());
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const send = (line: unknown) =>
          controller.enqueue(new TextEncoder().encode(line === undefined ? '\n' : `${JSON.stringify(line)}\n`));
        const beat = setInterval(() => {
          if ((controller.desiredSize ?? 0) > 0) send(undefined);
        }, beatMs);
        const say = async (line: Line) => {
          signal.throwIfAborted();
          send({ line });
          if ((controller.desiredSize ?? 0) <= 0) await room.wait();
        };
        const finish = (last: object) => {
          clearInterval(beat);
          if (gone.signal.aborted) return;
          send(last);
          controller.close();
        };
        // Not waited for: nothing is read before this function has returned.
        void Promise.resolve()
          .then(() => work({ say, signal }))
          .then(
            () => finish({ end: true }),
            (error: unknown) => {
              if (!signal.aborted) call.report(error);
              finish({ failure: signal.aborted ? stopped : faulty });
            },
          );
      },
      pull: room.open,
      cancel: () => gone.abort(),
    },
    { highWaterMark: maxWaitingBytes, size: (chunk) => chunk?.byteLength ?? 0 },
  );
  return new Response(body, {
    headers: {
      'content-type': 'application/x-ndjson',
      // Nobody on the way may keep, compress or gather it.
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  });
}

const stopped = { code: 'server_stopping', message: 'The server is stopping.' };

const faulty = { code: 'INTERNAL_ERROR', message: 'Internal Server Error' };

/** Lets one line after the other wait until the caller has read enough; a caller that does not is given up. */
function createRoom(signal: AbortSignal, giveUp: () => void) {
  let waiting: PromiseWithResolvers<void> | undefined;
  const open = () => {
    waiting?.resolve();
    waiting = undefined;
  };
  signal.addEventListener('abort', () => waiting?.reject(signal.reason), { once: true });
  return {
    open,
    wait: async () => {
      waiting ??= Promise.withResolvers<void>();
      const patience = setTimeout(giveUp, stallMs);
      try {
        await waiting.promise;
      } finally {
        clearTimeout(patience);
      }
    },
  };
}
