import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const root = join(import.meta.dirname, '..', '..');

const runtimeSchema = z.object({ nodeFlags: z.array(z.string()), environment: z.record(z.string(), z.string()) });

/** What the server asks as soon as the owner opens a page; a test that wants an answer names a source of its own. */
const sourcesOff = {
  KEV_FEED_URL: 'off',
  EPSS_FEED_URL: 'off',
  FEODO_FEED_URL: 'off',
  URLHAUS_FEED_URL: 'off',
  OSV_API_URL: 'off',
  VULNRICHMENT_URL: 'off',
};

/** A real server process on a port of its own. */
export type RunningServer = {
  readonly url: string;
  /** The one-time link, where nobody owned the data folder at the start. */
  readonly setupLink: string | undefined;
  readonly process: ChildProcess;
  /** All that it printed, on both streams. */
  readonly output: () => string;
  /** Asks it to end; resolves with its exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

/** An empty data folder of its own. `remove` deletes it; the server on it must have ended. */
export function makeDataFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'castellan-data-'));
  // Where the tests run as root the database's own user must walk through.
  chmodSync(path, 0o711);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** What `npm start` gives the server's process. */
export function readRuntime(): z.infer<typeof runtimeSchema> {
  return runtimeSchema.parse(JSON.parse(readFileSync(join(root, 'server', 'runtime.json'), 'utf8')));
}

/**
 * What `npm start` gives Node to spare memory takes a third of the processor time of a start, and changes nothing that a test asks for.
 * `npm-start.test.ts` starts with it, and so does what measures.
 */
function nodeFlagsOf({ nodeFlags }: z.infer<typeof runtimeSchema>): readonly string[] {
  const sparingMemory = /^--(optimize-for-size|max-semi-space-size=\d+)$/;
  return process.env['NODE_ENV'] === 'test' ? nodeFlags.filter((flag) => !sparingMemory.test(flag)) : nodeFlags;
}

/** The settings of a server in a test: a port of its own, and nobody else is asked for anything. */
export function testSettings(dataFolder: string, environment: Readonly<Record<string, string>>): Record<string, string> {
  return { PORT: '0', CASTELLAN_DATA_DIR: dataFolder, ...sourcesOff, ...environment };
}

/**
 * Starts the server as `npm start` does, after the launcher's work. Rejects with all that it said where it ends instead of becoming
 * ready. `within` is a command that becomes the program it is given, in other circumstances.
 */
export async function startTestServer(
  dataFolder: string,
  environment: Readonly<Record<string, string>> = {},
  within: readonly string[] = [],
): Promise<RunningServer> {
  const runtime = readRuntime();
  const [program = process.execPath, ...given] = [...within, process.execPath, ...nodeFlagsOf(runtime), 'server/main.ts'];
  const child = spawn(program, given, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...runtime.environment, PATH: process.env['PATH'], NODE_ENV: 'production', ...testSettings(dataFolder, environment) },
  });
  let output = '';
  let setupLink: string | undefined;
  const exited = once(child, 'exit');
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output += `${line}\n`;
      setupLink ??= /^\s+(http\S+#setup=\S+)$/.exec(line)?.[1];
      const ready = /^Castellan is ready at (\S+)$/.exec(line)?.[1];
      if (ready !== undefined) resolve(ready);
    });
    child.on('exit', (code) => reject(new Error(`The server ended with exit code ${code}:\n${output}`)));
  });
  return {
    url,
    setupLink,
    process: child,
    output: () => output,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const [code] = (await exited) as [number | null];
      return code;
    },
  };
}
