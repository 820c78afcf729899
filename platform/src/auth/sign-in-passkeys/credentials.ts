import { z } from 'zod';
import type { Queryable } from '../../core/database.ts';
import { type Outcome, refuse } from '../auth-failure.ts';
import type { KeptPasskey } from '../factors/kept-passkey.ts';
import { type CredentialResponse, credentialResponseSchema, type PasskeyAddress, userHandleOf } from '../factors/passkey-ceremony.ts';
import { readBody } from '../request-body.ts';

/** As many as the hosted service keeps for an account. */
export const maximumPasskeys = 10;

/** A passkey in the place of a password, as clients see it. */
export type ShownPasskey = {
  readonly id: string;
  readonly friendly_name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | undefined;
};

/** What the calls of management answer with. */
export const shownColumns = 'id, friendly_name, created_at, last_used_at';

/** A row of `shownColumns`; what is not there is left out, as the hosted service does. */
export function shownPasskey(row: Omit<ShownPasskey, 'last_used_at'> & { readonly last_used_at: Date | null }): ShownPasskey {
  return { ...row, last_used_at: row.last_used_at ?? undefined };
}

/** The account's passkeys, oldest first. */
export async function listPasskeys(queryable: Queryable, userId: string): Promise<readonly ShownPasskey[]> {
  const { rows } = await queryable.query<Parameters<typeof shownPasskey>[0]>(
    `select ${shownColumns} from auth.webauthn_credentials where user_id = $1 order by created_at, id`,
    [userId],
  );
  return rows.map(shownPasskey);
}

/** Every passkey that an account has, of either kind: its authenticators are to make no second one. */
export async function listAddresses(queryable: Queryable, userId: string): Promise<readonly PasskeyAddress[]> {
  const { rows } = await queryable.query<{ id: Buffer; transports: readonly string[] }>(
    'select credential_id as id, transports from auth.webauthn_credentials where user_id = $1 order by created_at, id',
    [userId],
  );
  const factors = await queryable.query<{ address: PasskeyAddress }>(
    'select web_authn_credential as address from auth.mfa_factors where user_id = $1 and web_authn_credential is not null',
    [userId],
  );
  return [
    ...rows.map(({ id, transports }) => ({ id: id.toString('base64url'), transports })),
    ...factors.rows.map(({ address }) => address),
  ];
}

/** Whose passkey it is that answers with an id. */
export async function findHolder(queryable: Queryable, id: string): Promise<string | undefined> {
  const { rows } = await queryable.query<{ userId: string }>(
    'select user_id as "userId" from auth.webauthn_credentials where credential_id = $1',
    [Buffer.from(id, 'base64url')],
  );
  return rows[0]?.userId;
}

/** The account's passkey with an id, as it is checked. Its own spelling of the id is kept, of which a sender's may be a variant. */
export async function findKeptPasskey(queryable: Queryable, userId: string, id: string): Promise<KeptPasskey | undefined> {
  const bytes = Buffer.from(id, 'base64url');
  const { rows } = await queryable.query<{ rowId: string; sealed: string; counter: string }>(
    'select id as "rowId", sealed_key as sealed, sign_count as counter from auth.webauthn_credentials where user_id = $1 and credential_id = $2',
    [userId, bytes],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const place = placeOf(userId, row.rowId);
  return {
    ...row,
    id: bytes.toString('base64url'),
    place,
    counter: Number(row.counter),
    userHandle: userHandleOf(userId),
    isFoundByHandle: true,
  };
}

/** What a passkey's key is sealed for: another purpose than a second factor's, so that neither can be put in the other's place. */
export function placeOf(userId: string, rowId: string): string {
  return `castellan auth: sign-in passkey ${userId} ${rowId}`;
}

const bodySchema = z.looseObject({ challenge_id: z.guid(), credential: z.unknown() });

/** What both verifications are sent. */
export type SentAnswer = { readonly challengeId: string; readonly response: CredentialResponse };

/** Reads it. An answer that is none is refused like a wrong one. */
export async function readSentAnswer(request: Request): Promise<Outcome<SentAnswer>> {
  const body = await readBody(request, bodySchema);
  if (!body.ok) return body;
  const response = credentialResponseSchema.safeParse(body.value.credential);
  if (!response.success) return refuse(400, 'webauthn_verification_failed', 'Invalid credential response');
  return { ok: true, value: { challengeId: body.value.challenge_id.toLowerCase(), response: response.data } };
}

/** The one answer to all that is wrong with a passkey, known or not. */
export const verificationFailed = refuse(400, 'webauthn_verification_failed', 'Credential verification failed');
