/** The browser database with what opens the vault without its server. It ends with the session. */
export const copyDatabaseName = 'vault-copy';

/** Deletes it, with the device's own slot. Where the browser has none, or refuses, nothing was kept. */
export function deleteCopyDatabase(): void {
  try {
    indexedDB.deleteDatabase(copyDatabaseName);
  } catch {
    // A browser that refuses its databases never kept one.
  }
}
