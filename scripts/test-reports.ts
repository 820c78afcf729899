import { z } from 'zod';

/** What a run of tests came to. */
export type Counts = {
  readonly passed: number;
  readonly failed: number;
  readonly failedNames: readonly string[];
  /** One sentence for each test that this machine could not run. */
  readonly notRun: readonly string[];
  /** What failed beside others and passed alone: it is counted as passed, and is a defect to mend. */
  readonly flaky: readonly string[];
};

export const noCounts: Counts = { passed: 0, failed: 0, failedNames: [], notRun: [], flaky: [] };

/** All of them together. */
export function addCounts(all: readonly Counts[]): Counts {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    failedNames: all.flatMap(({ failedNames }) => failedNames),
    notRun: all.flatMap(({ notRun }) => notRun),
    flaky: all.flatMap(({ flaky }) => flaky),
  };
}

/** More than so many tests that fail now and then hide what they are about. */
export const maxFlaky = 3;

/** All of a run, with one failure more where more tests are flaky than may be. */
export function capFlaky(counts: Counts): Counts {
  const { failed, failedNames, flaky } = counts;
  if (flaky.length <= maxFlaky) return counts;
  const tooMany = `${flaky.length} tests are flaky, and at most ${maxFlaky} may be`;
  return { ...counts, failed: failed + 1, failedNames: [...failedNames, tooMany] };
}

/** A runner that said nothing has failed. */
export const missingReport: Counts = { ...noCounts, failed: 1, failedNames: ['the test runner ended without a report'] };

const vitestSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), meta: z.object({ reason: z.string().optional() }).loose().optional() }),
      ),
    }),
  ),
});

/** Counts a report of vitest's JSON reporter. A file that failed before its first test counts as one failure. */
export function parseVitestReport(report: unknown): Counts {
  const parsed = vitestSchema.safeParse(report);
  if (!parsed.success) return missingReport;
  const files = parsed.data.testResults;
  const tests = files.flatMap((file) => file.assertionResults);
  // A file whose preparation failed reports its tests as skipped: they could have run here, and nobody knows how.
  const broken = files.filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'));
  const failed = tests.filter((test) => test.status === 'failed').map((test) => test.fullName);
  const unknown = broken.flatMap((file) =>
    file.assertionResults.length === 0 ? [file.name] : file.assertionResults.map((test) => test.fullName),
  );
  const skipped = files
    .filter((file) => !broken.includes(file))
    .flatMap((file) => file.assertionResults.filter((test) => !['passed', 'failed'].includes(test.status)));
  return {
    ...noCounts,
    passed: files
      .filter((file) => !broken.includes(file))
      .flatMap((file) => file.assertionResults)
      .filter((test) => test.status === 'passed').length,
    failed: failed.length + unknown.length,
    failedNames: [...failed, ...unknown],
    notRun: skipped.map((test) => `${test.fullName}: ${test.meta?.reason ?? 'skipped without a reason'}`),
  };
}

/** A test that failed, by its file and its name with those of its groups. */
export type FailedTest = { readonly file: string; readonly fullName: string };

/**
 * The failed tests of a report of vitest's JSON reporter that run in a real browser and may fail now and then: as with journeys,
 * those of the vault (locks, leaks, lost writes) may not. A file that broke before its first test is none of them.
 */
export function testsToRepeat(report: unknown): readonly FailedTest[] {
  const parsed = vitestSchema.safeParse(report);
  if (!parsed.success) return [];
  return parsed.data.testResults
    .filter(({ name }) => name.endsWith('.browser.test.tsx') && !name.includes('/vault/'))
    .flatMap(({ name, assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => ({ file: name, fullName })),
    );
}

/** Counts a run, and the run of what failed in it alone: what passed there counts as passed and is named as flaky. */
export function countVitest(first: unknown, again?: unknown): Counts {
  const counts = parseVitestReport(first);
  const rerun = vitestSchema.safeParse(again);
  if (!rerun.success) return counts;
  const passedAlone = new Set(
    rerun.data.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'passed').map(({ fullName }) => `${name} ${fullName}`),
    ),
  );
  const flaky = testsToRepeat(first)
    .filter(({ file, fullName }) => passedAlone.has(`${file} ${fullName}`))
    .map(({ fullName }) => fullName);
  const failedNames = [...counts.failedNames];
  for (const name of flaky) failedNames.splice(failedNames.indexOf(name), 1);
  return { ...counts, passed: counts.passed + flaky.length, failed: counts.failed - flaky.length, failedNames, flaky };
}

const coverageSchema = z.object({ total: z.object({ branches: z.object({ total: z.number(), covered: z.number() }) }) });

/** One passed or failed check of how many branches were taken, and a line that says so. No report, or an empty one, has failed. */
export function checkCoverage(report: unknown, minPercent: number): Counts & { readonly said: string } {
  const parsed = coverageSchema.safeParse(report);
  const { total, covered } = parsed.success ? parsed.data.total.branches : { total: 0, covered: 0 };
  const percent = total === 0 ? 0 : (100 * covered) / total;
  const said = `${percent.toFixed(2)} % of the branches of vault-core are taken; at least ${minPercent} % must be`;
  return percent >= minPercent ? { ...noCounts, passed: 1, said } : { ...noCounts, failed: 1, failedNames: [said], said };
}
