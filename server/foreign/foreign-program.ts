import { networksFrom } from '../adapters/egress-address.ts';
import type { Order } from './foreign-task.ts';
import { openTasks, type Tasks } from './foreign-tasks.ts';
import { createFrameReader, saidLimits, writeFrame } from './frames.ts';

/**
 * A process of its own for foreign bytes: takes orders on standard input and answers on standard output, until the pool ends it or
 * is no more. What it throws is told as a fault; it goes on, because other tasks may share it.
 */

/** What the server orders is its own: a request's body, a feed's copy. */
const ordered = { maxJsonBytes: 8 * 1024 * 1024, maxBytes: 64 * 1024 * 1024 };

const beatMs = 1000;

// Nothing here sends signals. Whoever takes this process over finds one way less to the server's.
process.kill = () => {
  throw new Error('This process sends no signals.');
};

const running = new Map<number, AbortController>();
let tasks: Tasks | undefined;
let beating: NodeJS.Timeout | undefined;

const tell = (message: object, bytes?: Uint8Array) => {
  for (const part of writeFrame(message, bytes, saidLimits)) process.stdout.write(part);
};

async function work(id: number, order: Extract<Order, { readonly kind: 'task' }>, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const cancel = new AbortController();
  running.set(id, cancel);
  beating ??= setInterval(() => tell({ kind: 'beat' }), beatMs);
  try {
    if (tasks === undefined) throw new Error('a task came before the networks');
    const say = (value: unknown, part?: Uint8Array) => tell({ kind: 'say', id, value }, part);
    const made = await tasks(order.task, { bytes, signal: cancel.signal, say });
    tell({ kind: 'end', id, value: made.value }, made.bytes);
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    tell({ kind: 'fault', id, message: message.slice(0, 2000) });
  }
  running.delete(id);
  if (running.size > 0) return;
  clearInterval(beating);
  beating = undefined;
}

const take = createFrameReader(ordered, ({ message, bytes }) => {
  const order = message as Order;
  if (order.kind === 'open') {
    tasks = openTasks(networksFrom(order.allowedNetworks), order.dnsServer);
    tell({ kind: 'ready' });
  } else if (order.kind === 'cancel') running.get(order.id)?.abort();
  else void work(order.id, order, bytes);
});

process.stdin.on('data', (chunk: Buffer) => take(new Uint8Array(chunk)));
process.stdin.once('end', () => process.exit());
// Ctrl+C in a terminal reaches this process too: the server ends its tasks in its own order.
process.on('SIGINT', () => {});
