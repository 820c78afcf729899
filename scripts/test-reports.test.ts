import { expect, test } from 'vitest';
import { checkCoverage, parseVitestReport } from './test-reports.ts';

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
