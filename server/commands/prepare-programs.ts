import { requirePostgresBinaries } from '../database/postgres-binaries.ts';

/**
 * Puts the database's programs in order, as the first start does: for an installation whose folder nobody may write to afterwards. Where
 * there are none for this platform, a server wants DATABASE_URL, and says so itself.
 */
try {
  requirePostgresBinaries();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
