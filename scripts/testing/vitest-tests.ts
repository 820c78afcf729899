import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { minVaultBranches } from '../../vitest.config.ts';
import { provideKeepassxc } from '../keepassxc.ts';
import { addCounts, type Counts, checkCoverage, parseVitestReport } from '../test-reports.ts';
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

/** Runs vitest with what is given. */
export async function runVitest(reports: string, given: readonly string[]): Promise<VitestRun> {
  const report = join(reports, 'vitest.json');
  rmSync(report, { force: true });
  const { output } = await runQuietly(
    bin('vitest'),
    ['run', ...given, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
    { environment: { NODE_ENV: 'test' } },
  );
  return { counts: parseVitestReport(readReport(report)), said: output };
}

/** A run that ended without a report has failed, whatever its exit code says. */
export function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
