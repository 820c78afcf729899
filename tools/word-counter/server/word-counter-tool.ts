import { succeed } from '@castellan/foundation/result';
import { createTextCounter } from '@castellan/text/count-text';
import { decodeText } from '@castellan/text/decode-text';
import { describeText } from '@castellan/text/describe-text';
import { countForSms, countForX } from '@castellan/text/platform-limits';
import { secondsFor } from '@castellan/text/reading-time';
import { syllablesByDictionary } from '@castellan/text/syllables';
import { type CommandCall, refuseInput, type Tool } from '../tool.ts';

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
  const { dictionary } = await import('cmu-pronouncing-dictionary');
  const details = describeText(decoded.value, syllablesByDictionary(dictionary));
  const times = { readingSeconds: secondsFor(counts.words, 'reading'), speakingSeconds: secondsFor(counts.words, 'speaking') };
  const verdict = `${counts.words} words in ${counts.sentences} sentences.`;
  const limits = { x: countForX(decoded.value), sms: countForSms(decoded.value) };
  return succeed({ target: path, verdict, findings: [], counts, ...times, ...limits, ...details });
}
