import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { minVaultBranches } from '../../vitest.config.ts';
import { provideKeepassxc } from '../keepassxc.ts';
import { addCounts, type Counts, checkCoverage, countVitest, testsToRepeat } from '../test-reports.ts';
import { bin, runQuietly } from './run-program.ts';

/** What a run of vitest came to, and what it said. */
export type VitestRun = { readonly counts: Counts; readonly said: string };

/** The vault's own tests, and whether they reach enough of it: a branch that no test takes is not known to hold. */
export async function runVaultTests(reports: string): Promise<VitestRun> {
  provideKeepassxc();
  const folder = join(reports, 'coverage');
  const run = await runVitest(reports, ['--project=vault', '--coverage.enabled', `--coverage.reportsDirectory=${folder}`]);
  const coverage = checkCoverage(readReport(join(folder, 'coverage-summary.json')), minVaultBranches);
  return { counts: addCounts([run.counts, coverage]), said: `${run.said}\n  ${coverage.said}` };
}

/** More failures than this are no matter of chance: nothing is learnt by running each of them again. */
const maxRepeated = 12;

/** Runs vitest with what is given. Tests in a real browser that failed run once more, alone on the machine, unless they may not fail once. */
export async function runVitest(reports: string, given: readonly string[]): Promise<VitestRun> {
  const first = await vitest(reports, given);
  const failed = testsToRepeat(first.report);
  if (failed.length === 0 || failed.length > maxRepeated) return { counts: countVitest(first.report), said: first.said };
  const files = [...new Set(failed.map(({ file }) => file))];
  const again = await vitest(reports, ['--project=components', '--no-file-parallelism', ...files]);
  const title = `once more, alone: ${failed.map(({ fullName }) => fullName).join('; ')}`;
  return { counts: countVitest(first.report, again.report), said: `${first.said}\n${title}\n${again.said}` };
}

/** Says only what failed, and what failing tests wrote: a report that is kept in part must not begin with thousands of dots. */
async function vitest(reports: string, given: readonly string[]): Promise<{ readonly report: unknown; readonly said: string }> {
  const path = join(reports, 'vitest.json');
  rmSync(path, { force: true });
  const { output } = await runQuietly(
    bin('vitest'),
    ['run', ...given, '--reporter=minimal', '--reporter=json', `--outputFile.json=${path}`],
    {
      environment: { NODE_ENV: 'test' },
    },
  );
  return { report: readReport(path), said: output };
}

/** A run that ended without a report has failed, whatever its exit code says. */
export function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
