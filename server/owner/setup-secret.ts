import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { bytes, instant, type ServerRows } from '../rows/server-rows.ts';

/** How long a printed setup link works. */
export const setupSecretLifeMs = 30 * 60 * 1000;

/** A new secret for the setup link: 256 random bits. */
export function makeSetupSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a setup secret: its SHA-256. The secret is 256 random bits, so no slower hash is needed. */
export function hashSetupSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Makes a new setup secret while nobody owns this installation, voiding the one before; `undefined` where somebody does. */
export async function renewSetupSecret(rows: ServerRows, nowMs: number): Promise<string | undefined> {
  const secret = makeSetupSecret();
  const args = { hash: bytes(hashSetupSecret(secret)), expires_at: instant(nowMs + setupSecretLifeMs) };
  return (await rows.call('server_put_setup_secret', args, z.boolean())) ? secret : undefined;
}

/** The owner's user id, where there is an owner. */
export async function findOwner(rows: ServerRows): Promise<string | undefined> {
  return (await rows.call('server_owner_id', {}, z.uuid().nullable())) ?? undefined;
}
