import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Whether a path leads to a file of that very folder: not out of it by a link, and to nothing that waits for somebody who writes.
 * Throws where there is nothing.
 */
export function isOwnFile(folder: string, path: string): boolean {
  const real = realpathSync(path);
  return statSync(real).isFile() && dirname(real) === realpathSync(folder);
}
