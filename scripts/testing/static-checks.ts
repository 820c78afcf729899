import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { addCounts, type Counts, noCounts } from '../test-reports.ts';
import { bin, root, runQuietly } from './run-program.ts';

type Check = { readonly title: string; readonly program: string; readonly given: readonly string[]; readonly cwd?: string };

const sources = ['packages', 'platform', 'server', 'tools', 'web/app', 'tests', 'supabase', 'scripts', 'bench'];

/** Route types must exist before the web app can be checked. */
const routeTypes: Check = { title: 'route types', program: bin('react-router'), given: ['typegen'], cwd: join(root, 'web') };

const build: Check = { title: 'build of the web app', program: process.execPath, given: ['scripts/launch.mjs', 'build'] };

/** After the build: it compares with it. */
const rebuild: Check = {
  title: 'another build, elsewhere and on another day, is the same to the byte',
  program: process.execPath,
  given: ['scripts/check-rebuild.ts'],
};

/** One compiler for several projects reads the libraries' types once, and of what it found before, again only what changed. */
const typesOf = (title: string, ...projects: readonly string[]): Check => ({
  title: `types of ${title}`,
  program: bin('tsc'),
  given: ['-b', ...projects],
});

const checks: readonly Check[] = [
  { title: 'format and lint', program: bin('biome'), given: ['ci', '--error-on-warnings'] },
  {
    title: 'import rules',
    program: bin('depcruise'),
    given: ['--config', 'dependency-cruiser.config.mjs', '--output-type', 'err-long', ...sources],
  },
  { title: 'sizes of folders, functions and components', program: process.execPath, given: ['scripts/check-sizes.ts'] },
  { title: 'expressions that no text makes slow', program: process.execPath, given: ['scripts/check-expressions.ts'] },
  { title: 'one writer of what leaves as text', program: process.execPath, given: ['scripts/check-text-writers.ts'] },
  { title: 'words that screens show', program: process.execPath, given: ['scripts/check-words.ts'] },
  { title: 'one place for each colour', program: process.execPath, given: ['scripts/check-colours.ts'] },
  { title: 'one frame of the owner’s pages', program: process.execPath, given: ['scripts/check-frames.ts'] },
  { title: 'dead files, exports and packages', program: bin('knip'), given: ['--no-progress', '--no-config-hints'] },
  { title: 'what only tests use', program: bin('knip'), given: ['--production', '--no-progress', '--no-config-hints'] },
  typesOf('the web app', 'web'),
  typesOf('server and tests', '.'),
  typesOf('the journeys and the benchmarks', 'tests/e2e', 'bench/vault'),
  typesOf(
    'what is pure, without Node and DOM, and of its tests',
    ...[
      'foundation',
      'exports',
      'content',
      'games',
      'games/tests',
      'probes',
      'money',
      'notes',
      'pdf',
      'release',
      'vault-core',
      'vault-core/tests',
    ].map((name) => `packages/${name}`),
    'tools/tsconfig.knowledge.json',
  ),
];

/** What is told of the source without running it, and the build that server tests and journeys serve: each one passed or failed test. */
export async function runStaticChecks({ withBuild }: { readonly withBuild: boolean }): Promise<Counts> {
  const counts = [await run(routeTypes)];
  const waiting = [...(withBuild ? [build] : []), ...checks];
  const takeTurns = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) counts.push(await run(check));
  };
  // More than one on a core only makes each of them slow, and takes the memory of all.
  await Promise.all(Array.from({ length: availableParallelism() }, takeTurns));
  if (withBuild) counts.push(await run(rebuild));
  return addCounts(counts);
}

/** Runs a check, showing its output only where it fails. */
async function run({ title, program, given, cwd }: Check): Promise<Counts> {
  const { isGood, output } = await runQuietly(program, given, cwd === undefined ? {} : { cwd });
  console.log(`${isGood ? '  ok    ' : '  FAILED'} ${title}`);
  if (isGood) return { ...noCounts, passed: 1 };
  console.log(output);
  return { ...noCounts, failed: 1, failedNames: [title] };
}
