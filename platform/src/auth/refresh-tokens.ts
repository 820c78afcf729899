import { createHash, createHmac } from 'node:crypto';
import type { Queryable } from '../core/database.ts';
import type { PlatformContext } from '../core/platform-context.ts';
import { derivedKey } from './derived-key.ts';

/** A refresh token's row. The token itself is nowhere. */
export type RefreshTokenRow = {
  readonly id: string;
  readonly session_id: string;
  readonly salt: Buffer;
  readonly token_hash: Buffer;
  readonly parent: string | null;
  readonly revoked: boolean;
  readonly updated_at: Date;
};

type Tools = Pick<PlatformContext, 'keys' | 'clock' | 'randomBytes' | 'isGuest'>;

/** Somebody who is not the owner keeps the newest so many of a session: refreshing again and again fills no disk. */
const tokensPerGuest = 50;

/**
 * Makes a session's next refresh token and stores its SHA-256. The token is the HMAC, under a key of the server, of random
 * bytes that are stored with it: so the server can give the same token again to a client that lost the answer, though
 * neither the database nor the keys alone tell it. The token before it must be revoked first.
 */
export async function issueRefreshToken(
  queryable: Queryable,
  tools: Tools,
  session: { readonly id: string; readonly user_id: string },
  parent: string | null,
): Promise<string> {
  const salt = Buffer.from(tools.randomBytes(32));
  const token = tokenOf(tools, session.id, salt);
  await queryable.query(
    `insert into auth.refresh_tokens (session_id, user_id, token_hash, salt, parent, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $6)`,
    [session.id, session.user_id, hashOf(token), salt, parent, new Date(tools.clock.nowMs())],
  );
  if ((await tools.isGuest?.(session.user_id)) === true) {
    await queryable.query(
      `delete from auth.refresh_tokens where id in (
        select id from auth.refresh_tokens where session_id = $1 order by id desc offset $2)`,
      [session.id, tokensPerGuest],
    );
  }
  return token;
}

/** The row of a token, whether it is still the active one or not. */
export async function findRefreshToken(queryable: Queryable, token: string): Promise<RefreshTokenRow | undefined> {
  const { rows } = await queryable.query<RefreshTokenRow>(
    'select id, session_id, salt, token_hash, parent, revoked, updated_at from auth.refresh_tokens where token_hash = $1',
    [hashOf(token)],
  );
  return rows[0];
}

/** The active token that came from `parent`, made again; `undefined` where the session has moved on or the keys were changed since. */
export async function findActiveChild(queryable: Queryable, tools: Tools, parent: RefreshTokenRow): Promise<string | undefined> {
  const { rows } = await queryable.query<RefreshTokenRow>(
    `select id, session_id, salt, token_hash, parent, revoked, updated_at from auth.refresh_tokens
      where session_id = $1 and parent = $2 and not revoked`,
    [parent.session_id, parent.id],
  );
  const [child] = rows;
  if (child === undefined) return undefined;
  const token = tokenOf(tools, child.session_id, child.salt);
  return hashOf(token).equals(child.token_hash) ? token : undefined;
}

/** Revokes whatever token of the session is active. */
export async function revokeActiveToken(queryable: Queryable, tools: Tools, sessionId: string): Promise<void> {
  await queryable.query('update auth.refresh_tokens set revoked = true, updated_at = $2 where session_id = $1 and not revoked', [
    sessionId,
    new Date(tools.clock.nowMs()),
  ]);
}

function tokenOf(tools: Tools, sessionId: string, salt: Buffer): string {
  return createHmac('sha256', derivedKey(tools.keys(), 'refresh token')).update(sessionId).update(salt).digest('base64url');
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
