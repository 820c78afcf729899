/**
 * `npm run samples`: records again the reports that visitors see on the pages of tools that they may only look at, into
 * tools/ID/page/sample.json. `npm run samples -- tls-inspector` does one alone; `--into FOLDER` writes ID.json there instead. The tools are
 * the real ones; what they look at is a lab of servers that is started for the run, in a network of its own, on Linux. Look at the pages
 * and at what changed before you commit it.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { recordSamples } from './samples/record-samples.ts';

/** `inside`: the process is in the lab's own network already. */
const flags = { inside: { type: 'boolean' }, into: { type: 'string' } } as const;

try {
  const { values, positionals } = parseArgs({ options: flags, allowPositionals: true });
  if (values.inside === true) await recordSamples({ only: positionals, into: values.into, tell: (text) => console.log(text) });
  else startInside(positionals, values.into);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
// The lab's servers would keep the process.
if (process.argv.includes('--inside')) process.exit();

/** Runs this program again in a network of its own, as root or as who may have namespaces. Throws where there is none to be had. */
function startInside(only: readonly string[], into: string | undefined): void {
  const ways = [
    ['--net', '--mount'],
    ['--map-root-user', '--net', '--mount'],
  ];
  const works = (way: readonly string[]) =>
    spawnSync('unshare', [...way, 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'ignore' }).status === 0;
  const way = process.platform === 'linux' ? ways.find(works) : undefined;
  if (way === undefined) {
    throw new Error(
      'The samples are recorded in a network of their own, which wants Linux with the programs unshare and ip. Run it as root, or where users may have namespaces.',
    );
  }
  const given = [import.meta.filename, '--inside', ...(into === undefined ? [] : ['--into', resolve(into)]), ...only];
  process.exitCode = spawnSync('unshare', [...way, process.execPath, ...given], { stdio: 'inherit' }).status ?? 1;
}
