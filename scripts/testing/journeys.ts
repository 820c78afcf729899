import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Counts, noCounts } from '../test-reports.ts';
import { countJourneys, type JourneyReport, journeysToRepeat, parseJourneyReport } from './journey-report.ts';
import { bin, runLoudly } from './run-program.ts';
import { readReport } from './vitest-tests.ts';

/** Where journeys run, and where their reports go. `chromium`: its path, empty for Playwright's own. */
export type JourneyRun = { readonly reports: string; readonly chromium: string };

/** A line that changes for whoever watches; in a log, a sign for each journey instead of a line. */
const progress = process.stdout.isTTY ? 'line' : 'dot';

/** More failures than this are no matter of chance: nothing is learnt by running each of them again. */
const maxRepeated = 12;

/** Runs the journeys whose files match one of the patterns, or all. */
export async function runJourneys(run: JourneyRun, patterns: readonly string[] = []): Promise<JourneyReport | undefined> {
  return playwright(run, patterns);
}

/** Counts a run, after what failed and is not strict has run once more, alone on the machine. */
export async function repeatFailed(run: JourneyRun, first: JourneyReport | undefined): Promise<Counts> {
  const failed = first === undefined ? [] : journeysToRepeat(first);
  if (failed.length === 0 || failed.length > maxRepeated) return countJourneys(first);
  console.log(`\nonce more, alone: ${failed.map(({ title }) => title).join('; ')}`);
  return countJourneys(first, await playwright(run, [...failed.map(({ place }) => placePattern(place)), '--workers=1']));
}

/** What Playwright takes for `file:line`: the file as a pattern, and the line at the very end. */
export function placePattern(place: string): string {
  return `/${place.replaceAll('.', '\\.')}`;
}

/** What is said where there is no browser for them. */
export function journeysNotRun(reason: string): Counts {
  return { ...noCounts, notRun: [`every journey: ${reason}`] };
}

async function playwright({ reports, chromium }: JourneyRun, given: readonly string[]): Promise<JourneyReport | undefined> {
  const report = join(reports, 'journeys.json');
  rmSync(report, { force: true });
  await runLoudly(bin('playwright'), ['test', '--config', 'tests/e2e/playwright.config.ts', `--reporter=${progress},json`, ...given], {
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, CHROMIUM_PATH: chromium, NODE_ENV: 'test' },
  });
  return parseJourneyReport(readReport(report));
}
