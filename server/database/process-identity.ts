import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether a process with this id runs now. One that has ended and that its parent has not asked after (a zombie) does not. */
export function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
  } catch (error) {
    // EPERM: it runs, as somebody else.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return process.platform !== 'linux' || readStatus(processId) !== undefined;
}

/**
 * A text that differs between two processes that were given the same id one after the other (ids are used again, and
 * after a crash the old one may belong to a stranger): the time it started. `undefined` where it does not run.
 */
export function findStartMark(processId: number): string | undefined {
  if (process.platform === 'linux') {
    const status = readStatus(processId);
    return status === undefined ? undefined : `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${status.startTicks}`;
  }
  if (!isRunning(processId)) return undefined;
  if (process.platform === 'win32') return 'running';
  const { stdout } = spawnSync('ps', ['-p', String(processId), '-o', 'stat=', '-o', 'lstart='], { encoding: 'utf8' });
  const [, state = 'Z', startedAt = ''] = /^\s*(\S+)\s+(.*)/.exec(stdout) ?? [];
  return state.startsWith('Z') ? undefined : startedAt.trim();
}

/** What Linux says of a process, and `undefined` of one that has ended: it is there until its parent has asked after it. */
function readStatus(processId: number): { readonly startTicks: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
    // The command name may hold spaces and brackets; after it come the state and, 19 fields on, the start time in clock ticks since boot.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state = ''] = fields;
    return /^[ZXx]$/.test(state) ? undefined : { startTicks: fields[19] ?? '' };
  } catch {
    return undefined;
  }
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
