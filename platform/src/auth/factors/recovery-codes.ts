import { scrypt } from 'node:crypto';
import { encodeBase32 } from '@castellan/foundation/base32';
import { succeed } from '@castellan/foundation/result';
import { inTransaction, type Queryable } from '../../core/database.ts';
import { type Outcome, refuse } from '../auth-failure.ts';
import { type AuthCall, type AuthTools, answer } from '../auth-tools.ts';
import { hasFreshProof, lockSignedIn, requireSession } from '../require-session.ts';
import { authenticatorProofs } from './factors.ts';

const codesAtOnce = 10;

/** 10 base32 characters are 50 bits: too many to guess over the network, and the slow hash keeps a dump's reader busy. */
const codeCharacters = 10;

/**
 * `POST /recovery-codes`: ten codes, each good once in place of an authenticator's. They are in this answer only and
 * replace all older ones. Takes `aal2`, and an authenticator's code or a passkey given within five minutes.
 */
export async function renewRecoveryCodes(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const { context } = tools;
  const signedIn = await requireSession(tools, call);
  if (!signedIn.ok) return signedIn;
  const { account, session } = signedIn.value;
  if (session.aal === 'aal1') return refuse(403, 'insufficient_aal', 'AAL2 required to make recovery codes');
  if (!(await hasFreshProof(context.database.auth, session, authenticatorProofs, context.clock.nowMs()))) {
    return refuse(
      400,
      'reauthentication_needed',
      "Verify a fresh authenticator's code first: the last one was given more than 5 minutes ago",
    );
  }
  const codes = Array.from({ length: codesAtOnce }, () => makeCode(context.randomBytes(7)));
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(account.id, code)));
  return inTransaction(context.database.auth, async (client) => {
    const locked = await lockSignedIn(client, signedIn.value);
    if (!locked.ok) return locked;
    await client.query('delete from auth.recovery_codes where user_id = $1', [account.id]);
    await client.query('insert into auth.recovery_codes (user_id, code_hash, created_at) select $1, unnest($2::bytea[]), $3', [
      account.id,
      hashes,
      new Date(context.clock.nowMs()),
    ]);
    return succeed(answer({ codes }));
  });
}

/** `GET /recovery-codes`: how many of the account's codes are left. Takes `aal2`; the codes themselves are told to nobody. */
export async function countRecoveryCodes(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const { auth } = tools.context.database;
  const signedIn = await requireSession(tools, call);
  if (!signedIn.ok) return signedIn;
  const { account, session } = signedIn.value;
  if (session.aal === 'aal1') return refuse(403, 'insufficient_aal', 'AAL2 required to count recovery codes');
  const { rows } = await auth.query<{ left: number }>(
    'select count(*)::integer as left from auth.recovery_codes where user_id = $1 and used_at is null',
    [account.id],
  );
  return succeed(answer({ left: rows[0]?.left ?? 0 }));
}

/** The code without hyphens and spaces, in upper case, if what was typed has a recovery code's shape. */
export function findRecoveryCode(typed: string): string | undefined {
  const bare = typed.toUpperCase().replace(/[\s-]/g, '');
  return bare.length === codeCharacters && /^[A-Z2-7]+$/.test(bare) ? bare : undefined;
}

/** What the database keeps of a code: scrypt (RFC 7914) with 16 MiB, salted with the account's id so that it can be looked up. */
export function hashRecoveryCode(userId: string, code: string): Promise<Buffer> {
  const bare = findRecoveryCode(code) ?? '';
  return new Promise((resolve, reject) => {
    scrypt(bare, `castellan recovery code ${userId}`, 32, { N: 2 ** 14, r: 8, p: 1 }, (error, hash) =>
      error ? reject(error) : resolve(hash),
    );
  });
}

/** Spends a code: true for one request only, however many come with it at once. */
export async function spendRecoveryCode(queryable: Queryable, userId: string, codeHash: Buffer, nowMs: number): Promise<boolean> {
  const { rows } = await queryable.query(
    'update auth.recovery_codes set used_at = $3 where user_id = $1 and code_hash = $2 and used_at is null returning id',
    [userId, codeHash, new Date(nowMs)],
  );
  return rows.length === 1;
}

function makeCode(bytes: Uint8Array): string {
  const text = encodeBase32(bytes).slice(0, codeCharacters);
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}
