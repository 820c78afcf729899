import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '@castellan/platform/core/log';

const root = join(import.meta.dirname, '..', '..');

type Given = {
  readonly log: Log;
  /** What runs when the server ends. */
  readonly closers: (() => void)[];
  /** Called once the smallest copies are on the disk. */
  readonly onDone: () => void;
  /** The program, and the file that it writes last. */
  readonly program?: string;
  readonly doneMark?: string;
};

/**
 * Has the build's files compressed as small as they get where the first start compressed them quickly, in a process of the
 * lowest priority. Where that fails the quick copies go on being served, and the next start tries again.
 */
export function finishCompression({
  log,
  closers,
  onDone,
  program = join(root, 'scripts', 'compress-build.ts'),
  doneMark = join(root, 'web', 'build', 'compressed'),
}: Given): void {
  if (existsSync(doneMark)) return;
  const child = spawn(process.execPath, [program], { stdio: 'ignore' });
  closers.push(() => void child.kill());
  child.on('error', (error) => log.warn('the build was not compressed further', { error }));
  child.on('exit', (exitCode, signal) => {
    if (exitCode === 0) onDone();
    else if (signal === null) log.warn('the build was not compressed further', { exitCode });
  });
}
