import type { Result } from '@castellan/foundation/result';

/** One kind of work that a Worker does: what it takes, what it gives, how it fails, and what it says while it runs. */
export type WorkerJob<
  Input,
  Value,
  Failure extends { readonly code: string },
  Progress extends readonly unknown[] = readonly [done: number, total: number],
> = { readonly input: Input; readonly value: Value; readonly failure: Failure; readonly progress: Progress };

/** Everything that a Worker can be asked for, by name. */
export type WorkerJobs = Readonly<Record<string, WorkerJob<unknown, unknown, { readonly code: string }, readonly unknown[]>>>;

/** The names of a Worker's jobs. */
export type NameOf<Jobs> = keyof Jobs & string;

/** How a job ends in the Worker. */
export type JobEnd<Jobs extends WorkerJobs, Name extends NameOf<Jobs>> = Result<Jobs[Name]['value'], Jobs[Name]['failure']>;

/** What a job may say and ask while it runs. */
export type JobContext<Progress extends readonly unknown[]> = {
  readonly progress: (...said: Progress) => void;
  /** Whether the page called the job off. It is heard only where the job gives way to other events, as every `await` of one does. */
  readonly isCancelled: () => boolean;
  /** Fires when the page calls the job off. */
  readonly signal: AbortSignal;
};

/** Does the jobs. A job that is called off ends with a failure of its own, as any other that does not come to its end. */
export type JobHandlers<Jobs extends WorkerJobs> = {
  readonly [Name in NameOf<Jobs>]: (input: Jobs[Name]['input'], context: JobContext<Jobs[Name]['progress']>) => Promise<JobEnd<Jobs, Name>>;
};

/**
 * Every code that each job may fail with, once more as values: types do not outlive the way between two scripts. The compiler
 * refuses a code that is missing and one that no job has.
 */
export type FailureCodes<Jobs extends WorkerJobs> = {
  readonly [Name in NameOf<Jobs>]: Readonly<Record<Jobs[Name]['failure']['code'], true>>;
};

/** `ended`: the Worker was ended meanwhile. `worker_failed`: it could not be loaded, has a fault, or answered what nobody knows. */
export type WorkerFailure = { readonly code: 'ended' | 'worker_failed' };

export type JobOptions<Progress extends readonly unknown[]> = {
  readonly onProgress?: (...said: Progress) => void;
  /** Calls the job off; its own answer is still waited for. Work that gives way to nothing is stopped by `end` alone. */
  readonly signal?: AbortSignal;
};

/** The page's end of a Worker. */
export type WorkerClient<Jobs extends WorkerJobs> = {
  readonly ask: <Name extends NameOf<Jobs>>(
    name: Name,
    input: Jobs[Name]['input'],
    options?: JobOptions<Jobs[Name]['progress']>,
  ) => Promise<Result<Jobs[Name]['value'], Jobs[Name]['failure'] | WorkerFailure>>;
  /** Ends the Worker and everything it knows. What it was asked is answered with `ended`. */
  readonly end: () => void;
};

/** An order as it is sent to the Worker, with one port for everything that is said about it. */
export type JobOrder = { readonly name: string; readonly input: unknown };

/** What comes back on the order's port: any number of `progress`, then one of the others. */
export type JobReply =
  | { readonly kind: 'progress'; readonly said: readonly unknown[] }
  | { readonly kind: 'result'; readonly result: Result<unknown, { readonly code: string }> }
  /** The job has a fault; what it was says nothing, because errors quote what they stumble on. */
  | { readonly kind: 'fault' };

/** What the page may say on the order's port. */
export type JobWord = 'cancel';
