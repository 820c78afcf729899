import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { lockAsDatabase } from '../lock-as-database.ts';

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
  if (taken === 'no') return 'held elsewhere';
  const lock = lockAsDatabase(path);
  return lock === 'held elsewhere' ? lock : { descriptor: undefined, ...lock };
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
