import { z } from 'zod';
import { type Counts, missingReport, noCounts } from '../test-reports.ts';

/** What became of one journey. */
export type Journey = {
  /** The same from run to run, as long as its file and its title are. */
  readonly id: string;
  readonly title: string;
  /** `file:line`, the file relative to the folder of the journeys. */
  readonly place: string;
  /** About lost writes, locks, leaks, kills or tampering (`@strict`): what fails there once has failed. */
  readonly isStrict: boolean;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Why it was skipped. */
  readonly reason: string | undefined;
};

/** A whole run. `errors`: what went wrong outside of the journeys. */
export type JourneyReport = { readonly journeys: readonly Journey[]; readonly errors: readonly string[] };

const specSchema = z.object({
  id: z.string(),
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tags: z.array(z.string()).default([]),
  tests: z.array(
    z.object({
      status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
      annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })).optional(),
    }),
  ),
});

type Suite = { readonly specs: readonly z.infer<typeof specSchema>[]; readonly suites?: readonly Suite[] | undefined };

const suiteSchema: z.ZodType<Suite> = z.object({ specs: z.array(specSchema), suites: z.lazy(() => z.array(suiteSchema)).optional() });

const reportSchema = z.object({
  suites: z.array(suiteSchema),
  errors: z.array(z.object({ message: z.string().optional() })).optional(),
});

/** Reads a report of Playwright's JSON reporter; `undefined` where it is none. A journey that passed only at a second try has failed. */
export function parseJourneyReport(report: unknown): JourneyReport | undefined {
  const parsed = reportSchema.safeParse(report);
  if (!parsed.success) return undefined;
  return {
    journeys: parsed.data.suites.flatMap(specsOf).flatMap(journeysOf),
    errors: (parsed.data.errors ?? []).map((error) => error.message ?? 'an error outside the journeys'),
  };
}

/** The journeys that are worth running once more, alone: those that failed and may fail now and then. */
export function journeysToRepeat({ journeys }: JourneyReport): readonly Journey[] {
  return journeys.filter(({ outcome, isStrict }) => outcome === 'failed' && !isStrict);
}

/**
 * Counts a run, and the run of what failed in it alone (`again`). What passed alone counts as passed and is named as flaky. No
 * report has failed.
 */
export function countJourneys(first: JourneyReport | undefined, again?: JourneyReport): Counts {
  if (first === undefined) return missingReport;
  const passedAlone = new Set((again?.journeys ?? []).filter(({ outcome }) => outcome === 'passed').map(({ id }) => id));
  const flaky = journeysToRepeat(first).filter(({ id }) => passedAlone.has(id));
  const failed = first.journeys.filter((journey) => journey.outcome === 'failed' && !flaky.includes(journey));
  const failedNames = [...failed.map(({ title }) => title), ...first.errors];
  return {
    ...noCounts,
    passed: first.journeys.filter(({ outcome }) => outcome === 'passed').length + flaky.length,
    failed: failedNames.length,
    failedNames,
    flaky: flaky.map(({ title }) => title),
    notRun: first.journeys
      .filter(({ outcome }) => outcome === 'skipped')
      .map(({ title, reason }) => `${title}: ${reason ?? 'skipped without a reason'}`),
  };
}

function journeysOf(spec: z.infer<typeof specSchema>): readonly Journey[] {
  return spec.tests.map(({ status, annotations }) => ({
    id: spec.id,
    title: spec.title,
    place: `${spec.file}:${spec.line}`,
    isStrict: spec.tags.some((tag) => tag.replace(/^@/, '') === 'strict'),
    outcome: status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
    reason: annotations?.find(({ type }) => type === 'skip')?.description,
  }));
}

function specsOf(suite: Suite): readonly z.infer<typeof specSchema>[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}
