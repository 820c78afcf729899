import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { lockAsDatabase } from '../../lock-as-database.ts';

/** Never deleted: a lock is a file's, and a file made again under the name would have another. */
export const lockFileName = '.castellan-lock';

/** `busy`: another holds the lock, for longer than a save takes. `not_writable`: there can be no lock; `reason` is the system's code. */
export type LockFailure = { readonly code: 'busy' } | { readonly code: 'not_writable'; readonly reason: string };

/** Far more than one save takes. */
const longestWaitSeconds = 10;

/**
 * Runs work while no other server writes this folder, whichever database it has: a lock of the operating system on a file in the
 * folder. It is seen across processes and containers of one machine, and a holder that is killed frees it.
 */
export async function underFolderLock<Value>(folder: string, work: () => Promise<Value>): Promise<Result<Value, LockFailure>> {
  const path = join(folder, lockFileName);
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0), 0o600);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'EIO';
    return fail({ code: 'not_writable', reason });
  }
  try {
    const taken = process.platform === 'win32' ? 'cannot be told' : await lockDescriptor(file.fd);
    if (taken === 'no') return fail({ code: 'busy' });
    if (taken === 'yes') return succeed(await work());
    return await underDatabaseLock(path, work);
  } finally {
    await file.close();
  }
}

/** Locks through a child that has our descriptor: the lock belongs to the open file, and stays when the child has gone (flock(2)). */
async function lockDescriptor(descriptor: number): Promise<'yes' | 'no' | 'cannot be told'> {
  const child = spawn('flock', ['-w', String(longestWaitSeconds), '3'], { stdio: ['ignore', 'ignore', 'pipe', descriptor] });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString('latin1').slice(0, 200);
  });
  const code: number | undefined = await once(child, 'close').then(
    ([exit]) => exit as number,
    () => undefined,
  );
  if (code === 0) return 'yes';
  // A lock that is held elsewhere is refused without a word; anything else has words, or no such program.
  return code === 1 && said === '' ? 'no' : 'cannot be told';
}

/** Where there is no `flock`: as the data folder is held. */
async function underDatabaseLock<Value>(path: string, work: () => Promise<Value>): Promise<Result<Value, LockFailure>> {
  for (let tries = 0; tries < longestWaitSeconds * 20; tries += 1) {
    const lock = lockAsDatabase(path);
    if (lock !== 'held elsewhere') {
      try {
        return succeed(await work());
      } finally {
        lock.release();
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return fail({ code: 'busy' });
}
