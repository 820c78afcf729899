import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { BackedUp } from '../back-up.ts';

const programFolder = join(import.meta.dirname, '..', '..', '..');

/**
 * Why a folder cannot take backups, a sentence; `undefined`: it can. It is judged by where its links lead, and must be there already:
 * whoever holds the owner's session can choose among the folders that this user may write to, and can make none. Inside the content's
 * folder a backup would be published, inside the others it would be lost with what it is a copy of, or taken for a part of it.
 */
export function complainOfFolder(
  folder: string,
  { dataFolder, keysFile, contentFolder, storage }: Omit<BackedUp, 'database'>,
): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused.
  if (!isAbsolute(folder) || folder.length > 1000 || /[\u0000-\u001f\u007f]/.test(folder))
    return 'The folder must be an absolute path, such as /backups.';
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return `${folder} is no folder on the server. Make it there first.`;
  const place = realpathSync(folder);
  const others = {
    data: dataFolder,
    keys: dirname(keysFile),
    content: contentFolder,
    'stored files': storage.folder,
    program: programFolder,
  };
  for (const [name, other] of Object.entries(others))
    if (existsSync(other) && isWithin(place, realpathSync(other)))
      return `${folder} lies in the folder of the ${name}. Choose one outside.`;
  try {
    accessSync(place, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch {
    return `The server's user may not write to ${folder}.`;
  }
}

function isWithin(place: string, other: string): boolean {
  const way = relative(other, place);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}
