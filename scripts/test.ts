/**
 * Runs everything that says whether Castellan is in order, and counts it. Its last line is `N passed, N failed`.
 * What this machine cannot run is listed with the reason, never left out silently.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tools } from '../web/app/tools/registry.ts';
import { provideBrowser } from './browser.ts';
import { addCounts, type Counts, capFlaky } from './test-reports.ts';
import { type JourneyRun, journeysNotRun, repeatFailed, runJourneys } from './testing/journeys.ts';
import { root } from './testing/run-program.ts';
import { runStaticChecks } from './testing/static-checks.ts';
import { parseTestOptions, type TestOptions } from './testing/test-options.ts';
import { beginRecord, type Part } from './testing/test-record.ts';
import { testsOfTool } from './testing/tests-of-tool.ts';
import { runVaultTests, runVitest, type VitestRun } from './testing/vitest-tests.ts';

const startedAtMs = performance.now();
const options = parseTestOptions(
  process.argv.slice(2),
  tools.map(({ id }) => id),
);
if (!options.ok) {
  console.error(options.failure.message);
  process.exit(2);
}
const reports = mkdtempSync(join(tmpdir(), 'castellan-reports-'));
const record = options.value.kind === 'everything' && options.value.withBrowser ? beginRecord(root) : undefined;
const parts: Part[] = [];
try {
  const counts = capFlaky(addCounts(await runAll(options.value)));
  const seconds = secondsSince(startedAtMs);
  record?.write({ ...counts, seconds, parts });
  summarise(counts, seconds);
} finally {
  rmSync(reports, { recursive: true, force: true });
}

async function runAll(wanted: TestOptions): Promise<readonly Counts[]> {
  const isStatic = wanted.kind === 'static';
  const before = await timed('static checks and build', () => runStaticChecks({ withBuild: !isStatic }));
  if (isStatic) return [before];
  const { files, patterns } = wanted.kind === 'tool' ? testsOfTool(root, wanted.id) : { files: undefined, patterns: [] };
  if (wanted.kind === 'everything' && !wanted.withBrowser) return [before, await runBesides(files, false)];
  const browser = provideBrowser();
  if (!browser.ok) return [before, await runBesides(files, false), journeysNotRun(browser.failure.reason)];
  // One after the other: beside journeys the other tests starved on two cores, and some ran out of their time.
  const run: JourneyRun = { reports, chromium: browser.value ?? '' };
  const besides = await runBesides(files, true);
  console.log('\njourneys in a browser');
  const journeys = await timed('journeys in a browser', () => runJourneys(run, patterns));
  return [before, besides, await timed('journeys that failed, alone', () => repeatFailed(run, journeys))];
}

/** What needs no journey: the tests that were asked for by file, or all. */
async function runBesides(files: readonly string[] | undefined, withBrowser: boolean): Promise<Counts> {
  if (files !== undefined) return told('tests of the tool', () => runVitest(reports, files));
  const others = ['--project=!vault', ...(withBrowser ? [] : ['--project=!components'])];
  return addCounts([
    await told("the vault's tests", () => runVaultTests(reports)),
    await told('unit, policy and server tests', () => runVitest(reports, others)),
  ]);
}

/** Says at its end what a part of the tests said. */
async function told(title: string, work: () => Promise<VitestRun>): Promise<Counts> {
  const { counts, said } = await timed(title, work);
  console.log(`\n${title}\n${said}`);
  return counts;
}

async function timed<Value>(title: string, work: () => Promise<Value>): Promise<Value> {
  const begunAtMs = performance.now();
  const value = await work();
  parts.push({ title, seconds: secondsSince(begunAtMs) });
  return value;
}

function secondsSince(beganAtMs: number): number {
  return Math.round((performance.now() - beganAtMs) / 100) / 10;
}

function summarise({ passed, failed, failedNames, notRun, flaky }: Counts, seconds: number): void {
  const listed = (title: string, names: readonly string[]) => `\n${title}:\n${names.map((name) => `  ${name}`).join('\n')}`;
  if (failedNames.length > 0) console.log(listed('Failed', failedNames));
  if (flaky.length > 0) console.log(listed('Flaky: failed beside others, passed alone. Each is a defect to mend', flaky));
  console.log(`\n${parts.map((part) => `${part.title}: ${part.seconds} s`).join('\n')}\naltogether: ${seconds} s`);
  console.log(`\n${notRun.length} not run${notRun.length > 0 ? ':' : ''}${notRun.map((reason) => `\n  ${reason}`).join('')}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}
