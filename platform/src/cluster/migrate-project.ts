import { connectAs, type DatabaseAddress } from '../core/database.ts';
import { inLockedTransaction } from '../core/locked-transaction.ts';
import { applyMissing, ledger } from '../core/migrate.ts';
import type { MigrationSource } from '../core/migration-source.ts';
import { findProjectFaults, readProjectFacts } from './project-facts.ts';

/**
 * Applies what a hosted project's database lacks, as the login of `address` and with no other role. Nothing in the schemas that the
 * service manages is made or changed, but for the product's foreign keys and triggers on the accounts' tables. Whoever
 * runs it at the same time takes turns. Returns the names applied now.
 * Throws one sentence that names everything the login or the project lacks, or the file that fails, which is rolled back whole.
 */
export async function migrateProject(address: DatabaseAddress, sources: readonly MigrationSource[]): Promise<readonly string[]> {
  const client = await connectAs(address, 'supabase_admin');
  try {
    const login = await inLockedTransaction(client, async () => {
      const facts = await readProjectFacts(client);
      const faults = findProjectFaults(facts);
      if (faults.length > 0) {
        throw new Error(`The project’s database cannot be used with the login ${facts.login}: ${faults.join('; ')}.`);
      }
      await client.query(ledger);
      return facts.login;
    });
    return await applyMissing(client, sources, ({ sql }) => ({ sql, role: login }));
  } finally {
    await client.end();
  }
}
