import { fileURLToPath } from 'node:url';
import type { MigrationSource } from '@castellan/platform/core/migration-source';

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
