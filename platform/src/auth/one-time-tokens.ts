import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Queryable } from '../core/database.ts';
import type { PlatformContext } from '../core/platform-context.ts';
import { derivedKey } from './derived-key.ts';

/** What a token is for that a link can bring. */
export const linkPurposeSchema = z.enum(['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new']);
export type LinkPurpose = z.output<typeof linkPurposeSchema>;

/** What a one-time token is for. `reauthentication`: digits alone, which confirm a change in a session that is there. */
export type TokenPurpose = LinkPurpose | 'reauthentication';

/** A new token, told to whoever made it and to nobody later: for a link, and as six digits to be typed. */
export type OneTimeToken = { readonly forLink: string; readonly digits: string };

/** Which token somebody shows: the link's, or the digits with their account. */
export type ShownToken = { readonly forLink: string } | { readonly digits: string; readonly userId: string };

/** How long a token works, as on the hosted service. */
export const tokenLifeMs = 60 * 60_000;

/** Six digits are few: so many wrong ones end the token. */
const maximumFailures = 5;

type Tools = Pick<PlatformContext, 'keys' | 'clock' | 'randomBytes'>;

/** Makes the account's one token, voiding the one before; those for a new address and for a change stand beside it. `digits`: a fixed code, for tests. */
export async function issueOneTimeToken(
  queryable: Queryable,
  tools: Tools,
  wanted: { readonly userId: string; readonly purpose: TokenPurpose; readonly digits?: string },
): Promise<OneTimeToken> {
  const { userId, purpose } = wanted;
  const forLink = Buffer.from(tools.randomBytes(32)).toString('hex');
  // Six bytes modulo a million: no digit is measurably likelier than another.
  const digits = wanted.digits ?? String(Buffer.from(tools.randomBytes(6)).readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
  const nowMs = tools.clock.nowMs();
  await queryable.query(
    `insert into auth.one_time_tokens (user_id, purpose, token_hash, code_hash, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)
      on conflict (user_id, kept_for) do update set purpose = excluded.purpose, token_hash = excluded.token_hash, code_hash = excluded.code_hash,
        failures = 0, created_at = excluded.created_at, expires_at = excluded.expires_at`,
    [userId, purpose, hashOf(forLink), codeHashOf(tools, userId, digits), new Date(nowMs), new Date(nowMs + tokenLifeMs)],
  );
  return { forLink, digits };
}

/** What a token that was shown stood for. */
export type SpentToken = { readonly userId: string; readonly purpose: TokenPurpose };

/** Takes the token that is shown, if it is the right one for any of the purposes. It works once. */
export async function spendOneTimeToken(
  queryable: Queryable,
  tools: Tools,
  shown: ShownToken,
  purposes: readonly TokenPurpose[],
): Promise<SpentToken | undefined> {
  const now = new Date(tools.clock.nowMs());
  if ('forLink' in shown) {
    return spentOf(
      await queryable.query<SpentRow>(
        'delete from auth.one_time_tokens where token_hash = $1 and purpose = any($2) and expires_at > $3 returning user_id, purpose',
        [hashOf(shown.forLink), purposes, now],
      ),
    );
  }
  // Counted before it is compared, so that many at once are no more tries than one after the other.
  const tried = await queryable.query<{ code_hash: Buffer }>(
    `update auth.one_time_tokens set failures = failures + 1
      where user_id = $1 and purpose = any($2) and expires_at > $3 and failures < $4 returning code_hash`,
    [shown.userId, purposes, now, maximumFailures],
  );
  const wanted = codeHashOf(tools, shown.userId, shown.digits);
  const kept = tried.rows.map(({ code_hash: hash }) => hash).find((hash) => timingSafeEqual(hash, wanted));
  if (kept === undefined) return undefined;
  return spentOf(
    await queryable.query<SpentRow>('delete from auth.one_time_tokens where user_id = $1 and code_hash = $2 returning user_id, purpose', [
      shown.userId,
      kept,
    ]),
  );
}

type SpentRow = { readonly user_id: string; readonly purpose: TokenPurpose };

function spentOf({ rows: [row] }: { readonly rows: readonly SpentRow[] }): SpentToken | undefined {
  return row === undefined ? undefined : { userId: row.user_id, purpose: row.purpose };
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function codeHashOf(tools: Tools, userId: string, digits: string): Buffer {
  return createHmac('sha256', derivedKey(tools.keys(), 'one-time code')).update(`${userId} ${digits}`).digest();
}
