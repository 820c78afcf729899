import type { FailureCodes, WorkerJob } from '../../../web/app/lib/workers/worker-job.ts';

/** A token whose secret is wanted, and this Worker's share of the words. */
export type GuessOrder = { readonly token: string; readonly words: readonly string[]; readonly withVariations: boolean };

/** `secret`: the one that makes the token's signature, where one of the words does. */
export type GuessOutcome = { readonly secret: string | undefined; readonly tried: number };

/** What the Worker of JWT Lab can be asked for. */
export type JwtLabJobs = {
  /** Tries words as HMAC secrets; says how many words are done. `not_hmac`: the token has no HMAC signature. */
  readonly guess: WorkerJob<GuessOrder, GuessOutcome, { readonly code: 'cancelled' | 'not_hmac' }>;
};

/** How each job may fail: any other code is a fault of the Worker. */
export const jwtLabFailureCodes: FailureCodes<JwtLabJobs> = { guess: { cancelled: true, not_hmac: true } };
