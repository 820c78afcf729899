import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Log } from '@castellan/platform/core/log';
import { type ForeignProcess, type ProcessEnd, type ProcessLimits, startForeignProcess } from './foreign-process.ts';
import type { ForeignTask, Reply, Ways } from './foreign-task.ts';

/**
 * Why a task gave nothing: `aborted` by its caller; `timed_out`; `busy`: too many wait; `ended`: its process was stuck, took too much
 * memory, or broke, or the task failed in it.
 */
export type TaskFailure =
  | { readonly code: 'aborted' | 'timed_out' | 'busy' }
  | { readonly code: 'ended'; readonly why: ProcessEnd | 'fault' };

/** What a task gave. Neither has been judged: the value is plain data of a process that read foreign bytes. */
export type TaskEnd = { readonly value: unknown; readonly bytes: Uint8Array<ArrayBuffer> };

/** A task on its way. */
export type Given = {
  readonly task: ForeignTask;
  /** Whom it asks, where that is one host. */
  readonly host: string | undefined;
  /** Bytes that go with it. */
  readonly bytes: Uint8Array | undefined;
  /** Hears what the task says before its end. */
  readonly onSay: (value: unknown, bytes: Uint8Array<ArrayBuffer>) => void;
  /** Tells its caller; again it does nothing. */
  readonly settle: (result: Result<TaskEnd, TaskFailure>) => void;
  readonly isSettled: () => boolean;
};

/** How many processes a lane has, how many tasks each does at once, how many of all may ask one host, and how many wait. */
export type LaneRules = {
  readonly processes: number;
  readonly tasksEach: number;
  readonly tasksOfHost: number;
  readonly maxWaiting: number;
  readonly limits: ProcessLimits;
};

/** Processes of one kind, and the tasks that wait for them. */
export type Lane = {
  /** `false`: too many wait. */
  readonly take: (given: Given) => boolean;
  /** A task that has been settled need no longer be done. */
  readonly drop: (given: Given) => void;
  /** Ends every process; what runs or waits is `aborted`. */
  readonly close: () => Promise<void>;
};

type Member = { readonly process: ForeignProcess; readonly tasks: Map<number, Given>; idle: NodeJS.Timeout | undefined };

type State = {
  readonly rules: LaneRules;
  readonly ways: Ways;
  readonly log: Log;
  readonly members: Set<Member>;
  readonly waiting: Given[];
  readonly endings: Set<Promise<void>>;
  lastId: number;
};

/** How long a task that shares its process has to stop when it is called off; then its process is ended. */
const graceMs = 200;

/** A process without work is kept for the next task for so long. */
const idleMs = 10_000;

/** Opens a lane. No process is started before there is a task. */
export function openLane(rules: LaneRules, ways: Ways, log: Log): Lane {
  const state: State = { rules, ways, log, members: new Set(), waiting: [], endings: new Set(), lastId: 0 };
  const { members, waiting, endings } = state;
  return {
    take: (given) => {
      if (waiting.length >= rules.maxWaiting) return false;
      waiting.push(given);
      next(state);
      return true;
    },
    drop: (given) => {
      const at = waiting.indexOf(given);
      if (at !== -1) waiting.splice(at, 1);
      for (const member of members) for (const [id, one] of member.tasks) if (one === given) stop(state, member, id);
    },
    close: async () => {
      const aborted = fail({ code: 'aborted' as const });
      for (const given of waiting.splice(0)) given.settle(aborted);
      for (const { tasks, process } of [...members]) {
        for (const given of tasks.values()) given.settle(aborted);
        process.kill('ended');
      }
      await Promise.all(endings);
    },
  };
}

/** Gives waiting tasks to processes with room, in their order; those of a host that has its share under way let others pass. */
function next(state: State): void {
  const { waiting } = state;
  for (;;) {
    const at = waiting.findIndex((given) => mayAsk(state, given));
    const given = waiting[at];
    const member = given === undefined ? undefined : roomIn(state);
    if (given === undefined || member === undefined) return;
    waiting.splice(at, 1);
    state.lastId += 1;
    clearTimeout(member.idle);
    member.tasks.set(state.lastId, given);
    member.process.watch(true);
    member.process.order({ kind: 'task', id: state.lastId, task: given.task }, given.bytes);
  }
}

/** One host that answers a byte a second must not hold every place. */
function mayAsk({ members, rules }: State, { host }: Given): boolean {
  if (host === undefined) return true;
  const asking = [...members].flatMap(({ tasks }) => [...tasks.values()]).filter((one) => one.host === host);
  return asking.length < rules.tasksOfHost;
}

/** The member with the fewest tasks that may take one more; another one is started where all have half of what they may. */
function roomIn(state: State): Member | undefined {
  const { members, rules } = state;
  const [best] = [...members].toSorted((one, other) => one.tasks.size - other.tasks.size);
  const isBusy = best === undefined || best.tasks.size >= rules.tasksEach / 2;
  if (isBusy && members.size < rules.processes) return start(state);
  return best !== undefined && best.tasks.size < rules.tasksEach ? best : undefined;
}

function start(state: State): Member {
  const { rules, ways, members, endings } = state;
  const process = startForeignProcess(ways, rules.limits, {
    onReply: (reply, bytes) => hear(state, member, reply, bytes),
    onEnd: (why, said) => lose(state, member, why, said),
  });
  const member: Member = { process, tasks: new Map(), idle: undefined };
  members.add(member);
  endings.add(process.ended);
  void process.ended.then(() => endings.delete(process.ended));
  return member;
}

function hear(state: State, member: Member, reply: Exclude<Reply, { readonly kind: 'ready' | 'beat' }>, bytes: TaskEnd['bytes']): void {
  const given = member.tasks.get(reply.id);
  if (given === undefined) return;
  if (reply.kind === 'say') {
    if (!given.isSettled()) given.onSay(reply.value, bytes);
    return;
  }
  if (reply.kind === 'fault') {
    state.log.error('a task with foreign bytes failed', { task: given.task.name, error: reply.message });
    given.settle(fail({ code: 'ended', why: 'fault' }));
  } else given.settle(succeed({ value: reply.value, bytes }));
  member.tasks.delete(reply.id);
  if (member.tasks.size === 0) {
    member.process.watch(false);
    member.idle = setTimeout(() => member.process.kill('ended'), idleMs);
    member.idle.unref();
  }
  next(state);
}

function lose(state: State, member: Member, why: ProcessEnd, said: string): void {
  state.members.delete(member);
  clearTimeout(member.idle);
  const lost = [...member.tasks.values()];
  member.tasks.clear();
  if (why !== 'ended')
    state.log.warn('a process for foreign bytes was lost', { why, tasks: lost.map(({ task }) => task.name).join(', '), said });
  for (const given of lost) given.settle(fail({ code: 'ended', why }));
  next(state);
}

/** A process that has one task is ended with it; one that has several may stop this one by itself first. */
function stop({ rules }: State, member: Member, id: number): void {
  if (rules.tasksEach === 1) {
    member.process.kill('ended');
    return;
  }
  member.process.order({ kind: 'cancel', id });
  setTimeout(() => {
    if (member.tasks.has(id)) member.process.kill('stuck');
  }, graceMs).unref();
}
