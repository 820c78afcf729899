import { z } from 'zod';
import type { Queryable } from '../../core/database.ts';
import type { PlatformContext } from '../../core/platform-context.ts';
import { openText, sealText } from '../../core/sealed-text.ts';
import { type CredentialResponse, type Expected, type NewPasskey, readCounter } from './passkey-ceremony.ts';

/** A passkey as the database keeps it. */
export type KeptPasskey = {
  /** Of its row. */
  readonly rowId: string;
  /** What its authenticator knows it by, in base64url. */
  readonly id: string;
  /** As `sealPasskey` left it. */
  readonly sealed: string;
  /** What its key was sealed for. */
  readonly place: string;
  /** The newest signature counter seen; 0 where it does not count. */
  readonly counter: number;
  readonly userHandle: string;
  /** Whether its answer has to name the user handle: nobody has said yet whose answer is awaited (WebAuthn Level 3 §7.2 step 6). */
  readonly isFoundByHandle: boolean;
};

/** What is sealed of a passkey: nobody who can write a row can put a public key of their own there. */
const sealedSchema = z.object({ id: z.string(), publicKey: z.string() });

/** A passkey's public key, sealed for its place. */
export function sealPasskey(context: PlatformContext, place: string, { id, publicKey }: Pick<NewPasskey, 'id' | 'publicKey'>): string {
  return sealText(context.keys().authenticatorKey, place, JSON.stringify({ id, publicKey }), context.randomBytes);
}

/** Whether a passkey is somebody's already, as a second factor or in the place of a password: it is never both. */
export async function isPasskeyTaken(queryable: Queryable, id: string): Promise<boolean> {
  const { rows } = await queryable.query(
    `select 1 from auth.mfa_factors where web_authn_credential ->> 'id' = $1
      union all select 1 from auth.webauthn_credentials where credential_id = $2`,
    [id, Buffer.from(id, 'base64url')],
  );
  return rows.length > 0;
}

/** The signature counter of a right answer, which went up or stays at 0; `undefined` where anything about the answer is wrong. */
export async function checkKeptPasskey(
  context: PlatformContext,
  expected: Expected,
  kept: KeptPasskey,
  answer: CredentialResponse,
): Promise<number | undefined> {
  const publicKey = openPublicKey(context, kept);
  if (publicKey === undefined) return undefined;
  const counter = await readCounter(expected, { ...kept, publicKey }, answer);
  if (counter === undefined) return undefined;
  if (counter > kept.counter || (counter === 0 && kept.counter === 0)) return counter;
  context.log.error('A passkey signed with a counter that was seen before: somebody may have a copy of it.', { passkey: kept.rowId });
  return undefined;
}

function openPublicKey(context: PlatformContext, { rowId, id, place, sealed }: KeptPasskey): string | undefined {
  const opened = openText(context.keys().authenticatorKey, place, sealed);
  const key = opened.ok ? sealedSchema.safeParse(JSON.parse(opened.value)) : undefined;
  if (key?.success && key.data.id === id) return key.data.publicKey;
  context.log.error('A passkey cannot be opened: its row was changed, or the keys were.', { passkey: rowId });
  return undefined;
}
