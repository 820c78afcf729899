import { fail, succeed } from '@castellan/foundation/result';
import type { JobHandlers } from '../../../web/app/lib/workers/worker-job.ts';
import { createTextCounter } from '../knowledge/count-text.ts';
import { describeText } from '../knowledge/describe-text.ts';
import { countForSms, countForX } from '../knowledge/platform-limits.ts';
import { syllablesByDictionary, syllablesByRule } from '../knowledge/syllables.ts';
import type { WordCounterJobs } from './word-counter-jobs.ts';

/** Longer texts are posts and messages no more. */
const maxPosted = 20_000;

/** The jobs of the Worker, with what it remembers between them. */
export function createJobHandlers(): JobHandlers<WordCounterJobs> {
  const counter = createTextCounter();
  let last = '';
  return {
    count: async (text) => {
      last = text;
      const counts = counter.count(text);
      return succeed({ counts, limits: text.length > maxPosted ? undefined : { x: countForX(text), sms: countForSms(text) } });
    },
    describe: async ({ isExact }) => {
      if (!isExact) return succeed(describeText(last, syllablesByRule));
      const loaded = await import('../knowledge/syllable-exceptions.ts').catch(() => undefined);
      if (loaded === undefined) return fail({ code: 'dictionary_missing' });
      return succeed(describeText(last, syllablesByDictionary(loaded.syllableExceptions)));
    },
  };
}
