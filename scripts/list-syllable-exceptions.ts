/**
 * Lists the words of the CMU Pronouncing Dictionary whose syllables the rule counts wrongly. Run it by hand after an update of
 * `cmu-pronouncing-dictionary` or `syllable`: `node scripts/list-syllable-exceptions.ts`. Its output is committed.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dictionary } from 'cmu-pronouncing-dictionary';
import { syllablesByRule } from '../tools/word-counter/knowledge/syllables.ts';

const byCount: string[][] = [];
for (const [word, spoken] of Object.entries(dictionary)) {
  // ARPABET: each vowel carries a digit of stress.
  const count = spoken.match(/\d/g)?.length ?? 1;
  if (count !== syllablesByRule(word)) byCount[count] = [...(byCount[count] ?? []), word];
}
const lines = Object.entries(byCount).map(([count, words]) => `  ${count}: ${JSON.stringify(words.join(' '))},\n`);
writeFileSync(
  join(import.meta.dirname, '..', 'tools', 'word-counter', 'knowledge', 'syllable-exceptions.ts'),
  `/**
 * Words whose syllables the rule counts wrongly, by how many they have, as the CMU Pronouncing Dictionary pronounces them
 * (LICENSE-cmudict.txt). Written by scripts/list-syllable-exceptions.ts.
 */
export const syllableExceptions: Readonly<Record<string, string>> = {
${lines.join('')}};
`,
);
