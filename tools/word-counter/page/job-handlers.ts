import { fail, succeed } from '@castellan/foundation/result';
import { createTextCounter } from '@castellan/text/count-text';
import { describeText } from '@castellan/text/describe-text';
import { countForSms, countForX } from '@castellan/text/platform-limits';
import { syllablesByDictionary, syllablesByRule } from '@castellan/text/syllables';
import type { JobHandlers } from '../../lib/worker-job.ts';
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
      const loaded = await import('cmu-pronouncing-dictionary').catch(() => undefined);
      if (loaded === undefined) return fail({ code: 'dictionary_missing' });
      return succeed(describeText(last, syllablesByDictionary(loaded.dictionary)));
    },
  };
}
