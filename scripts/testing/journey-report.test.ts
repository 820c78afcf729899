import { expect, test } from 'vitest';
import { countJourneys, type JourneyReport, journeysToRepeat, parseJourneyReport } from './journey-report.ts';

const spec = (title: string, status: string, tags: readonly string[] = [], annotations: readonly object[] = []) => ({
  id: `id of ${title}`,
  title,
  file: 'some.spec.ts',
  line: 7,
  tags,
  tests: [{ status, annotations }],
});

function report(...specs: readonly object[]): JourneyReport {
  const parsed = parseJourneyReport({ suites: [{ specs }], errors: [] });
  if (parsed === undefined) throw new Error('not a report');
  return parsed;
}

test('journeys are counted below a describe too; one that passed at a second try in the same run has failed', () => {
  const parsed = parseJourneyReport({
    suites: [{ specs: [spec('a', 'expected')], suites: [{ specs: [spec('b', 'flaky'), spec('c', 'unexpected')] }] }],
  });
  expect(countJourneys(parsed)).toEqual({ passed: 1, failed: 2, failedNames: ['b', 'c'], notRun: [], flaky: [] });
});

test('a skipped journey is not run, and keeps its reason', () => {
  const skipped = report(spec('a', 'skipped', [], [{ type: 'skip', description: 'it needs root' }]));
  expect(countJourneys(skipped)).toMatchObject({ passed: 0, failed: 0, notRun: ['a: it needs root'] });
});

test('what failed and passes alone has passed, and is named as flaky; what fails alone too has failed', () => {
  const first = report(spec('a', 'expected'), spec('b', 'unexpected'), spec('c', 'unexpected'));
  expect(journeysToRepeat(first).map(({ place }) => place)).toEqual(['some.spec.ts:7', 'some.spec.ts:7']);
  const again = report(spec('b', 'expected'), spec('c', 'unexpected'));
  expect(countJourneys(first, again)).toEqual({ passed: 2, failed: 1, failedNames: ['c'], notRun: [], flaky: ['b'] });
});

test.each([['strict'], ['@strict']])('a journey with the tag %s has failed once it failed, whatever it does alone', (tag) => {
  const first = report(spec('nothing is lost', 'unexpected', [tag]), spec('b', 'unexpected', ['vault']));
  expect(journeysToRepeat(first).map(({ title }) => title)).toEqual(['b']);
  const again = report(spec('nothing is lost', 'expected', [tag]), spec('b', 'expected'));
  expect(countJourneys(first, again)).toMatchObject({ passed: 1, failed: 1, failedNames: ['nothing is lost'], flaky: ['b'] });
});

test('an error outside the journeys is a failure, and so is a run without a report', () => {
  expect(countJourneys(parseJourneyReport({ suites: [], errors: [{ message: 'no server' }] }))).toMatchObject({
    failedNames: ['no server'],
  });
  expect(countJourneys(parseJourneyReport({ nothing: true })).failed).toBe(1);
  expect(countJourneys(undefined).failed).toBe(1);
});
