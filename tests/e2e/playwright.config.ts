import { defineConfig } from '@playwright/test';
import { chromiumArguments } from '../support/chromium.ts';

const chromiumPath = process.env['CHROMIUM_PATH'];

/** Each journey starts a server of its own on an empty data folder, so that none depends on another. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: false,
  workers: 2,
  // A second try is named at the end of a run, and a handful of them fail it (scripts/test-reports.ts).
  retries: 1,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    // Recording takes a third of the run; `--trace retain-on-failure` asks for it.
    trace: 'off',
    launchOptions: {
      args: chromiumArguments,
      ...(chromiumPath ? { executablePath: chromiumPath } : {}),
    },
  },
});
