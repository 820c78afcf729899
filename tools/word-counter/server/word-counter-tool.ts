import { succeed } from '@castellan/foundation/result';
import { type CommandCall, refuseInput, type Tool } from '../../../server/tools/tool.ts';
import { createTextCounter } from '../knowledge/count-text.ts';
import { decodeText } from '../knowledge/decode-text.ts';
import { describeText } from '../knowledge/describe-text.ts';
import { countForSms, countForX } from '../knowledge/platform-limits.ts';
import { secondsFor } from '../knowledge/reading-time.ts';
import { syllablesByDictionary } from '../knowledge/syllables.ts';

/** Texts are counted on the command line; the page does so in the visitor's browser. */
export const wordCounterTool: Tool = {
  id: 'word-counter',
  schemaVersion: 1,
  usage: ['word-counter FILE'],
  command: (call) => {
    const [path, ...more] = call.words;
    return path === undefined || more.length > 0 ? undefined : count(path, call);
  },
};

async function count(path: string, { readInput }: CommandCall) {
  const bytes = await readInput(path);
  if (!bytes.ok) return bytes;
  const decoded = decodeText(new Uint8Array(bytes.value));
  if (!decoded.ok) return refuseInput(decoded.failure.message);
  const counts = createTextCounter().count(decoded.value);
  const { syllableExceptions } = await import('../knowledge/syllable-exceptions.ts');
  const details = describeText(decoded.value, syllablesByDictionary(syllableExceptions));
  const times = { readingSeconds: secondsFor(counts.words, 'reading'), speakingSeconds: secondsFor(counts.words, 'speaking') };
  const verdict = `${counts.words} words in ${counts.sentences} sentences.`;
  const limits = { x: countForX(decoded.value), sms: countForSms(decoded.value) };
  return succeed({ target: path, verdict, findings: [], counts, ...times, ...limits, ...details });
}
