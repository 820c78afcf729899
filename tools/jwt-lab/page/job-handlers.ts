import { fail, succeed } from '@castellan/foundation/result';
import { createSHA384, createSHA512 } from 'hash-wasm';
import type { JobHandlers } from '../../../web/app/lib/workers/worker-job.ts';
import { createGuess, variationsOf } from '../knowledge/crack/guess-secret.ts';
import { createSha256Guess } from '../knowledge/crack/hmac-sha256.ts';
import { type Jws, parseJws } from '../knowledge/parse-jws.ts';
import { signedBytes } from '../knowledge/verify-jws.ts';
import type { JwtLabJobs } from './jwt-lab-jobs.ts';

/** How many words are tried between two looks at whether the page cancelled: about 20 ms of work. */
const batchSize = 2_000;

/** Tells whether a secret made the first signature; `undefined` where that is no HMAC. */
async function guessFor(jws: Jws): Promise<((secret: string) => boolean) | undefined> {
  const [first] = jws.signatures;
  if (first === undefined) return undefined;
  const signed = signedBytes(jws, first);
  switch (first.header['alg']) {
    case 'HS256':
      return createSha256Guess(signed, first.signature);
    case 'HS384':
      return createGuess(await createSHA384(), signed, first.signature);
    case 'HS512':
      return createGuess(await createSHA512(), signed, first.signature);
    default:
      return undefined;
  }
}

/** The jobs of the Worker. */
export const jobHandlers: JobHandlers<JwtLabJobs> = {
  guess: async ({ token, words, withVariations }, { progress, isCancelled }) => {
    const parsed = parseJws(token);
    const isSecret = parsed.ok ? await guessFor(parsed.value) : undefined;
    if (isSecret === undefined) return fail({ code: 'not_hmac' });
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
