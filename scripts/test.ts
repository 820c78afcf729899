/**
 * Runs everything that says whether Castellan is in order, and counts it. Its last line is `N passed, N failed`.
 * What this machine cannot run is listed with the reason, never left out silently.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tools } from '../tools/registry.ts';
import { provideTestBrowser } from './browser.ts';
import { addCounts, type Counts, capFlaky } from './test-reports.ts';
import { type ChosenTests, chooseTests, testsOfTool } from './testing/chosen-tests.ts';
import { type JourneyRun, journeysNotRun, repeatFailed, runJourneys } from './testing/journeys.ts';
import { root } from './testing/run-program.ts';
import { findChangedFiles } from './testing/selection/changed-files.ts';
import { describeSelection } from './testing/selection/describe-selection.ts';
import { readProject } from './testing/selection/read-project.ts';
import { selectTests } from './testing/selection/select-tests.ts';
import { runStaticChecks } from './testing/static-checks.ts';
import { parseTestOptions, type TestOptions } from './testing/test-options.ts';
import { beginRecord, type Part } from './testing/test-record.ts';
import { runVaultTests, runVitest, type VitestRun } from './testing/vitest-tests.ts';

const startedAtMs = performance.now();
const toolIds = tools.map(({ id }) => id);
const options = parseTestOptions(process.argv.slice(2), toolIds);
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
  const chosen = wanted.kind === 'tool' || wanted.kind === 'changed' ? choose(wanted) : undefined;
  const isStatic = wanted.kind === 'static';
  const withBuild = chosen?.needsBuild ?? !isStatic;
  const before = await timed('static checks and build', () => runStaticChecks({ withBuild }));
  if (isStatic) return [before];
  const wantsBrowser = chosen === undefined || chosen.journeys.length > 0 || chosen.vitest.some(({ project }) => project === 'components');
  const browser = wanted.withBrowser && wantsBrowser ? provideTestBrowser() : undefined;
  // One after the other: beside journeys the other tests starved on two cores, and some ran out of their time.
  const besides = await runBesides(chosen, browser?.ok === true);
  if (browser === undefined || chosen?.journeys.length === 0) return [before, besides];
  if (!browser.ok) return [before, besides, journeysNotRun(browser.failure.reason)];
  const run: JourneyRun = { reports, chromium: browser.value ?? '' };
  console.log('\njourneys in a browser');
  const journeys = await timed('journeys in a browser', () => runJourneys(run, chosen?.journeys));
  return [before, besides, await timed('journeys that failed, alone', () => repeatFailed(run, journeys))];
}

/** The tests that were asked for; nothing where all are to run. */
function choose(wanted: Extract<TestOptions, { readonly kind: 'tool' | 'changed' }>): ChosenTests | undefined {
  if (wanted.kind === 'tool') {
    const graph = readProject(root, toolIds);
    return chooseTests(graph, testsOfTool(graph, wanted.id));
  }
  const changed = findChangedFiles(root, wanted.commit);
  if (!changed.ok) {
    console.error(changed.failure.message);
    process.exit(2);
  }
  const graph = readProject(root, toolIds, changed.value);
  const selection = selectTests(graph, changed.value);
  console.log(describeSelection(graph, selection, changed.value, wanted.why));
  return selection.kind === 'everything'
    ? undefined
    : chooseTests(
        graph,
        selection.selected.map(({ test }) => test),
      );
}

/** What needs no journey: the tests that were chosen, or all. */
async function runBesides(chosen: ChosenTests | undefined, withBrowser: boolean): Promise<Counts> {
  const counts: Counts[] = [];
  if (chosen?.vault !== false) counts.push(await told("the vault's tests", () => runVaultTests(reports)));
  const files = chosen?.vitest.filter(({ project }) => withBrowser || project !== 'components').map(({ file }) => file);
  // Without a file's name vitest runs all of them.
  if (files?.length === 0) return addCounts(counts);
  const others = ['--project=!vault', ...(withBrowser ? [] : ['--project=!components']), ...(files ?? [])];
  return addCounts([...counts, await told('unit, policy, server and component tests', () => runVitest(reports, others))]);
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
