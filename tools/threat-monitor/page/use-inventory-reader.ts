import type { Result } from '@castellan/foundation/result';
import { useEffect, useRef, useState } from 'react';
import { beginDeadline, tookTooLong } from '../../../web/app/domains/exchange/reading/reading-deadline.ts';
import type { WorkerClient } from '../../../web/app/lib/workers/worker-job.ts';
import type { ReadInventory, ReadInventoryJobs } from './read-inventory-jobs.ts';

/** Reads files in a Worker of their own each: the page goes on, and a file that takes long is stopped. */
export type InventoryReader = {
  readonly isReading: boolean;
  /** The file's components; or why there are none. The message is empty where reading was stopped. */
  readonly read: (given: Blob | string) => Promise<Result<ReadInventory, { readonly code: 'not_read'; readonly message: string }>>;
  readonly stop: () => void;
};

type Answer = Awaited<ReturnType<InventoryReader['read']>>;
const refuse = (message: string): Answer => ({ ok: false, failure: { code: 'not_read', message } });

/** One reader for the page; leaving it ends what is being read. */
export function useInventoryReader(): InventoryReader {
  const [isReading, setIsReading] = useState(false);
  const worker = useRef<WorkerClient<ReadInventoryJobs>>(undefined);
  const stop = () => worker.current?.end();
  useEffect(() => () => worker.current?.end(), []);
  const read: InventoryReader['read'] = async (given) => {
    setIsReading(true);
    try {
      const { openReadInventoryWorker } = await import('./open-read-inventory-worker.client.ts');
      const client = openReadInventoryWorker();
      worker.current = client;
      const deadline = beginDeadline(client.end);
      const answer = await client.ask('read', given);
      deadline.stop();
      client.end();
      if (answer.ok) return answer;
      if (deadline.isOver()) return refuse(tookTooLong);
      if (answer.failure.code === 'refused') return refuse(answer.failure.message);
      return refuse(answer.failure.code === 'ended' ? '' : 'The file could not be read: it may need more memory than this browser has.');
    } catch {
      return refuse('The file could not be read: the reader could not be loaded. Check the connection and try again.');
    } finally {
      setIsReading(false);
    }
  };
  return { isReading, read, stop };
}
