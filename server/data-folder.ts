import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes the data folder: nobody else lists it. The database's own user, where there is one, may walk through. */
export function prepareDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
    writeFileSync(join(folder, '.writable'), '');
  } catch (error) {
    throw new Error(
      `The data directory ${folder} cannot be written: ${error instanceof Error ? error.message : String(error)}. Make it writable, or set CASTELLAN_DATA_DIR to another folder.`,
    );
  }
}
