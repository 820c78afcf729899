import type { FailureCodes, WorkerJob } from '../../../web/app/lib/workers/worker-job.ts';
import type { TextCounts } from '../knowledge/count-text.ts';
import type { TextDetails } from '../knowledge/describe-text.ts';
import type { LimitUse, SmsUse } from '../knowledge/platform-limits.ts';

/** What is known of a text at once. `limits` is `undefined` for texts that are far beyond any. */
export type QuickCounts = { readonly counts: TextCounts; readonly limits: { readonly x: LimitUse; readonly sms: SmsUse } | undefined };

/** What the Worker of Word Counter can be asked for. */
export type WordCounterJobs = {
  /** Counts a text, and remembers it. */
  readonly count: WorkerJob<string, QuickCounts, { readonly code: 'never' }>;
  /** Describes the text that was counted last. `isExact`: by the dictionary of pronunciations, which is fetched once. */
  readonly describe: WorkerJob<{ readonly isExact: boolean }, TextDetails, { readonly code: 'dictionary_missing' }>;
};

/** How each job may fail: any other code is a fault of the Worker. */
export const wordCounterFailureCodes: FailureCodes<WordCounterJobs> = { count: { never: true }, describe: { dictionary_missing: true } };
