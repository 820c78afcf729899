import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findOldBackups, type Keep } from '../backup-names.ts';

/** Deletes the backups of a folder that need not be kept; answers with their names. */
export function forgetOldBackups(folder: string, keep: Keep): readonly string[] {
  const old = findOldBackups(readdirSync(folder), keep);
  for (const name of old) rmSync(join(folder, name));
  return old;
}
