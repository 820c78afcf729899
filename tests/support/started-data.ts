import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { inject } from 'vitest';
import { makeDataFolder, startTestServer } from './running-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the original of `copyStartedData` is once a file of the run has asked for it. */
    startedData: string;
  }
}

/**
 * A data folder of its own as the first start leaves it: the database made and brought up to date, keys, nobody's yet. For tests of what a
 * server does once it runs. Making all that takes more of the processor than the rest of a start; here it is done once in a run, by a server
 * on an empty folder, and copied. That a server starts on nothing is what `server.test.ts` and `npm-start.test.ts` are about.
 */
export async function copyStartedData(): Promise<ReturnType<typeof makeDataFolder>> {
  const original = inject('startedData');
  if (!existsSync(original)) await makeOriginal(original);
  const data = makeDataFolder();
  // With the owners of its files: started as root, the database's are of a user of its own.
  if (process.platform === 'win32') cpSync(original, data.path, { recursive: true });
  else execFileSync('cp', ['-a', `${original}/.`, data.path]);
  return data;
}

/** Made beside its place, and there whole or not at all: of two files that want it at once, one takes what the other made. */
async function makeOriginal(original: string): Promise<void> {
  const own = mkdtempSync(`${original}-`);
  chmodSync(own, 0o711);
  const server = await startTestServer(own);
  await server.stop();
  try {
    renameSync(own, original);
  } catch (error) {
    if (!existsSync(original)) throw error;
    rmSync(own, { recursive: true, force: true });
  }
}
