import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isRunning } from '../server/database/process-identity.ts';

const unfinished = /^making-(\d+)-/;

/**
 * Makes a folder that is there whole or not at all, however many processes want it at once and whenever one is killed: each fills
 * a folder of its own and gives it the name; whoever comes second takes what is there. Other folders beside it, of former
 * contents, are removed. `fill` says what kept it from filling; that is handed back, and nothing is made.
 */
export function makeFolderOnce(path: string, fill: (folder: string) => string | undefined): string | undefined {
  if (existsSync(path)) return undefined;
  const place = dirname(path);
  mkdirSync(place, { recursive: true });
  const own = mkdtempSync(join(place, `making-${process.pid}-`));
  try {
    const complaint = fill(own);
    if (complaint !== undefined) return complaint;
    takeName(own, path);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
  removeFormer(place, basename(path));
  return undefined;
}

function takeName(own: string, path: string): void {
  try {
    renameSync(own, path);
  } catch (error) {
    // No system renames a folder onto one that holds something: another process was first.
    if (!existsSync(path)) throw error;
  }
}

function removeFormer(place: string, kept: string): void {
  for (const name of readdirSync(place)) {
    const maker = unfinished.exec(name)?.[1];
    const isBeingMade = maker !== undefined && isRunning(Number(maker));
    if (name !== kept && !isBeingMade) removeBesideOthers(join(place, name));
  }
}

/** So often another process may take away in the middle what is being removed. */
const maxTries = 10;

/** Removes a folder that others may be removing at the same time: what one of them took first is no failure. */
function removeBesideOthers(path: string): void {
  for (let tried = 0; tried < maxTries && existsSync(path); tried += 1) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'ENOENT' && code !== 'ENOTEMPTY') throw error;
    }
  }
}
