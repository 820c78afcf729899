import { timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../../../core/database.ts';
import type { PlatformContext } from '../../../core/platform-context.ts';
import type { PhonePurpose, ShownCode } from '../../auth-tools.ts';
import { markOf } from '../marks.ts';

/** How long a code works. */
const codeLifeMs = 5 * 60_000;

/** Six digits are few: so many wrong ones end the code. */
const maximumFailures = 5;

/** What a code is for. */
export type CodePlace = {
  readonly phone: string;
  readonly purpose: PhonePurpose;
  readonly mayMake: boolean;
  readonly sessionId: string | null;
};

type Tools = Pick<PlatformContext, 'keys' | 'clock' | 'randomBytes'>;

type Row = { readonly may_make: boolean; readonly session_id: string | null; readonly code_hash: Buffer };

/** A new code for a number, which voids the one before for the same purpose. */
export async function issueCode(queryable: Queryable, tools: Tools, place: CodePlace): Promise<string> {
  // Six bytes modulo a million: no digit is measurably likelier than another.
  const digits = String(Buffer.from(tools.randomBytes(6)).readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
  const nowMs = tools.clock.nowMs();
  await queryable.query('delete from auth.phone_codes where expires_at <= $1', [new Date(nowMs)]);
  await queryable.query(
    `insert into auth.phone_codes (phone, purpose, may_make, session_id, code_hash, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (phone, purpose) do update set may_make = excluded.may_make, session_id = excluded.session_id, code_hash = excluded.code_hash,
        failures = 0, created_at = excluded.created_at, expires_at = excluded.expires_at`,
    [
      place.phone,
      place.purpose,
      place.mayMake,
      place.sessionId,
      hashOfCode(tools, place, digits),
      new Date(nowMs),
      new Date(nowMs + codeLifeMs),
    ],
  );
  return digits;
}

/** What a code is for that waits; `undefined` where none does. */
export async function findCode(
  queryable: Queryable,
  { clock }: Tools,
  { phone, purpose }: Omit<ShownCode, 'digits'>,
): Promise<CodePlace | undefined> {
  const { rows } = await queryable.query<Row>(
    'select may_make, session_id, code_hash from auth.phone_codes where phone = $1 and purpose = $2 and expires_at > $3',
    [phone, purpose, new Date(clock.nowMs())],
  );
  const [row] = rows;
  return row && { phone, purpose, mayMake: row.may_make, sessionId: row.session_id };
}

/** Takes the code that is shown, if it is the right one. It works once. */
export async function spendCode(queryable: Queryable, tools: Tools, { phone, purpose, digits }: ShownCode): Promise<CodePlace | undefined> {
  // Counted before it is compared, so that many at once are no more tries than one after the other.
  const { rows } = await queryable.query<Row>(
    `update auth.phone_codes set failures = failures + 1
      where phone = $1 and purpose = $2 and expires_at > $3 and failures < $4 returning may_make, session_id, code_hash`,
    [phone, purpose, new Date(tools.clock.nowMs()), maximumFailures],
  );
  const [row] = rows;
  const place = row && { phone, purpose, mayMake: row.may_make, sessionId: row.session_id };
  if (row === undefined || place === undefined || !timingSafeEqual(row.code_hash, hashOfCode(tools, place, digits))) return undefined;
  const taken = await queryable.query('delete from auth.phone_codes where phone = $1 and purpose = $2 and code_hash = $3 returning phone', [
    phone,
    purpose,
    row.code_hash,
  ]);
  return taken.rows.length > 0 ? place : undefined;
}

function hashOfCode({ keys }: Tools, { phone, purpose, mayMake, sessionId }: CodePlace, digits: string): Buffer {
  return markOf(keys(), 'provider flow', ['phone code', phone, purpose, String(mayMake), sessionId, digits]);
}
