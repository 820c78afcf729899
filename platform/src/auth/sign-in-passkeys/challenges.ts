import { createHmac, timingSafeEqual } from 'node:crypto';
import { succeed } from '@castellan/foundation/result';
import type { Queryable } from '../../core/database.ts';
import type { PlatformContext } from '../../core/platform-context.ts';
import { type Outcome, refuse, refuseForNow } from '../auth-failure.ts';
import { derivedKey } from '../derived-key.ts';

/** How long a challenge may be answered. */
const lifeMs = 300_000;

/** Challenges that an account may answer rightly within the life of one. */
const mostSpent = 30;

/** What a challenge is for: a sign-in of whoever answers, or a passkey that the holder of a session makes. */
export type ChallengePurpose = 'authentication' | `registration ${string}`;

/** A challenge as it is asked. */
export type Challenge = {
  /** A UUID of version 7 (RFC 9562 §5.7): its time, 32 bits for version, variant and randomness, and 48 bits by which we know it again. */
  readonly id: string;
  /** 32 bytes in base64url. */
  readonly challenge: string;
  /** When it runs out, in seconds since 1970. */
  readonly expiresAt: number;
};

type Tools = Pick<PlatformContext, 'keys' | 'clock' | 'randomBytes'>;

/**
 * A new challenge. Nothing is stored of it, so that strangers who ask for many fill nothing and push out nobody else's: its id says when it
 * was made, and the challenge follows from the id under a key of the server's.
 */
export function makeChallenge(tools: Tools, purpose: ChallengePurpose): Challenge {
  const nowMs = tools.clock.nowMs();
  const head = Buffer.alloc(10);
  head.writeUIntBE(nowMs, 0, 6);
  head.set(tools.randomBytes(4), 6);
  head[6] = 0x70 | ((head[6] ?? 0) & 0x0f);
  head[8] = 0x80 | ((head[8] ?? 0) & 0x3f);
  const bytes = Buffer.concat([head, mark(tools, purpose, head)]);
  return { id: uuidOf(bytes), challenge: challengeOf(tools, purpose, bytes), expiresAt: Math.floor((nowMs + lifeMs) / 1000) };
}

const notFound = refuse(400, 'webauthn_challenge_not_found', 'Challenge not found or already used');

/** The challenge of an id that was made here for this purpose. Failures: `webauthn_challenge_not_found`, `webauthn_challenge_expired`. */
export function readChallenge(tools: Tools, purpose: ChallengePurpose, id: string): Outcome<string> {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  if (bytes.length !== 16 || !timingSafeEqual(mark(tools, purpose, bytes.subarray(0, 10)), bytes.subarray(10))) return notFound;
  if (isOver(bytes, tools.clock.nowMs())) return refuse(400, 'webauthn_challenge_expired', 'Challenge has expired');
  return succeed(challengeOf(tools, purpose, bytes));
}

/**
 * Whether an account may still answer a challenge; `spend` takes it. Runs under the account's lock, before the answer is looked at: the
 * counter of an answer that was sent twice would look like a copied passkey's. Failures: `webauthn_challenge_not_found` where it was
 * taken before, 429 where the account takes too many.
 */
export async function requireUnspent(
  queryable: Queryable,
  tools: Tools,
  { userId, challengeId }: { readonly userId: string; readonly challengeId: string },
): Promise<Outcome<{ readonly spend: () => Promise<void> }>> {
  const { rows } = await queryable.query<{ spent: string[] }>('select spent_passkey_challenges as spent from auth.users where id = $1', [
    userId,
  ]);
  const nowMs = tools.clock.nowMs();
  const spent = (rows[0]?.spent ?? []).filter((id) => !isOver(Buffer.from(id.replaceAll('-', ''), 'hex'), nowMs));
  if (spent.includes(challengeId)) return notFound;
  if (spent.length >= mostSpent) return refuseForNow({ waitSeconds: lifeMs / 1000 });
  const spend = async () => {
    await queryable.query('update auth.users set spent_passkey_challenges = $2 where id = $1', [userId, [...spent, challengeId]]);
  };
  return succeed({ spend });
}

/** A clock that was set back does not make a challenge live longer. */
function isOver(bytes: Buffer, nowMs: number): boolean {
  return Math.abs(nowMs - bytes.readUIntBE(0, 6)) >= lifeMs;
}

function mark(tools: Tools, purpose: ChallengePurpose, head: Uint8Array): Buffer {
  return hmac(tools, `id for ${purpose}: `, head).subarray(0, 6);
}

function challengeOf(tools: Tools, purpose: ChallengePurpose, bytes: Uint8Array): string {
  return hmac(tools, `challenge for ${purpose}: `, bytes).toString('base64url');
}

function hmac(tools: Tools, label: string, bytes: Uint8Array): Buffer {
  return createHmac('sha256', derivedKey(tools.keys(), 'passkey challenge')).update(label).update(bytes).digest();
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
