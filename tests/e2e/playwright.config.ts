import { defineConfig } from '@playwright/test';
import { chromiumArguments } from '../support/chromium.ts';

const chromiumPath = process.env['CHROMIUM_PATH'];

/** Journeys know nothing of each other: each has data of its own, or leaves nothing behind (app.ts). They run in any order. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Both end what hangs; they judge no speed.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    // A journey is about what the server answers now; those about pages without a server allow workers themselves.
    serviceWorkers: 'block',
    // Recording takes a third of the run; `--trace retain-on-failure` asks for it.
    trace: 'off',
    launchOptions: {
      args: chromiumArguments,
      ...(chromiumPath ? { executablePath: chromiumPath } : {}),
    },
  },
});
