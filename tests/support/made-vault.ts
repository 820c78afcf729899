import { systemClock } from '@castellan/foundation/clock';
import { minNewCost } from '@castellan/vault-core/crypto/argon2id';
import { argon2idOfLibsodium } from '@castellan/vault-core/crypto/argon2id-libsodium';
import { createVault } from '@castellan/vault-core/slots/create-vault';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Owner } from './owner.ts';
import { openOwnerSession } from './owner-session.ts';

/** What opens a vault that was made for journeys. */
export type MadeVault = { readonly master: string; readonly recoveryKey: string };

/** The master of every vault that is made for journeys. */
export const master = 'seven grey herons keep the weir';

/**
 * Makes an empty vault in the product's own format, from no device: each browser that opens it is a new one to it. A guess at its
 * master costs the least that a new vault may have. Of the authenticator's codes it spends the one before the present, so that a
 * journey on a copy still has both that follow; its session is over afterwards.
 */
export async function makeVault(origin: string, owner: Owner): Promise<MadeVault> {
  const { client, userId } = await openOwnerSession(origin, owner, -1);
  const made = await makeVaultBy(client, userId);
  await client.auth.signOut({ scope: 'local' });
  return made;
}

/** Makes such a vault by a session that is there. */
export async function makeVaultBy(client: SupabaseClient, userId: string): Promise<MadeVault> {
  const created = await createVault(
    {
      crypto: crypto.subtle,
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
      clock: systemClock,
      argon2id: argon2idOfLibsodium,
    },
    userId,
    [{ kind: 'master', master, cost: minNewCost }, { kind: 'recovery' }],
  );
  if (!created.ok) throw new Error(`The vault was not made: ${created.failure.code}`);
  const { creation, recoveryKey = '' } = created.value;
  const { error } = await client.rpc('create_vault', { vault: creation });
  if (error !== null) throw new Error(`The vault was not taken: ${error.message}`);
  return { master, recoveryKey };
}
