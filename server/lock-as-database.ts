import { createRequire } from 'node:module';

/**
 * Locks an empty file where there is no `flock`: by an exclusive transaction of SQLite on it, which ends with this process. Throws what the
 * system says of a file that cannot be opened.
 */
export function lockAsDatabase(path: string): { readonly release: () => void } | 'held elsewhere' {
  // Loaded here alone: where there is a `flock` it would only take memory.
  const { DatabaseSync } = createRequire(import.meta.url)('node:sqlite') as typeof import('node:sqlite');
  const database = new DatabaseSync(path);
  try {
    database.exec('begin exclusive');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return 'held elsewhere';
    throw error;
  }
}

const sqliteBusy = 5;
