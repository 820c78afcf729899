import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js';
import { keysFileOf, openKeys } from '../server/keys/key-store.ts';
import { authenticatorCode, createTestOwner, type Owner } from '../tests/support/owner.ts';

/** An owner of the app that is measured, signed in with password and code. */
export type SignedInOwner = {
  readonly owner: Owner;
  readonly client: SupabaseClient;
  readonly session: Session;
  /** What a request of the owner's carries. */
  readonly headers: { readonly apikey: string; readonly authorization: string; readonly 'content-type': string };
  readonly databasePassword: string;
};

/** Makes the owner of a running server's data folder and signs in. */
export async function signInNewOwner(url: string, dataFolder: string): Promise<SignedInOwner> {
  const owner = await createTestOwner(dataFolder);
  const { ring, databasePassword } = await openKeys(keysFileOf(dataFolder));
  const client = createClient(url, ring.publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });
  await client.auth.signInWithPassword({ email: owner.email, password: owner.password });
  const { data: factors } = await client.auth.mfa.listFactors();
  const code = await authenticatorCode(owner.authenticatorSecret);
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId: factors?.totp[0]?.id ?? '', code });
  if (error !== null) throw error;
  const { session } = (await client.auth.getSession()).data;
  if (session === null) throw new Error('The owner could not be signed in.');
  const headers = {
    apikey: ring.publishableKey,
    authorization: `Bearer ${session.access_token}`,
    'content-type': 'application/json',
  };
  return { owner, client, session, headers, databasePassword };
}
