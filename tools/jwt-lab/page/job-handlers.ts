import { fail, succeed } from '@castellan/foundation/result';
import { createSHA256, createSHA384, createSHA512 } from 'hash-wasm';
import type { JobHandlers } from '../../../web/app/lib/workers/worker-job.ts';
import { createGuess, type SyncHash, variationsOf } from '../knowledge/crack/guess-secret.ts';
import { parseJws } from '../knowledge/parse-jws.ts';
import { signedBytes } from '../knowledge/verify-jws.ts';
import type { JwtLabJobs } from './jwt-lab-jobs.ts';

/** How many words are tried between two looks at whether the page cancelled: about 20 ms of work. */
const batchSize = 2_000;

const hashes: ReadonlyMap<unknown, readonly [() => Promise<SyncHash>, 64 | 128]> = new Map([
  ['HS256', [createSHA256, 64]],
  ['HS384', [createSHA384, 128]],
  ['HS512', [createSHA512, 128]],
]);

/** The jobs of the Worker. */
export const jobHandlers: JobHandlers<JwtLabJobs> = {
  guess: async ({ token, words, withVariations }, { progress, isCancelled }) => {
    const parsed = parseJws(token);
    const [first] = parsed.ok ? parsed.value.signatures : [];
    const [create, blockBytes] = hashes.get(first?.header['alg']) ?? [];
    if (!parsed.ok || first === undefined || create === undefined || blockBytes === undefined) return fail({ code: 'not_hmac' });
    const isSecret = createGuess(await create(), blockBytes, signedBytes(parsed.value, first), first.signature);
    let tried = 0;
    for (const [index, word] of words.entries()) {
      if (index % batchSize === 0) {
        progress(index, words.length);
        // A message from the page is heard only between two tasks.
        await new Promise((resolve) => setTimeout(resolve));
        if (isCancelled()) return fail({ code: 'cancelled' });
      }
      for (const secret of withVariations ? variationsOf(word) : [word]) {
        tried += 1;
        if (isSecret(secret)) return succeed({ secret, tried });
      }
    }
    progress(words.length, words.length);
    return succeed({ secret: undefined, tried });
  },
};
