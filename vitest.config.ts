import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'web/app/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
        },
      },
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
