import { spawn } from 'node:child_process';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

/** A program of a package, as npm would find it. */
export const bin = (name: string) => join(root, 'node_modules', '.bin', name);

/** A log file is read without colours. */
const plainText: Readonly<Record<string, string>> = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: '0' };

type Options = {
  /** The folder to run in, the repository's where nothing is said. */
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
};

/** Runs a program and keeps what it says on both streams. A program that cannot be started ends with code 1. */
export async function runQuietly(
  program: string,
  given: readonly string[],
  options: Options = {},
): Promise<{ readonly isGood: boolean; readonly output: string }> {
  const child = start(program, given, 'pipe', options);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  return { isGood: (await exitOf(child)) === 0, output };
}

/** Runs a program whose words go where ours go. */
export async function runLoudly(program: string, given: readonly string[], options: Options = {}): Promise<void> {
  await exitOf(start(program, given, 'inherit', options));
}

function start(program: string, given: readonly string[], output: 'pipe' | 'inherit', { cwd, environment }: Options) {
  return spawn(program, given, {
    cwd: cwd ?? root,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...plainText, ...environment },
  });
}

function exitOf(child: ReturnType<typeof start>): Promise<number | null> {
  return new Promise((resolve) => child.on('close', resolve).on('error', () => resolve(1)));
}
