import { storageOf } from '../stored-values.ts';
import { deleteCopyDatabase } from './copy-database.ts';
import { forgetAll } from './forget-on-sign-out.ts';
import { sessionKeys } from './session-keys.ts';

/** Clears every value of the browser's storage, and everything in memory, whose life ends with the session. */
export function clearOnSignOut(): void {
  forgetAll();
  deleteCopyDatabase();
  for (const [key, medium] of Object.entries(sessionKeys)) {
    try {
      storageOf(medium)?.removeItem(key);
    } catch {
      // A storage that refuses removal never took the value either.
    }
  }
}
