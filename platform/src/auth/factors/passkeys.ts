import { succeed } from '@castellan/foundation/result';
import type { Queryable } from '../../core/database.ts';
import type { PlatformContext } from '../../core/platform-context.ts';
import type { Account } from '../account.ts';
import { type Outcome, refuse } from '../auth-failure.ts';
import type { FactorPlace } from '../sealed-secret.ts';
import type { Factor } from './factors.ts';
import { checkKeptPasskey, isPasskeyTaken, type KeptPasskey, sealPasskey } from './kept-passkey.ts';
import {
  type Ceremony,
  type CredentialResponse,
  creationOptions,
  type PasskeyAddress,
  readNewPasskey,
  requestOptions,
  userHandleOf,
} from './passkey-ceremony.ts';
import { type RelyingParty, relyingPartyOf } from './relying-party.ts';

/**
 * What a challenge keeps until it is answered: which ceremony, and the 32 random bytes (base64url) to be signed. `only`: the
 * one credential that may answer, where not every passkey of the account may.
 */
export type AskedPasskey = { readonly type: Ceremony; readonly challenge: string; readonly only?: string };

const challengeBytes = 32;

type PasskeyRow = Factor & { readonly web_authn_credential: PasskeyAddress; readonly web_authn_counter: string };

/**
 * What a passkey that is not made yet, any of the account's, or (`onlyThis`) the factor's own is asked: `shown` in the hosted service's shape, `kept` with
 * the challenge. Failure: `mfa_webauthn_verify_not_enabled` where the public address can have no passkeys.
 */
export async function askPasskey(
  queryable: Queryable,
  context: PlatformContext,
  { account, factor, onlyThis }: { readonly account: Account; readonly factor: Factor; readonly onlyThis: boolean },
): Promise<Outcome<{ readonly kept: AskedPasskey; readonly shown: object }>> {
  const party = relyingPartyOf(context.publicUrl);
  if (party === undefined) return passkeysOff;
  const passkeys = await listPasskeys(queryable, account.id);
  const known = passkeys.map(({ web_authn_credential: address }) => address);
  const challenge = Buffer.from(context.randomBytes(challengeBytes)).toString('base64url');
  const isNew = factor.status === 'unverified';
  // A handle of its own for each, so that a new one does not take the place of another that may still open the vault.
  const holder = { userHandle: userHandleOf(factor.id), name: nameOf(account, factor), residentKey: 'preferred' } as const;
  const only = onlyThis ? passkeys.find(({ id }) => id === factor.id)?.web_authn_credential : undefined;
  const asked = only === undefined ? known : [only];
  const publicKey = isNew ? creationOptions({ party, challenge }, holder, known) : requestOptions({ party, challenge }, asked);
  const type = isNew ? 'create' : 'request';
  const kept = { type, challenge, ...(only === undefined ? {} : { only: only.id }) } as const;
  return succeed({ kept, shown: { type, credential_options: { publicKey } } });
}

function nameOf({ email }: Account, { friendly_name: label }: Factor): string {
  return label ? `${email} (${label})` : email;
}

const passkeysOff = refuse(422, 'mfa_webauthn_verify_not_enabled', 'MFA verification is disabled for WebAuthn');

/** What a passkey's answer is held against. `factor` is the one whose challenge it answers. */
export type PasskeyAnswer = {
  readonly account: Account;
  readonly factor: Factor;
  readonly asked: AskedPasskey;
  readonly type: Ceremony;
  readonly response: CredentialResponse;
};

/**
 * The factor that answered, written as it now is; `undefined` where anything about the answer is wrong. A new passkey is kept
 * with its factor. To a request any of the account's passkeys may answer (or the one that was asked alone), and its signature counter goes up or stays at 0.
 * Runs under the account's lock.
 */
export async function acceptPasskey(queryable: Queryable, context: PlatformContext, given: PasskeyAnswer): Promise<Factor | undefined> {
  const party = relyingPartyOf(context.publicUrl);
  const { asked, type, factor } = given;
  if (party === undefined || type !== asked.type || (type === 'create') !== (factor.status === 'unverified')) return undefined;
  return type === 'create' ? keepPasskey(queryable, context, party, given) : checkPasskey(queryable, context, party, given);
}

async function keepPasskey(
  queryable: Queryable,
  context: PlatformContext,
  party: RelyingParty,
  { account, factor, asked, response }: PasskeyAnswer,
): Promise<Factor | undefined> {
  const made = await readNewPasskey({ party, challenge: asked.challenge }, response);
  if (made === undefined) return undefined;
  const { id, transports, counter, aaguid } = made;
  if (await isPasskeyTaken(queryable, id)) return undefined;
  const sealed = sealPasskey(context, placeOf({ userId: account.id, factorId: factor.id }), made);
  await queryable.query(
    'update auth.mfa_factors set web_authn_credential = $2, web_authn_aaguid = $3, web_authn_counter = $4, secret = $5 where id = $1',
    [factor.id, { id, transports }, aaguid, counter, sealed],
  );
  return factor;
}

async function checkPasskey(
  queryable: Queryable,
  context: PlatformContext,
  party: RelyingParty,
  { account, asked, response }: PasskeyAnswer,
): Promise<Factor | undefined> {
  if (asked.only !== undefined && asked.only !== response.id) return undefined;
  const passkey = (await listPasskeys(queryable, account.id)).find((row) => row.web_authn_credential.id === response.id);
  if (passkey === undefined) return undefined;
  const kept: KeptPasskey = {
    rowId: passkey.id,
    id: response.id,
    sealed: passkey.secret ?? '',
    place: placeOf({ userId: account.id, factorId: passkey.id }),
    counter: Number(passkey.web_authn_counter),
    userHandle: userHandleOf(passkey.id),
    isFoundByHandle: false,
  };
  const counter = await checkKeptPasskey(context, { party, challenge: asked.challenge }, kept, response);
  if (counter === undefined) return undefined;
  await queryable.query('update auth.mfa_factors set web_authn_counter = $2 where id = $1', [passkey.id, counter]);
  return passkey;
}

async function listPasskeys(queryable: Queryable, userId: string): Promise<readonly PasskeyRow[]> {
  const { rows } = await queryable.query<PasskeyRow>(
    `select id, factor_type, status, friendly_name, secret, web_authn_credential, web_authn_counter from auth.mfa_factors
      where user_id = $1 and factor_type = 'webauthn' and status = 'verified' and web_authn_credential is not null
      order by created_at, id`,
    [userId],
  );
  return rows;
}

// Another purpose than an authenticator app's secret, so that neither can be put in the other's place.
function placeOf({ userId, factorId }: FactorPlace): string {
  return `castellan auth: passkey ${userId} ${factorId}`;
}
