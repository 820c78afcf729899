import { expect, test } from 'vitest';
import { capFlaky, checkCoverage, countVitest, maxFlaky, noCounts, parseVitestReport, testsToRepeat } from './test-reports.ts';

const assertion = (fullName: string, status: string, meta = {}) => ({ fullName, status, meta });

test('passed, failed and skipped tests are told apart, and a skipped one keeps its reason', () => {
  const tests = [assertion('a', 'passed'), assertion('b', 'failed'), assertion('c', 'pending', { reason: 'it needs root' })];
  expect(parseVitestReport({ testResults: [{ name: 'file', status: 'failed', assertionResults: tests }] })).toEqual({
    passed: 1,
    failed: 1,
    failedNames: ['b'],
    notRun: ['c: it needs root'],
    flaky: [],
  });
});

test('a file whose preparation failed has failed with every test in it, though its runner calls them skipped', () => {
  const tests = [assertion('a', 'skipped'), assertion('b', 'skipped')];
  expect(parseVitestReport({ testResults: [{ name: 'file', status: 'failed', assertionResults: tests }] })).toMatchObject({
    passed: 0,
    failed: 2,
    notRun: [],
  });
});

test('a file that broke before its first test has failed', () => {
  expect(parseVitestReport({ testResults: [{ name: 'file', status: 'failed', assertionResults: [] }] })).toMatchObject({
    failed: 1,
    failedNames: ['file'],
  });
});

test('a run without a report has failed', () => {
  expect(parseVitestReport(undefined).failed).toBe(1);
  expect(parseVitestReport({ nothing: true }).failed).toBe(1);
});

test.each([
  [
    { total: 200, covered: 190 },
    { passed: 1, failed: 0 },
  ],
  [
    { total: 200, covered: 189 },
    { passed: 0, failed: 1 },
  ],
  [
    { total: 0, covered: 0 },
    { passed: 0, failed: 1 },
  ],
  [undefined, { passed: 0, failed: 1 }],
])('branches %j are checked against the minimum: %j', (branches, expected) => {
  expect(checkCoverage({ total: { branches } }, 95)).toMatchObject(expected);
});

const fileOf = (name: string, ...assertionResults: readonly object[]) => ({ name, status: 'failed', assertionResults });
const page = '/tools/moon/page/page.browser.test.tsx';

test('a test in a browser that fails beside others and passes alone has passed, and is named as flaky; the rest of its file stays', () => {
  const first = { testResults: [fileOf(page, assertion('a', 'passed'), assertion('b', 'failed'), assertion('c', 'failed'))] };
  expect(testsToRepeat(first)).toEqual([
    { file: page, fullName: 'b' },
    { file: page, fullName: 'c' },
  ]);
  const again = { testResults: [fileOf(page, assertion('a', 'failed'), assertion('b', 'passed'), assertion('c', 'failed'))] };
  expect(countVitest(first, again)).toEqual({ passed: 2, failed: 1, failedNames: ['c'], notRun: [], flaky: ['b'] });
  expect(countVitest(first)).toMatchObject({ passed: 1, failed: 2, flaky: [] });
});

test.each([
  ['a test of the vault’s screen', '/web/app/surfaces/dashboard/vault/vault-screen.browser.test.tsx'],
  ['a test without a browser', '/tools/moon/page/page.test.ts'],
])('%s has failed once it failed, whatever it does alone', (_, file) => {
  const first = { testResults: [fileOf(file, assertion('nothing is lost', 'failed'))] };
  expect(testsToRepeat(first)).toEqual([]);
  const again = { testResults: [fileOf(file, assertion('nothing is lost', 'passed'))] };
  expect(countVitest(first, again)).toMatchObject({ passed: 0, failed: 1, failedNames: ['nothing is lost'], flaky: [] });
});

test('as many tests may be flaky as may be; one more fails the run', () => {
  const flaky = Array.from({ length: maxFlaky }, (_, index) => `t${index}`);
  expect(capFlaky({ ...noCounts, passed: 3, flaky })).toMatchObject({ passed: 3, failed: 0 });
  expect(capFlaky({ ...noCounts, flaky: [...flaky, 'over'] })).toMatchObject({
    failed: 1,
    failedNames: ['4 tests are flaky, and at most 3 may be'],
  });
});
