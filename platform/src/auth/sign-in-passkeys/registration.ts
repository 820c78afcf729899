import { randomUUID } from 'node:crypto';
import { succeed } from '@castellan/foundation/result';
import { inTransaction, type Queryable } from '../../core/database.ts';
import { type Outcome, refuse } from '../auth-failure.ts';
import { type AuthCall, type AuthTools, answer } from '../auth-tools.ts';
import { requireFreshCode } from '../factors/factors.ts';
import { isPasskeyTaken, sealPasskey } from '../factors/kept-passkey.ts';
import { creationOptions, readNewPasskey, userHandleOf } from '../factors/passkey-ceremony.ts';
import type { RelyingParty } from '../factors/relying-party.ts';
import { lockSignedIn, requireSession, type SignedIn } from '../require-session.ts';
import { type ChallengePurpose, makeChallenge, readChallenge, requireUnspent } from './challenges.ts';
import {
  listAddresses,
  maximumPasskeys,
  placeOf,
  readSentAnswer,
  type SentAnswer,
  shownColumns,
  shownPasskey,
  verificationFailed,
} from './credentials.ts';
import { mayUsePasskeys } from './require-passkeys.ts';

/** What a passkey is called until its holder says otherwise. */
const firstName = 'Passkey';

const purposeOf = ({ session }: SignedIn): ChallengePurpose => `registration ${session.id}`;

/** `POST /passkeys/registration/options`: what a browser makes a passkey from that signs in to this account. */
export async function askNewPasskey(tools: AuthTools, call: AuthCall, party: RelyingParty): Promise<Outcome<Response>> {
  const { context } = tools;
  const signedIn = await requireSession(tools, call);
  if (!signedIn.ok) return signedIn;
  const allowed = await requireRegistrar(tools, context.database.auth, signedIn.value);
  if (!allowed.ok) return allowed;
  const { account } = signedIn.value;
  const known = await listAddresses(context.database.auth, account.id);
  const { id, challenge, expiresAt } = makeChallenge(context, purposeOf(signedIn.value));
  // One handle for an account: its authenticators find the passkey by it, and keep one each.
  const holder = { userHandle: userHandleOf(account.id), name: account.email, residentKey: 'required' } as const;
  const options = creationOptions({ party, challenge }, holder, known);
  return succeed(answer({ challenge_id: id, options, expires_at: expiresAt }));
}

/** `POST /passkeys/registration/verify`: keeps the passkey that was made. */
export async function keepNewPasskey(tools: AuthTools, call: AuthCall, party: RelyingParty): Promise<Outcome<Response>> {
  const { context } = tools;
  const signedIn = await requireSession(tools, call);
  if (!signedIn.ok) return signedIn;
  const sent = await readSentAnswer(call.request);
  if (!sent.ok) return sent;
  return inTransaction(context.database.auth, async (client) => {
    const locked = await lockSignedIn(client, signedIn.value);
    if (!locked.ok) return locked;
    const allowed = await requireRegistrar(tools, client, locked.value);
    return allowed.ok ? insertPasskey(tools, client, { signedIn: locked.value, party, sent: sent.value }) : allowed;
  });
}

async function insertPasskey(
  { context }: AuthTools,
  client: Queryable,
  { signedIn, party, sent }: { readonly signedIn: SignedIn; readonly party: RelyingParty; readonly sent: SentAnswer },
): Promise<Outcome<Response>> {
  const userId = signedIn.account.id;
  const challenge = readChallenge(context, purposeOf(signedIn), sent.challengeId);
  if (!challenge.ok) return challenge;
  const unspent = await requireUnspent(client, context, { userId, challengeId: sent.challengeId });
  if (!unspent.ok) return unspent;
  const made = await readNewPasskey({ party, challenge: challenge.value }, sent.response);
  if (made === undefined) return verificationFailed;
  await unspent.value.spend();
  if (await isPasskeyTaken(client, made.id)) return credentialExists;
  const rowId = randomUUID();
  const { rows } = await client.query<Parameters<typeof shownPasskey>[0]>(
    `insert into auth.webauthn_credentials
        (id, user_id, credential_id, sealed_key, aaguid, sign_count, transports, friendly_name, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) on conflict (credential_id) do nothing returning ${shownColumns}`,
    [
      rowId,
      userId,
      Buffer.from(made.id, 'base64url'),
      sealPasskey(context, placeOf(userId, rowId), made),
      made.aaguid,
      made.counter,
      JSON.stringify(made.transports),
      firstName,
      new Date(context.clock.nowMs()),
    ],
  );
  const [row] = rows;
  return row === undefined ? credentialExists : succeed(answer(shownPasskey(row)));
}

const credentialExists = refuse(422, 'webauthn_credential_exists', 'This credential is already registered');

/** Whether the session may add a passkey to its account: a further way in takes what changing the password takes. */
async function requireRegistrar(tools: AuthTools, queryable: Queryable, signedIn: SignedIn): Promise<Outcome<void>> {
  const { account } = signedIn;
  if (account.is_anonymous) return refuse(403, 'no_authorization', 'Anonymous user not allowed to perform these actions');
  if (!(await mayUsePasskeys(tools, account))) return ownerRefused;
  const level = requireFullSession(signedIn);
  if (!level.ok) return level;
  const fresh = await requireFreshCode(queryable, signedIn, tools.context.clock.nowMs());
  if (!fresh.ok) return fresh;
  const { rows } = await queryable.query<{ count: number }>(
    'select count(*)::int as count from auth.webauthn_credentials where user_id = $1',
    [account.id],
  );
  if ((rows[0]?.count ?? 0) < maximumPasskeys) return succeed(undefined);
  return refuse(422, 'too_many_passkeys', 'Maximum number of passkeys reached');
}

const ownerRefused = refuse(
  403,
  'owner_protected',
  'The owner signs in by password and authenticator. A passkey of the owner is added as an authenticator',
);

/** Where an account has an authenticator, its passkeys are added and removed by a session that gave it. */
export function requireFullSession({ account, session }: SignedIn): Outcome<void> {
  if (!account.factor_required || session.aal !== 'aal1') return succeed(undefined);
  return refuse(403, 'insufficient_aal', 'AAL2 session is required to manage passkeys when MFA is enabled');
}
