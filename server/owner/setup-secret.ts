import { createHash, randomBytes } from 'node:crypto';
import type { Queryable } from '@castellan/platform/core/database';

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

/**
 * Makes a new setup secret while nobody owns this installation, voiding the one before; `undefined` where somebody does.
 * `queryable` is connected as `postgres`.
 */
export async function renewSetupSecret(queryable: Queryable, nowMs: number): Promise<string | undefined> {
  if ((await findOwner(queryable)) !== undefined) return undefined;
  const secret = makeSetupSecret();
  await queryable.query('select private.put_setup_secret($1, $2)', [hashSetupSecret(secret), new Date(nowMs + setupSecretLifeMs)]);
  return secret;
}

/** The owner's user id, where there is an owner. */
export async function findOwner(queryable: Queryable): Promise<string | undefined> {
  const { rows } = await queryable.query<{ id: string | null }>('select private.owner_user_id() as id');
  return rows[0]?.id ?? undefined;
}
