import type { JobInput, JobName, JobResult, VaultKeeper } from './vault-work.ts';

/** An order as it is sent to the Worker, with one port for everything that is said about it. */
export type JobOrder<Name extends JobName = JobName> = { readonly name: Name; readonly input: JobInput<Name> };

/** What comes back on the order's port: any number of `progress`, then one of the others. */
export type JobReply<Name extends JobName> =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'result'; readonly result: JobResult<Name> }
  /** The job has a fault; what it was says nothing, because errors quote what they stumble on. */
  | { readonly kind: 'fault' };

/** What the page may say on the order's port. */
export type JobWord = 'cancel';

/** Does what orders ask, each answered on the port that came with it. */
export function serveKeeper(keeper: VaultKeeper, listen: (listener: (event: MessageEvent<JobOrder>) => void) => void): void {
  listen(({ data, ports: [port] }) => {
    if (port !== undefined) void serve(keeper, data.name, data.input, port);
  });
}

async function serve<Name extends JobName>(keeper: VaultKeeper, name: Name, input: JobInput<Name>, port: MessagePort): Promise<void> {
  const reply = (message: JobReply<Name>) => port.postMessage(message);
  let cancelled = false;
  port.onmessage = () => {
    cancelled = true;
  };
  try {
    const result = await keeper[name](input, {
      progress: (done, total) => reply({ kind: 'progress', done, total }),
      isCancelled: () => cancelled,
    });
    reply({ kind: 'result', result });
  } catch {
    reply({ kind: 'fault' });
  }
}
