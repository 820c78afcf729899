import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** A lock of the operating system on a data folder: whoever holds it may, on this machine, be alone with the folder. */
export type FolderHold = {
  /**
   * What a child process is handed so that it keeps the lock for as long as it lives, whatever becomes of this process;
   * `undefined` where the lock is this process's alone.
   */
  readonly descriptor: number | undefined;
  readonly release: () => void;
};

/** Never deleted: a lock is a file's, and a file made again under the name would have another. */
export const holdFileName = 'castellan.hold';

/**
 * Takes the lock, or says that somebody else holds it. It is seen across containers and namespaces of one machine, where
 * process ids and names of sockets are not, and ends with its holders, however they end.
 */
export function tryHold(dataFolder: string): FolderHold | 'held elsewhere' {
  const path = join(dataFolder, holdFileName);
  const descriptor = openSync(path, 'a', 0o600);
  const taken = process.platform === 'win32' ? 'cannot be told' : lockDescriptor(descriptor);
  if (taken === 'yes') return { descriptor, release: () => closeSync(descriptor) };
  closeSync(descriptor);
  return taken === 'no' ? 'held elsewhere' : holdAsDatabase(path);
}

/**
 * Locks through a child that has our descriptor: the lock belongs to the open file, not to the process that asked, and stays
 * when the child has gone (flock(2)).
 */
function lockDescriptor(descriptor: number): 'yes' | 'no' | 'cannot be told' {
  const { status, stderr } = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'pipe', descriptor], encoding: 'utf8' });
  if (status === 0) return 'yes';
  // A lock that is held elsewhere is refused without a word; anything else has words, or no such program.
  return status === 1 && stderr === '' ? 'no' : 'cannot be told';
}

/** Where there is no `flock`: an exclusive transaction of SQLite on the same, empty file. Throws what the system says of a file that cannot be opened. */
export function holdAsDatabase(path: string): FolderHold | 'held elsewhere' {
  // Loaded here alone: where there is a `flock` it would only take memory.
  const { DatabaseSync } = createRequire(import.meta.url)('node:sqlite') as typeof import('node:sqlite');
  const database = new DatabaseSync(path);
  try {
    database.exec('begin exclusive');
    return { descriptor: undefined, release: () => database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return 'held elsewhere';
    throw error;
  }
}

const sqliteBusy = 5;
