import { functionsScript } from '@castellan/platform/core/database-functions';
import { migrationSources } from '../database/migration-sources.ts';

// Prints the product's functions as SQL, for a hosted project: docs/database.md.
for (const source of migrationSources) if (source.functions !== undefined) process.stdout.write(functionsScript(source));
