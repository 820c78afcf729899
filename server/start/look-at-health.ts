import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { readVersion } from '../features/site-facts/site-facts-function.ts';

/** What the doctor found, and which version it looked at. */
export type Health = z.infer<typeof healthSchema> & { readonly version: string; readonly lookedAt: string };

/** Looks at the installation now. The signal calls it off. */
export type LookAtHealth = (signal: AbortSignal) => Promise<Health>;

const healthSchema = z.object({
  findings: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['ok', 'warning', 'failure', 'not looked at']),
      found: z.string(),
      advice: z.string().optional(),
    }),
  ),
});

/** Longer than all of its own deadlines together. */
const patienceMs = 60_000;

/** Runs `npm run doctor` in a process of its own: it reaches foreign hosts and the disk, and must hold up nobody. */
export function createHealthLook(backupFolder: () => string | undefined, now: () => number): LookAtHealth {
  const program = join(import.meta.dirname, '..', 'commands', 'doctor.ts');
  return async (signal) => {
    const folder = backupFolder();
    const child = spawn(process.execPath, [program, '--json', ...(folder === undefined ? [] : ['--backups', folder])], {
      stdio: ['ignore', 'pipe', 'ignore'],
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    });
    const failed = new Promise<never>((_, reject) => child.once('error', reject));
    const said = await Promise.race([json(child.stdout), failed]);
    return { ...healthSchema.parse(said), version: readVersion(), lookedAt: new Date(now()).toISOString() };
  };
}
