import { fail, type Result } from '@castellan/foundation/result';
import type { JobOrder, JobReply, JobWord, NameOf, WorkerClient, WorkerFailure, WorkerJobs } from './worker-job.ts';

/** The part of a Worker that is used. */
export type WorkerProcess = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;

/** Whether a job may fail with a code: `declaredIn` of a table of codes. */
export type IsDeclared<Jobs extends WorkerJobs> = (name: NameOf<Jobs>, code: unknown) => boolean;

/** Answers from a table of every job's codes. */
export function declaredIn<Jobs extends WorkerJobs>(codes: { readonly [Name in NameOf<Jobs>]: object }): IsDeclared<Jobs> {
  return (name, code) => typeof code === 'string' && Object.hasOwn(codes[name], code);
}

/**
 * The page's end of a Worker that serves jobs. Every failure is checked against what its job declares: one with another code is
 * `worker_failed`, and the code goes no further.
 */
export function createWorkerClient<Jobs extends WorkerJobs>(process: WorkerProcess, isDeclared: IsDeclared<Jobs>): WorkerClient<Jobs> {
  /** Ends what is still waited for. */
  const waiting = new Set<(failure: WorkerFailure) => void>();
  let over: WorkerFailure | undefined;
  const finish = (failure: WorkerFailure) => {
    over ??= failure;
    process.terminate();
    for (const end of waiting) end(over);
    waiting.clear();
  };
  // A script that does not load or breaks off would otherwise be waited for without end.
  process.addEventListener('error', () => finish({ code: 'worker_failed' }));
  process.addEventListener('messageerror', () => finish({ code: 'worker_failed' }));
  return {
    ask: (name, input, { onProgress, signal } = {}) => {
      type Job = Jobs[typeof name];
      type Answer = Result<Job['value'], Job['failure'] | WorkerFailure>;
      if (over !== undefined) return Promise.resolve(fail(over));
      return new Promise<Answer>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        const settle = (answer: Answer) => {
          waiting.delete(end);
          signal?.removeEventListener('abort', cancel);
          port1.close();
          resolve(answer);
        };
        const end = (failure: WorkerFailure) => settle(fail(failure));
        const cancel = () => port1.postMessage('cancel' satisfies JobWord);
        waiting.add(end);
        port1.onmessageerror = () => end({ code: 'worker_failed' });
        port1.onmessage = ({ data }: MessageEvent<JobReply>) => {
          // The Worker runs a build of the same sources: what its job gives has the job's types.
          if (data.kind === 'progress') onProgress?.(...(data.said as Job['progress']));
          else if (data.kind === 'fault') end({ code: 'worker_failed' });
          else if (!data.result.ok && !isDeclared(name, data.result.failure?.code)) end({ code: 'worker_failed' });
          else settle(data.result as Answer);
        };
        process.postMessage({ name, input } satisfies JobOrder, [port2]);
        signal?.addEventListener('abort', cancel, { once: true });
        if (signal?.aborted === true) cancel();
      });
    },
    end: () => finish({ code: 'ended' }),
  };
}
