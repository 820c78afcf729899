import type { Account } from '../account.ts';
import { type Outcome, refuse } from '../auth-failure.ts';
import type { AuthCall, AuthHandler, AuthTools } from '../auth-tools.ts';
import { type RelyingParty, relyingPartyOf } from '../factors/relying-party.ts';
import { signUpSettings } from '../sign-up/new-accounts.ts';

/** Answers a call on passkeys in the place of a password, which are made for this party. */
export type PasskeyHandler = (tools: AuthTools, call: AuthCall, party: RelyingParty) => Promise<Outcome<Response>>;

const passkeysOff = refuse(404, 'passkey_disabled', 'Passkeys are disabled');

/** A call that there is only where the owner of the server lets other accounts sign in by passkey. */
export function forPasskeys(handler: PasskeyHandler): AuthHandler {
  return async (tools, call) => {
    const party = passkeyParty(tools);
    return party === undefined ? passkeysOff : handler(tools, call, party);
  };
}

/** Whom such passkeys are made for; `undefined` where there are none. */
export function passkeyParty(tools: Pick<AuthTools, 'context'>): RelyingParty | undefined {
  return signUpSettings(tools).passkeys ? relyingPartyOf(tools.context.publicUrl) : undefined;
}

/**
 * Whether an account may sign in by passkey alone: the owner's never, and none while there is no owner, because it might become the
 * owner's. The owner signs in by password and code.
 */
export async function mayUsePasskeys({ context }: Pick<AuthTools, 'context'>, { id }: Pick<Account, 'id'>): Promise<boolean> {
  const owner = await context.findOwner?.();
  return owner !== undefined && owner !== id;
}
