import { fileURLToPath } from 'node:url';
import { type MigrationSource, readSqlFiles } from '@castellan/platform/core/migration-source';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The product's tables with their policies, which run unchanged on a hosted project, and its functions. */
export const productMigrations: MigrationSource = {
  name: 'product',
  folder: folder('../../supabase/migrations'),
  functions: folder('../../supabase/database-functions'),
  role: 'postgres',
};

/** What makes an empty PostgreSQL ours: first what a hosted project has by itself (the platform's bootstrap), then the product. */
export const migrationSources: readonly MigrationSource[] = [
  { name: 'platform', folder: folder('../../platform/src/bootstrap'), role: 'supabase_admin' },
  productMigrations,
];

/** A line of the ledger of what a database has applied. */
export type AppliedMigration = { readonly source: string; readonly name: string; readonly checksum: string };

/**
 * What makes an empty PostgreSQL what it was when only these migrations had been applied, without functions, which any later start
 * adds. Throws a sentence for people where a file is not here, or is another one here.
 */
export function sourcesAt(applied: readonly AppliedMigration[]): readonly MigrationSource[] {
  const here = new Map(
    migrationSources.flatMap((source) => readSqlFiles(source.folder).map((file) => [`${source.name}/${file.name}`, file.checksum])),
  );
  for (const { source, name, checksum } of applied) {
    if (here.get(`${source}/${name}`) === checksum) continue;
    throw new Error(
      `It was made by a version of Castellan that has other migrations (${source}/${name}). Use that version, or a newer one.`,
    );
  }
  return migrationSources.map(({ name, folder, role }) => ({
    name,
    folder,
    role,
    only: new Set(applied.filter(({ source }) => source === name).map((migration) => migration.name)),
  }));
}
