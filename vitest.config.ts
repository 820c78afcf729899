import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findTestBrowser } from './scripts/browser.ts';
import { chromiumArguments } from './tests/support/chromium.ts';
import { importedPackages } from './tests/support/imported-packages.ts';
import { inlineScripts } from './web/scripts/inline-scripts.ts';

/** Percent of the branches of packages/vault-core that its own tests must take: `npm test` counts it as a test. */
export const minVaultBranches = 95;

/** Ends a test that hangs, in milliseconds. It judges no speed: a slow machine may take its time, also for what is waited for. */
const hung = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };

/** Each file has a thread in the place of a process, which starts with less work. What hands out processes itself needs a process. */
const inThreads = { pool: 'threads' } as const;

export default defineConfig({
  test: {
    // As many files at once as there are cores: left to itself, vitest keeps one core free, and on two cores it has one left.
    maxWorkers: '100%',
    // Only the run of the project `vault` is measured (scripts/test.ts): what the vault's own tests do not reach is not tested.
    coverage: {
      provider: 'v8',
      include: ['packages/vault-core/src/**'],
      exclude: ['**/*.test.ts'],
      reporter: ['json-summary'],
      reportOnFailure: true,
      thresholds: { branches: minVaultBranches },
    },
    projects: [
      {
        plugins: [inlineScripts()],
        test: {
          ...hung,
          ...inThreads,
          name: 'unit',
          include: [
            'web/app/**/*.test.{ts,tsx}',
            'tools/*.test.ts',
            'tools/*/page/**/*.test.{ts,tsx}',
            'web/scripts/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: ['**/*.browser.test.tsx', '**/node_modules/**'],
        },
      },
      {
        // Knowledge without a platform, whose modules keep nothing that a test changes (tsconfig.knowledge.json and those of the packages
        // leave it no Node and no page): files of tests follow each other in one worker. What a test puts in the place of a global ends with it.
        test: {
          ...hung,
          ...inThreads,
          isolate: false,
          restoreMocks: true,
          unstubGlobals: true,
          name: 'knowledge',
          include: ['packages/**/*.test.ts', 'tools/*/knowledge/**/*.test.ts'],
          exclude: ['packages/vault-core/**', '**/node_modules/**'],
        },
      },
      { test: { ...hung, name: 'vault', include: ['packages/vault-core/**/*.test.ts'] } },
      {
        // Everything that needs the real PostgreSQL: one server for the run, one database a file.
        test: {
          ...hung,
          name: 'database',
          include: ['platform/**/*.test.ts', 'server/**/*.test.ts', 'tools/*/server/**/*.test.ts', 'supabase/tests/**/*.test.ts'],
          globalSetup: ['tests/support/test-database-server.ts'],
        },
      },
      {
        // Tests of the whole from outside, on the built pages and a real server.
        test: { ...hung, name: 'outside', include: ['tests/observatory/**/*.test.ts'] },
      },
      {
        // Screens and dialogs in the installed Chromium, with the app's style sheet, over worlds in memory: no server, no network.
        plugins: [inlineScripts(), tailwindcss()],
        resolve: { dedupe: ['react', 'react-dom', 'react-router'] },
        optimizeDeps: { include: [...importedPackages(import.meta.dirname, ['web/app', 'tools/*/{knowledge,page}', 'packages/*/src'])] },
        test: {
          name: 'components',
          include: ['{web/app,tools/*/page}/**/*.browser.test.tsx'],
          setupFiles: ['web/app/testing/set-up-page.ts'],
          // Room for a machine that does other things beside; what is waited for has its own end (testing/steps.ts).
          testTimeout: 150_000,
          expect: { poll: { timeout: 30_000 } },
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({ launchOptions: { args: chromiumArguments, ...installedBrowser() } }),
            instances: [{ browser: 'chromium' }],
            viewport: { width: 1280, height: 900 },
            // As in the journeys: part of a name, in any case, finds what it is the name of.
            // What is not there yet is told by roles and names: with each look, writing the whole page as HTML took half of the tests' time.
            locators: { exact: false, errorFormat: 'aria' },
            screenshotFailures: false,
            ui: false,
          },
        },
      },
    ],
  },
});

/** The Chromium of this machine; where there is none, Playwright looks for its own. */
function installedBrowser(): { readonly executablePath?: string } {
  const executablePath = process.env['CHROMIUM_PATH'] || findTestBrowser();
  return executablePath === undefined ? {} : { executablePath };
}
