import { defineConfig } from 'vitest/config';

/** Percent of the branches of packages/vault-core that its own tests must take: `npm test` counts it as a test. */
export const leastVaultBranches = 95;

export default defineConfig({
  test: {
    // Only the run of the project `vault` is measured (scripts/test.ts): what the vault's own tests do not reach is not tested.
    coverage: {
      provider: 'v8',
      include: ['packages/vault-core/src/**'],
      exclude: ['**/*.test.ts'],
      reporter: ['json-summary'],
      reportOnFailure: true,
      thresholds: { branches: leastVaultBranches },
    },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'web/app/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: ['packages/vault-core/**', '**/node_modules/**'],
        },
      },
      { test: { name: 'vault', include: ['packages/vault-core/**/*.test.ts'] } },
      {
        // Everything that needs the real PostgreSQL: one server for the run, one database a file.
        test: {
          name: 'database',
          include: ['platform/**/*.test.ts', 'server/**/*.test.ts', 'supabase/tests/**/*.test.ts'],
          globalSetup: ['tests/support/test-database-server.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        // Judges of the whole from outside, on the built pages and a real server.
        test: { name: 'judges', include: ['tests/observatory/**/*.test.ts'] },
      },
    ],
  },
});
