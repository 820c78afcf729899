import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { archiveNames, type Manifest } from './archive-names.ts';
import type { ArchivedEntry } from './read-archive.ts';

/** What a restore does with the content's folder. `same`: it holds the backup's files already. */
export type ContentPlan = 'write' | 'same' | 'taken';

/** Decides it: nothing is ever written over. */
export function planContent(folder: string, { files }: Manifest): ContentPlan {
  const archived = files.filter(({ name }) => name.startsWith(archiveNames.content));
  if (!existsSync(folder)) return 'write';
  if (!lstatSync(folder).isDirectory()) return 'taken';
  if (readdirSync(folder).length === 0) return 'write';
  const isSame = archived.every(({ name, sha256 }) => {
    const path = join(folder, name.slice(archiveNames.content.length));
    return existsSync(path) && lstatSync(path).isFile() && createHash('sha256').update(readFileSync(path)).digest('hex') === sha256;
  });
  return isSame ? 'same' : 'taken';
}

/** Writes content files beside the folder, and gives it to them at the end: whole or not at all. */
export function createContentWriter(folder: string) {
  const draft = `${folder}.restoring`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  return {
    /** `name`: as in the archive, a plain name that stays below its folder. */
    take: async ({ name, whole }: ArchivedEntry) => {
      const path = join(draft, name.slice(archiveNames.content.length));
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, await whole(), { mode: 0o600, flag: 'wx', flush: true });
    },
    finish: () => {
      if (existsSync(folder)) rmdirSync(folder);
      renameSync(draft, folder);
    },
  };
}
