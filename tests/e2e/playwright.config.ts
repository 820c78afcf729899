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
    // Recording takes a third of the run; `--trace retain-on-failure` asks for it.
    trace: 'off',
    launchOptions: {
      args: chromiumArguments,
      ...(chromiumPath ? { executablePath: chromiumPath } : {}),
    },
  },
});
