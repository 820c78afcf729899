import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', '..', 'packages', 'pdf', 'fonts');

/** The bytes of a typeface's file, by its name. */
export function readFont(file: string): Uint8Array {
  return new Uint8Array(readFileSync(join(folder, file)));
}
