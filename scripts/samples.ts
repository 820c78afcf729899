/**
 * `npm run samples`: records again the reports that visitors see on the pages of tools that they may only look at, into
 * tools/ID/page/sample.json. `npm run samples -- tls-inspector` does one alone. The tools are the real ones; what they look at is a lab of
 * servers that is started for the run, in a network of its own, on Linux. Look at what changed before you commit it.
 */
import { spawnSync } from 'node:child_process';
import { recordSamples } from './samples/record-samples.ts';

const inside = '--inside';
const given = process.argv.slice(2);

if (given.includes(inside)) {
  try {
    await recordSamples(
      given.filter((word) => word !== inside),
      (text) => console.log(text),
    );
    process.exit(0);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

const ways = [
  ['--net', '--mount'],
  ['--map-root-user', '--net', '--mount'],
];
const way =
  process.platform === 'linux'
    ? ways.find((flags) => spawnSync('unshare', [...flags, 'ip', 'link', 'set', 'lo', 'up']).status === 0)
    : undefined;
if (way === undefined) {
  console.error(
    'The samples need a network namespace of their own: Linux with the programs unshare and ip, as root or where users may have namespaces.',
  );
  process.exit(1);
}
const ran = spawnSync('unshare', [...way, process.execPath, import.meta.filename, inside, ...given], { stdio: 'inherit' });
process.exitCode = ran.status ?? 1;
