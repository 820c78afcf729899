import { defineConfig } from 'vitest/config';

/**
 * The vault's quick tests, which are run for each mutant that they reach. Those that cut the power at every write take seconds
 * and stay out: a mutant that only they would kill counts as survived.
 */
export default defineConfig({
  test: {
    include: [
      'packages/vault-core/src/{,crypto/,manifest/,slots/,records/,entries/,version-one/}*.test.ts',
      'packages/vault-core/tests/*.test.ts',
    ],
    exclude: ['packages/vault-core/src/{manifest/resumable-work,crypto/argon2id}.test.ts', '**/node_modules/**'],
    testTimeout: 30_000,
  },
});
