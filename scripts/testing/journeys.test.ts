import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { parseJourneyReport } from './journey-report.ts';
import { placePattern } from './journeys.ts';
import { bin } from './run-program.ts';

/** The journeys that Playwright finds for a pattern; throws where it finds none. */
function listed(pattern: string) {
  const listing = ['test', '--config', 'tests/e2e/playwright.config.ts', '--list', '--reporter=json', pattern];
  return parseJourneyReport(JSON.parse(execFileSync(bin('playwright'), listing, { encoding: 'utf8' })))?.journeys ?? [];
}

test('a journey that failed is found again by its place, and no other with it', () => {
  const [first, second] = listed('/contact\\.spec\\.ts');
  expect(second).toBeDefined();
  expect(listed(placePattern(first?.place ?? '')).map(({ id }) => id)).toEqual([first?.id]);
});
