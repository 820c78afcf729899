/**
 * Fails where a regular expression of the product takes more than linear time for some text. A static check of `npm test`. Verdicts
 * are in `testing/judged-expressions.json`; with `--anew` every expression is judged again.
 */
import { atRunTime, type ExpressionException, findSlowExpressions } from './testing/expressions.ts';
import { createExpressionJudge, loadAnalyser } from './testing/judge-expression.ts';
import { root } from './testing/run-program.ts';
import { readSources } from './testing/sizes.ts';

/** What is not linear, or cannot be told, and meets no text that could make it slow. */
const exceptions: readonly ExpressionException[] = [
  {
    file: 'packages/exports/src/find-ipv4.ts',
    pattern: String.raw`/(?<![\w:-]|\w\.)((?:0x[\da-f]+|\d+)(?:\.(?:0x[\da-f]+|\d+))*)(?=\.?:\d{1,5}(?![\w.:]))/gi`,
    reason: 'No match is tried within a run that has been tried: what stands before it rules that out, which the analyser does not see.',
  },
  {
    file: 'packages/foundation/src/csv.ts',
    pattern: atRunTime,
    reason: 'The separator is a comma, a semicolon or a tab: one character is looked for, and nothing repeats.',
  },
  {
    file: 'tools/api-lab/page/sending/mask.ts',
    pattern: atRunTime,
    reason: 'Texts as they stand, each sign of its own escaped: nothing repeats.',
  },
  {
    file: 'tools/word-counter/knowledge/change-text.ts',
    pattern: atRunTime,
    reason: 'A text as it stands, each sign of its own escaped, between two looks at one character: nothing repeats.',
  },
];

const isProduct = (path: string) => /^(?:packages|platform|server|tools)\//.test(path);
const files = readSources(root, /\.tsx?$/).filter(({ path }) => isProduct(path));
const { judge, keep } = createExpressionJudge(await loadAnalyser(), undefined, process.argv.includes('--anew'));
const faults = findSlowExpressions(files, judge, exceptions);
keep();
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
