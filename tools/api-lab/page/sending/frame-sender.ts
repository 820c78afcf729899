import type { Answer, Sender, SendFailure } from './sender.ts';

type Said = { readonly kind: 'ready' } | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer | SendFailure };

/** What the frame said. By hand: the schema library would be a quarter of what a first visit fetches. */
function readSaid(data: unknown): Said | undefined {
  const of = (name: string): unknown => (typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined);
  const [kind, id, status, url, headers, body] = ['kind', 'id', 'status', 'url', 'headers', 'body'].map(of);
  const [headersMs, totalMs, reason] = ['headersMs', 'totalMs', 'reason'].map(of);
  if (kind === 'ready') return { kind };
  if (typeof id !== 'number' || typeof totalMs !== 'number') return undefined;
  if (kind === 'failed') return { kind: 'answer', id, answer: { kind, reason: reason === 'cancelled' ? reason : 'blocked', totalMs } };
  if (kind !== 'answer' || typeof status !== 'number' || typeof url !== 'string' || typeof headersMs !== 'number') return undefined;
  if (!(body instanceof ArrayBuffer) || !Array.isArray(headers) || !headers.every(isHeader)) return undefined;
  return { kind, id, answer: { kind, status, url, headers, headersMs, totalMs, isCut: of('isCut') === true, body: new Uint8Array(body) } };
}

function isHeader(value: unknown): value is readonly [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}

/** How long the frame may take to say that it is there. */
const patienceMs = 10_000;

/** Sends from the sandboxed document in a frame, which has an origin of its own (`/api-lab/sender`). The frame must have loaded. */
export function createFrameSender(frame: HTMLIFrameElement): Sender {
  const { port1: port, port2 } = new MessageChannel();
  const waiting = new Map<number, (answer: Answer | SendFailure) => void>();
  const ready = Promise.withResolvers<boolean>();
  let last = 0;
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const said = readSaid(data);
    if (said === undefined) return;
    if (said.kind === 'ready') return ready.resolve(true);
    const { id, answer } = said;
    waiting.get(id)?.(answer);
    waiting.delete(id);
  };
  // An opaque origin has no name to give here. The port goes to the frame's window alone, and nothing secret with it.
  frame.contentWindow?.postMessage('api-lab-sender', '*', [port2]);
  setTimeout(() => ready.resolve(false), patienceMs);
  return {
    via: 'browser',
    send: async ({ method, url, headers, body, carriesSecret }, signal) => {
      // The browser follows a redirect before anybody can look at it.
      if (carriesSecret) return { kind: 'failed', reason: 'vault_needs_relay', totalMs: 0 };
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
