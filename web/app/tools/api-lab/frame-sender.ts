import { z } from 'zod';
import type { Answer, Sender, SendFailure } from './sender.ts';

const said = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('failed'), id: z.number(), reason: z.string(), totalMs: z.number() }),
  z.object({
    kind: z.literal('answer'),
    id: z.number(),
    status: z.number(),
    url: z.string(),
    headers: z.array(z.tuple([z.string(), z.string()])),
    headersMs: z.number(),
    totalMs: z.number(),
    isCut: z.boolean(),
    body: z.instanceof(ArrayBuffer),
  }),
]);

/** How long the frame may take to say that it is there. */
const patienceMs = 10_000;

/** Sends from the sandboxed document in a frame, which has an origin of its own (`/api-lab/sender`). The frame must have loaded. */
export function createFrameSender(frame: HTMLIFrameElement): Sender {
  const { port1: port, port2 } = new MessageChannel();
  const waiting = new Map<number, (answer: Answer | SendFailure) => void>();
  const ready = Promise.withResolvers<boolean>();
  let last = 0;
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const read = said.safeParse(data);
    if (!read.success) return;
    if (read.data.kind === 'ready') return ready.resolve(true);
    const { id, ...told } = read.data;
    waiting.get(id)?.(told.kind === 'answer' ? { ...told, body: new Uint8Array(told.body) } : told);
    waiting.delete(id);
  };
  // An opaque origin has no name to give here. The port goes to the frame's window alone, and nothing secret with it.
  frame.contentWindow?.postMessage('castellan-sender', '*', [port2]);
  setTimeout(() => ready.resolve(false), patienceMs);
  return {
    via: 'browser',
    send: async ({ method, url, headers, body }, signal) => {
      if (!(await ready.promise)) return { kind: 'failed', reason: 'no_sender', totalMs: 0 };
      if (signal.aborted) return { kind: 'failed', reason: 'cancelled', totalMs: 0 };
      last += 1;
      const id = last;
      const answer = new Promise<Answer | SendFailure>((resolve) => waiting.set(id, resolve));
      const cancel = () => port.postMessage({ id, cancel: true });
      signal.addEventListener('abort', cancel, { once: true });
      port.postMessage({ id, request: { method, url, headers, body } });
      return answer.finally(() => signal.removeEventListener('abort', cancel));
    },
  };
}
