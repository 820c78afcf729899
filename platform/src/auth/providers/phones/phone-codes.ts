import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Queryable } from '../../../core/database.ts';
import type { PlatformContext } from '../../../core/platform-context.ts';
import type { PhonePurpose, WantedCode } from '../../auth-tools.ts';
import { markOf } from '../marks.ts';

/** How long a code works. */
const codeLifeMs = 5 * 60_000;

/** Six digits are few: so many wrong ones end the code. */
const maximumFailures = 5;

/** The account that a sign-up with a number asks for. It is made once the code was shown. */
const promisedAccountSchema = z.object({ id: z.guid(), passwordHash: z.string(), userMetadata: z.string().optional() });
export type PromisedAccount = z.output<typeof promisedAccountSchema>;

/** What a code is for. */
export type CodePlace = WantedCode & {
  /** With purpose `signup` alone. */
  readonly account: PromisedAccount | undefined;
};

type Tools = Pick<PlatformContext, 'keys' | 'clock' | 'randomBytes'>;

type Row = {
  readonly purpose: PhonePurpose;
  readonly may_make: boolean;
  readonly session_id: string | null;
  readonly wanted_account: string | null;
  readonly code_hash: Buffer;
};

const columns = 'purpose, may_make, session_id, wanted_account, code_hash';

/** A new code for a number, which voids the one before for the same purpose. */
export async function issueCode(queryable: Queryable, tools: Tools, place: CodePlace): Promise<string> {
  // Six bytes modulo a million: no digit is measurably likelier than another.
  const digits = String(Buffer.from(tools.randomBytes(6)).readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
  const nowMs = tools.clock.nowMs();
  const row = {
    purpose: place.purpose,
    may_make: place.mayMake,
    session_id: place.sessionId,
    wanted_account: place.account === undefined ? null : JSON.stringify(place.account),
  };
  await queryable.query('delete from auth.phone_codes where expires_at <= $1', [new Date(nowMs)]);
  await queryable.query(
    `insert into auth.phone_codes (phone, ${columns}, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (phone, purpose) do update set may_make = excluded.may_make, session_id = excluded.session_id,
        wanted_account = excluded.wanted_account, code_hash = excluded.code_hash, failures = 0, created_at = excluded.created_at,
        expires_at = excluded.expires_at`,
    [
      place.phone,
      row.purpose,
      row.may_make,
      row.session_id,
      row.wanted_account,
      hashOfCode(tools, { ...row, phone: place.phone }, digits),
      new Date(nowMs),
      new Date(nowMs + codeLifeMs),
    ],
  );
  return digits;
}

/** Which codes of a number are meant. */
type Meant = { readonly phone: string; readonly purposes: readonly PhonePurpose[] };

/** What the newest code is for that waits; `undefined` where none does. */
export async function findCode(queryable: Queryable, { clock }: Tools, { phone, purposes }: Meant): Promise<CodePlace | undefined> {
  const { rows } = await queryable.query<Row>(
    `select ${columns} from auth.phone_codes where phone = $1 and purpose = any($2) and expires_at > $3 order by created_at desc limit 1`,
    [phone, purposes, new Date(clock.nowMs())],
  );
  return rows[0] && placeOf(phone, rows[0]);
}

/** Takes the code that is shown, if it is the right one for any of the purposes. It works once. */
export async function spendCode(
  queryable: Queryable,
  tools: Tools,
  { phone, purposes, digits }: Meant & { readonly digits: string },
): Promise<CodePlace | undefined> {
  // Counted before it is compared, so that many at once are no more tries than one after the other.
  const { rows } = await queryable.query<Row>(
    `update auth.phone_codes set failures = failures + 1
      where phone = $1 and purpose = any($2) and expires_at > $3 and failures < $4 returning ${columns}`,
    [phone, purposes, new Date(tools.clock.nowMs()), maximumFailures],
  );
  const right = rows.find((row) => timingSafeEqual(row.code_hash, hashOfCode(tools, { ...row, phone }, digits)));
  if (right === undefined) return undefined;
  const taken = await queryable.query('delete from auth.phone_codes where phone = $1 and purpose = $2 and code_hash = $3 returning phone', [
    phone,
    right.purpose,
    right.code_hash,
  ]);
  return taken.rows.length > 0 ? placeOf(phone, right) : undefined;
}

function placeOf(phone: string, { purpose, may_make: mayMake, session_id: sessionId, wanted_account: wanted }: Row): CodePlace {
  return { phone, purpose, mayMake, sessionId, account: wanted === null ? undefined : promisedAccountSchema.parse(JSON.parse(wanted)) };
}

/** It covers the row, so that whoever can write one gives nobody an account or a password. */
function hashOfCode({ keys }: Tools, row: Omit<Row, 'code_hash'> & { readonly phone: string }, digits: string): Buffer {
  const { phone, purpose, may_make: mayMake, session_id: sessionId, wanted_account: wanted } = row;
  return markOf(keys(), 'provider flow', ['phone code', phone, purpose, String(mayMake), sessionId, wanted, digits]);
}
