import type { JobHandlers, JobOrder, JobReply, NameOf, WorkerJobs } from './worker-job.ts';

/** Does what orders ask, each answered on the port that came with it. `listen`: the Worker's own `message` events. */
export function serveWorkerJobs<Jobs extends WorkerJobs>(
  handlers: JobHandlers<Jobs>,
  listen: (listener: (event: MessageEvent<JobOrder>) => void) => void,
): void {
  listen(({ data, ports: [port] }) => {
    if (port !== undefined) void serve(handlers, data, port);
  });
}

async function serve<Jobs extends WorkerJobs>(handlers: JobHandlers<Jobs>, { name, input }: JobOrder, port: MessagePort): Promise<void> {
  const reply = (message: JobReply) => port.postMessage(message);
  const cancelled = new AbortController();
  port.onmessage = () => cancelled.abort();
  try {
    const job = Object.hasOwn(handlers, name) ? handlers[name as NameOf<Jobs>] : undefined;
    if (job === undefined) throw new Error('There is no such job.');
    const result = await job(input, {
      progress: (...said) => reply({ kind: 'progress', said }),
      isCancelled: () => cancelled.signal.aborted,
      signal: cancelled.signal,
    });
    reply({ kind: 'result', result });
  } catch {
    reply({ kind: 'fault' });
  }
}
