import type { BlockList } from 'node:net';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Log } from '@castellan/platform/core/log';
import { type ForeignProcess, type ProcessEnd, startForeignProcess } from './foreign-process.ts';
import type { ForeignTask } from './foreign-task.ts';

/**
 * Why a task gave nothing: `aborted` by its caller; `timed_out`; `busy`: too many wait; `ended`: its process was stuck, took too much
 * memory, or broke, or the task failed in it.
 */
export type TaskFailure =
  | { readonly code: 'aborted' | 'timed_out' | 'busy' }
  | { readonly code: 'ended'; readonly why: ProcessEnd | 'fault' };

/** What a task gave. Neither has been judged: the value is plain data of a process that read foreign bytes. */
export type TaskEnd = { readonly value: unknown; readonly bytes: Uint8Array<ArrayBuffer> };

/** How a task is to be done. */
export type TaskRules = {
  /** Bytes that go with it. */
  readonly bytes?: Uint8Array;
  readonly signal?: AbortSignal | undefined;
  /** From the call on, waiting for its turn included. */
  readonly longestMs: number;
  /** Hears what the task says before its end. */
  readonly onSay?: (value: unknown, bytes: Uint8Array<ArrayBuffer>) => void;
};

/** Processes in which foreign bytes are read, for jobs and functions together. */
export type ForeignPool = {
  /** Never rejects. What is called off, or takes too long, has ended when this resolves, or ends within a quarter of a second. */
  readonly run: (task: ForeignTask, rules: TaskRules) => Promise<Result<TaskEnd, TaskFailure>>;
  /** Ends all processes; tasks under way are `aborted`. */
  readonly close: () => Promise<void>;
};

/**
 * A tool's run has a process for itself: it may hold thousands of sockets, and is ended with them. What is short shares one, so that
 * fifty covers do not start fifty processes.
 */
const lanes = {
  runs: { processes: 2, tasksEach: 1, maxWaiting: 16, limits: { heapMiB: 384, residentMiB: 768 } },
  errands: { processes: 2, tasksEach: 8, maxWaiting: 64, limits: { heapMiB: 256, residentMiB: 512 } },
} as const;

type LaneName = keyof typeof lanes;

/** What a process may say at once: the answer of a relayed request, a feed with its rows. */
const said = { maxJsonBytes: 6 * 1024 * 1024, maxBytes: 16 * 1024 * 1024 };

/** A process that says nothing for so long is stuck. It says something every second while it works. */
const silentMs = 15_000;

/** How long a task that shares its process has to stop when it is called off; then its process is ended. */
const graceMs = 200;

/** A process without work is kept for the next task for so long. */
const idleMs = 10_000;

type Waiting = {
  readonly task: ForeignTask;
  readonly rules: TaskRules;
  readonly settle: (result: Result<TaskEnd, TaskFailure>) => void;
  isSettled: boolean;
};

type Member = { readonly process: ForeignProcess; readonly tasks: Map<number, Waiting>; idle: NodeJS.Timeout | undefined };

type Lane = { readonly rules: (typeof lanes)[LaneName]; readonly members: Set<Member>; readonly waiting: Waiting[] };

/** Makes the pool. No process is started before there is a task. */
export function openForeignPool({ allowedNetworks, log }: { readonly allowedNetworks: BlockList; readonly log: Log }): ForeignPool {
  const open: Readonly<Record<LaneName, Lane>> = {
    runs: { rules: lanes.runs, members: new Set(), waiting: [] },
    errands: { rules: lanes.errands, members: new Set(), waiting: [] },
  };
  const networks = allowedNetworks.rules;
  let lastId = 0;
  let isClosed = false;
  const endings = new Set<Promise<void>>();

  const start = (lane: Lane): Member => {
    const tasks = new Map<number, Waiting>();
    const process = startForeignProcess(
      networks,
      { ...lane.rules.limits, ...said, silentMs },
      {
        onReply: (reply, bytes) => {
          const given = tasks.get(reply.id);
          if (given === undefined) return;
          if (reply.kind === 'say') {
            if (!given.isSettled) given.rules.onSay?.(reply.value, bytes);
            return;
          }
          if (reply.kind === 'fault') {
            log.error('a task with foreign bytes failed', { task: given.task.name, error: reply.message });
            given.settle(fail({ code: 'ended', why: 'fault' }));
          } else given.settle(succeed({ value: reply.value, bytes }));
          leave(lane, member, reply.id);
        },
        onEnd: (why, words) => {
          lane.members.delete(member);
          clearTimeout(member.idle);
          if (why !== 'ended')
            log.warn('a process for foreign bytes was lost', {
              why,
              tasks: [...tasks.values()].map(({ task }) => task.name).join(),
              said: words,
            });
          for (const given of tasks.values()) given.settle(fail({ code: 'ended', why }));
          tasks.clear();
          next(lane);
        },
      },
    );
    const member: Member = { process, tasks, idle: undefined };
    lane.members.add(member);
    endings.add(process.ended);
    void process.ended.then(() => endings.delete(process.ended));
    return member;
  };

  const leave = (lane: Lane, member: Member, id: number) => {
    member.tasks.delete(id);
    if (member.tasks.size === 0) {
      member.process.watch(false);
      member.idle = setTimeout(() => member.process.kill('ended'), idleMs);
      member.idle.unref();
    }
    next(lane);
  };

  const next = (lane: Lane) => {
    while (lane.waiting.length > 0) {
      const member = roomIn(lane) ?? (lane.members.size < lane.rules.processes ? start(lane) : undefined);
      const given = member === undefined ? undefined : lane.waiting.shift();
      if (member === undefined || given === undefined) return;
      if (!given.isSettled) give(lane, member, given);
    }
  };

  const give = (lane: Lane, member: Member, given: Waiting) => {
    lastId += 1;
    const id = lastId;
    clearTimeout(member.idle);
    member.tasks.set(id, given);
    member.process.watch(true);
    member.process.order({ kind: 'task', id, task: given.task }, given.rules.bytes);
    stops.set(given, () => stop(lane, member, id));
  };

  /** Of a task that has been given up: a process of its own is ended, a shared one may stop it by itself first. */
  const stop = (lane: Lane, member: Member, id: number) => {
    if (!member.tasks.has(id)) return;
    if (lane.rules.tasksEach === 1) {
      member.process.kill('ended');
      return;
    }
    member.process.order({ kind: 'cancel', id });
    setTimeout(() => {
      if (member.tasks.has(id)) member.process.kill('stuck');
    }, graceMs).unref();
  };
  const stops = new WeakMap<Waiting, () => void>();

  return {
    run: (task, rules) => {
      const lane = open[task.name === 'run-tool' ? 'runs' : 'errands'];
      if (isClosed || rules.signal?.aborted === true) return Promise.resolve(fail({ code: 'aborted' }));
      if (lane.waiting.length >= lane.rules.maxWaiting) return Promise.resolve(fail({ code: 'busy' }));
      const { promise, resolve } = Promise.withResolvers<Result<TaskEnd, TaskFailure>>();
      const giveUp = (code: 'aborted' | 'timed_out') => {
        const stopIt = stops.get(given);
        given.settle(fail({ code }));
        const at = lane.waiting.indexOf(given);
        if (at !== -1) lane.waiting.splice(at, 1);
        stopIt?.();
      };
      const abort = () => giveUp('aborted');
      const alarm = setTimeout(() => giveUp('timed_out'), rules.longestMs);
      const given: Waiting = {
        task,
        rules,
        isSettled: false,
        settle: (result) => {
          if (given.isSettled) return;
          given.isSettled = true;
          clearTimeout(alarm);
          rules.signal?.removeEventListener('abort', abort);
          resolve(result);
        },
      };
      rules.signal?.addEventListener('abort', abort, { once: true });
      lane.waiting.push(given);
      next(lane);
      return promise;
    },
    close: async () => {
      isClosed = true;
      for (const lane of Object.values(open)) {
        for (const given of lane.waiting.splice(0)) given.settle(fail({ code: 'aborted' }));
        for (const { tasks, process } of [...lane.members]) {
          for (const given of tasks.values()) given.settle(fail({ code: 'aborted' }));
          process.kill('ended');
        }
      }
      await Promise.all(endings);
    },
  };
}

/** The member with the fewest tasks that may take one more. */
function roomIn({ members, rules }: Lane): Member | undefined {
  let best: Member | undefined;
  for (const member of members)
    if (member.tasks.size < rules.tasksEach && (best === undefined || member.tasks.size < best.tasks.size)) best = member;
  return best;
}
