import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';

/** Far more than a drawing takes on a slow machine. */
const longestMs = 20_000;

/** Nothing of the server's own but what Windows starts no process without. */
const environment = {
  MALLOC_ARENA_MAX: '1',
  ...(process.env['SystemRoot'] === undefined ? {} : { SystemRoot: process.env['SystemRoot'] }),
};

/** The SVG as a PNG in its own size, drawn by a process that ends with it. Rejects with what that process complained of. */
export async function rasterise(svg: string): Promise<Buffer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'rasterise-program.ts')], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: environment,
    timeout: longestMs,
  });
  const ended = new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject));
  // A process that died before it read everything says why on its standard error.
  child.stdin.on('error', () => {});
  child.stdin.end(svg);
  const [picture, complaint, exitCode] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]);
  if (exitCode !== 0) throw new Error(`the picture was not drawn (exit code ${exitCode}): ${complaint.trim().slice(0, 500)}`);
  return picture;
}
