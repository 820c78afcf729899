import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether a process with this id runs now. */
export function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * A text that differs between two processes that were given the same id one after the other (ids are used again, and
 * after a crash the old one may belong to a stranger): the time it started. `undefined` where it does not run.
 */
export function findStartMark(processId: number): string | undefined {
  if (!isRunning(processId)) return undefined;
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
      // The command name may hold spaces and brackets; the 20th field after it is the start time in clock ticks since boot.
      const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${ticks}`;
    } catch {
      return undefined;
    }
  }
  if (process.platform === 'win32') return 'running';
  return spawnSync('ps', ['-p', String(processId), '-o', 'lstart='], { encoding: 'utf8' }).stdout.trim();
}

/** The command line of a process, or an empty text where it cannot be read. */
export function commandOf(processId: number): string {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${processId}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return '';
    }
  }
  if (process.platform === 'win32') {
    return spawnSync('tasklist', ['/FI', `PID eq ${processId}`, '/FO', 'CSV', '/NH'], { encoding: 'utf8' }).stdout;
  }
  return spawnSync('ps', ['-p', String(processId), '-o', 'command='], { encoding: 'utf8' }).stdout;
}
