import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseBase32 } from '@castellan/foundation/base32';
import { totpCode, totpStep } from '@castellan/foundation/totp';
import { readRuntime } from './running-server.ts';

const root = join(import.meta.dirname, '..', '..');

/** The owner of a test's own data folder. */
export type Owner = {
  readonly email: string;
  readonly password: string;
  /** The authenticator's secret, base32. */
  readonly authenticatorSecret: string;
};

const credentials = { email: 'ada@castellan.test', password: 'brass lantern over quiet harbour' };

/** Runs one of the owner's commands as `npm run owner` does. Resolves with what it printed and its exit code. */
export async function runOwnerCommand(
  dataFolder: string,
  given: readonly string[],
  input = '',
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly lines: readonly string[]; readonly complaint: string; readonly exitCode: number | null }> {
  return runCommand('server/commands/owner.ts', dataFolder, given, input, environment);
}

/** Runs a command of the server's on a data folder. */
export async function runCommand(
  program: string,
  dataFolder: string,
  given: readonly string[],
  input = '',
  environment: Readonly<Record<string, string>> = {},
) {
  const child = spawn(process.execPath, [program, ...given], {
    cwd: root,
    // Kept code, as `npm start` has it: half of a command's work is reading its own.
    env: { ...readRuntime().environment, PATH: process.env['PATH'], CASTELLAN_DATA_DIR: dataFolder, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  const exited = once(child, 'exit');
  const [answer, complaint, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), exited as Promise<[number | null]>]);
  return { lines: answer.trimEnd().split('\n'), complaint, exitCode };
}

/** Makes the owner without a browser, with an authenticator. */
export async function createTestOwner(dataFolder: string, environment: Readonly<Record<string, string>> = {}): Promise<Owner> {
  const { lines, complaint, exitCode } = await runOwnerCommand(
    dataFolder,
    ['create', '--email', credentials.email, '--authenticator'],
    `${credentials.password}\n`,
    environment,
  );
  const address = lines.at(-1) ?? '';
  if (exitCode !== 0 || !address.startsWith('otpauth://totp/')) throw new Error(`The owner was not made: ${complaint}`);
  return { ...credentials, authenticatorSecret: new URL(address).searchParams.get('secret') ?? '' };
}

/**
 * The code an authenticator shows now, or the one before or after it. A server accepts each once and one step either side of the present
 * one, so that a test may use them one after the other without waiting, and none goes stale when a step ends meanwhile.
 */
export async function authenticatorCode(secret: string, stepOffset: -1 | 0 | 1 = 0): Promise<string> {
  const key = parseBase32(secret);
  if (key === undefined) throw new Error('The secret is not base32.');
  return totpCode(
    key,
    totpStep(Date.now()) + stepOffset,
    async (hmacKey, message) => new Uint8Array(createHmac('sha1', hmacKey).update(message).digest()),
  );
}
