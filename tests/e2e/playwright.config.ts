import { defineConfig } from '@playwright/test';
import { chromiumArguments } from '../support/chromium.ts';

const chromiumPath = process.env['CHROMIUM_PATH'];

/** Each journey starts a server of its own on an empty data folder, so that none depends on another. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    trace: 'retain-on-failure',
    launchOptions: {
      args: chromiumArguments,
      ...(chromiumPath ? { executablePath: chromiumPath } : {}),
    },
  },
});
