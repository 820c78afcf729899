/** Fails where a screen, a page or a message shows a banned turn of phrase (docs/writing.md). A static check of `npm test`. */
import { bannedTurns } from './testing/banned-turns.ts';
import { root } from './testing/run-program.ts';
import { readSources } from './testing/sizes.ts';
import { findBannedTurns } from './testing/words.ts';

const isShown = (path: string) =>
  /^(?:web\/app|tools|packages)\//.test(path) && !/\.(?:test|spec|frozen)\.tsx?$|\/(?:tests?|testing)\//.test(path);

const faults = findBannedTurns(
  readSources(root, /\.tsx?$/).filter(({ path }) => isShown(path)),
  bannedTurns,
);
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
