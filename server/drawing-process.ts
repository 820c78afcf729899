import { spawn } from 'node:child_process';
import { buffer, text } from 'node:stream/consumers';

/** Far more than a drawing takes on a slow machine. */
const longestMs = 30_000;

/** Nothing of the server's own but what Windows starts no process without. */
const environment = {
  MALLOC_ARENA_MAX: '1',
  ...(process.env['SystemRoot'] === undefined ? {} : { SystemRoot: process.env['SystemRoot'] }),
};

/** What a drawing program wrote: the drawing, and what it said on the side. */
export type Drawn = { readonly bytes: Buffer; readonly remarks: string };

/**
 * Runs a drawing program (a file of ours: what to draw on standard input, the drawing on standard output) as a process of
 * its own, so that the server never holds the memory that drawing takes. Rejects with what that process complained of.
 */
export async function runDrawing(program: string, input: string): Promise<Drawn> {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'pipe'], env: environment, timeout: longestMs });
  const ended = new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject));
  // A process that died before it read everything says why on its standard error.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [bytes, remarks, exitCode] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]);
  if (exitCode !== 0) throw new Error(`the picture was not drawn (exit code ${exitCode}): ${remarks.trim().slice(0, 500)}`);
  return { bytes, remarks };
}
