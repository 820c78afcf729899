import type { BlockList } from 'node:net';
import { fail, type Result } from '@castellan/foundation/result';
import type { Log } from '@castellan/platform/core/log';
import { type Given, openLane, type TaskEnd, type TaskFailure } from './foreign-lane.ts';
import type { ForeignTask } from './foreign-task.ts';
import { saidLimits } from './frames.ts';

/** How a task is to be done. */
export type TaskRules = {
  /** Bytes that go with it. */
  readonly bytes?: Uint8Array;
  readonly signal?: AbortSignal | undefined;
  /** From the call on, waiting for its turn included. */
  readonly longestMs: number;
  /** Whether it carries a key of the owner's. */
  readonly isKeyed?: boolean | undefined;
  /** Hears what the task says before its end. */
  readonly onSay?: (value: unknown, bytes: Uint8Array<ArrayBuffer>) => void;
};

/** Processes in which foreign bytes are read, for jobs and functions together. */
export type ForeignPool = {
  /** Never rejects. What is called off, or takes too long, ends within a quarter of a second of it, whatever it does. */
  readonly run: (task: ForeignTask, rules: TaskRules) => Promise<Result<TaskEnd, TaskFailure>>;
  /** Ends all processes; tasks under way are `aborted`. */
  readonly close: () => Promise<void>;
};

/** A process that is silent for so long while it has work is stuck. */
const shared = { ...saidLimits, silentMs: 15_000 };

/**
 * A tool's run has a process for itself: it may hold thousands of sockets, and is ended with them. What is short shares one, so that
 * fifty covers do not start fifty processes. What carries a key of the owner's (a model's, a catalogue's, whatever a relayed request
 * holds) shares one with its like alone: a page that took over the process that reads it would find none.
 */
const runs = { processes: 2, tasksEach: 1, tasksOfHost: 2, maxWaiting: 16, limits: { ...shared, heapMiB: 384, residentMiB: 768 } };
const errands = { processes: 2, tasksEach: 8, tasksOfHost: 4, maxWaiting: 64, limits: { ...shared, heapMiB: 256, residentMiB: 512 } };

type Options = {
  readonly allowedNetworks: BlockList;
  /** In place of the system's resolver. */
  readonly dnsServer?: string;
  readonly log: Log;
};

/** Makes the pool. No process is started before there is a task. */
export function openForeignPool({ allowedNetworks, dnsServer, log }: Options): ForeignPool {
  const ways = { allowedNetworks: allowedNetworks.rules, dnsServer };
  const lanes = { runs: openLane(runs, ways, log), errands: openLane(errands, ways, log), calls: openLane(errands, ways, log) };
  let isClosed = false;
  return {
    run: (task, { bytes, signal, longestMs, isKeyed = task.name === 'send' || task.name === 'stream', onSay = () => {} }) => {
      if (isClosed || signal?.aborted === true) return Promise.resolve(fail({ code: 'aborted' }));
      const lane = task.name === 'run-tool' ? lanes.runs : isKeyed ? lanes.calls : lanes.errands;
      const { promise, resolve } = Promise.withResolvers<Result<TaskEnd, TaskFailure>>();
      let isSettled = false;
      const given: Given = {
        task,
        host: hostOf(task),
        bytes,
        onSay,
        settle: (result) => {
          if (isSettled) return;
          isSettled = true;
          clearTimeout(alarm);
          signal?.removeEventListener('abort', abort);
          resolve(result);
        },
        isSettled: () => isSettled,
      };
      const giveUp = (code: 'aborted' | 'timed_out') => {
        given.settle(fail({ code }));
        lane.drop(given);
      };
      const abort = () => giveUp('aborted');
      const alarm = setTimeout(() => giveUp('timed_out'), longestMs);
      signal?.addEventListener('abort', abort, { once: true });
      if (!lane.take(given)) given.settle(fail({ code: 'busy' }));
      return promise;
    },
    close: async () => {
      isClosed = true;
      await Promise.all(Object.values(lanes).map((lane) => lane.close()));
    },
  };
}

/** Whom a task asks; `undefined` where it asks nobody, or several. */
function hostOf(task: ForeignTask): string | undefined {
  return 'request' in task ? (URL.parse(task.request.url)?.host ?? undefined) : undefined;
}
