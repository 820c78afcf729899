import type { Result } from '@castellan/foundation/result';
import { fail } from '@castellan/foundation/result';
import type { JobReply, JobWord } from './serve-keeper.ts';
import type { ClientFailure, JobName, VaultClient, VaultJobs } from './vault-work.ts';

/** The part of a Worker that is used. */
export type KeeperProcess = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;

type Answer<Name extends JobName> = Result<VaultJobs[Name]['value'], VaultJobs[Name]['failure'] | ClientFailure>;

/** The page's end of a Worker that serves a keeper. */
export function createVaultClient(process: KeeperProcess): VaultClient {
  /** Ends what is still waited for. */
  const waiting = new Set<(failure: ClientFailure) => void>();
  let over: ClientFailure | undefined;
  const finish = (failure: ClientFailure) => {
    over ??= failure;
    process.terminate();
    for (const end of waiting) end(over);
    waiting.clear();
  };
  // A script that does not load or breaks off would otherwise be waited for without end.
  process.addEventListener('error', () => finish({ code: 'worker_failed' }));
  return {
    ask: (name, input, { onProgress, signal } = {}) => {
      if (over !== undefined) return Promise.resolve(fail(over));
      return new Promise<Answer<typeof name>>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        const settle = (answer: Answer<typeof name>) => {
          waiting.delete(end);
          port1.close();
          resolve(answer);
        };
        const end = (failure: ClientFailure) => settle(fail(failure));
        waiting.add(end);
        port1.onmessage = ({ data }: MessageEvent<JobReply<typeof name>>) => {
          if (data.kind === 'progress') onProgress?.(data.done, data.total);
          else settle(data.kind === 'result' ? data.result : fail({ code: 'worker_failed' }));
        };
        const word: JobWord = 'cancel';
        signal?.addEventListener('abort', () => port1.postMessage(word), { once: true });
        process.postMessage({ name, input }, [port2]);
      });
    },
    end: () => finish({ code: 'ended' }),
  };
}
