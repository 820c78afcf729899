import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** What a data folder of ours can hold. */
const ownEntries = ['before-upgrades', 'castellan.hold', 'castellan.lock', 'files', 'keys', 'postgres', 'release', 'releases'];

/**
 * Makes the data folder, or makes sure that an existing one is ours to use: a folder of this very user, that no other may
 * write to, and that is empty or was a data folder before. Started as root, a mistyped path would otherwise hand a folder
 * of the machine, or of a stranger, to a database. The database's own user, where there is one, may walk through it.
 */
export function prepareDataFolder(folder: string): void {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  const status = statSync(folder, { throwIfNoEntry: false });
  if (status === undefined) {
    try {
      mkdirSync(folder, { recursive: true });
      chmodSync(folder, mode);
    } catch (error) {
      throw refusal(folder, `cannot be made (${error instanceof Error ? error.message : String(error)})`);
    }
    return;
  }
  refuseForeign(folder, status);
  chmodSync(folder, mode);
}

/**
 * The same for whoever keeps files in the folder and needs no database there. One with the keys' file right in it is closed to everybody
 * else, as the keys want it, and stays so.
 */
export function prepareForFiles(folder: string, keysFile: string): void {
  if (dirname(keysFile) === folder && existsSync(keysFile)) return;
  prepareDataFolder(folder);
}

function refuseForeign(folder: string, status: Stats): void {
  if (!status.isDirectory()) throw refusal(folder, 'is no folder');
  if (process.getuid !== undefined) {
    if (status.uid !== process.getuid()) throw refusal(folder, 'belongs to another user; run the command as that one');
    if ((status.mode & 0o022) !== 0) throw refusal(folder, 'can be written to by other users');
  }
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw refusal(folder, 'cannot be written to');
  }
  const entries = readdirSync(folder);
  if (entries.length > 0 && !entries.some((name) => ownEntries.includes(name))) throw refusal(folder, 'holds other things');
}

function refusal(folder: string, reason: string): Error {
  return new Error(`The data directory ${folder} ${reason}. Set CASTELLAN_DATA_DIR to a folder of its own.`);
}
