import { createClient } from '@supabase/supabase-js';
import { type SignUpSettings, signUpClosed } from '../../core/platform-context.ts';
import { type AskedOptions, createTestPasskey, type Tampering } from '../factors/test-passkey.ts';
import { rightPassword, startTestAuth } from '../test-auth-service.ts';

/** The service with passkeys in the place of a password, an owner, and the unmodified client. */
export async function startTestPasskeys() {
  const set: { -readonly [Name in keyof SignUpSettings]: SignUpSettings[Name] } = { ...signUpClosed, passkeys: true };
  const auth = await startTestAuth({ signUps: set });
  const server = await auth.listen();
  const makeClient = (key = auth.keys.ring.publishableKey) =>
    createClient(server.url, key, { auth: { persistSession: false, autoRefreshToken: false } }).auth;
  const ownersEmail = await auth.addAccount();
  auth.owner.id = (await auth.admin.query<{ id: string }>('select id from auth.users')).rows[0]?.id;

  /** An account besides the owner's, signed in by its password. */
  const signInGuest = async () => {
    const email = await auth.addAccount();
    const client = makeClient();
    const { data } = await client.signInWithPassword({ email, password: rightPassword });
    if (data.user === null) throw new Error('the password was refused');
    return { email, client, userId: data.user.id, token: data.session.access_token };
  };

  type Client = ReturnType<typeof makeClient>;

  const register = async (client: Client, passkey = createTestPasskey(), tampering: Tampering = {}) => {
    const asked = await client.passkey.startRegistration();
    if (asked.data === null) return { passkey, answer: { data: null, error: asked.error } };
    const credential = passkey.make(asked.data.options as AskedOptions, tampering) as never;
    return { passkey, answer: await client.passkey.verifyRegistration({ challengeId: asked.data.challenge_id, credential }) };
  };

  /** A guest with a passkey. */
  const guestWithPasskey = async () => {
    const guest = await signInGuest();
    const { passkey, answer } = await register(guest.client);
    if (answer.data === null) throw answer.error;
    return { ...guest, passkey, passkeyId: answer.data.id };
  };

  const ask = async (client = makeClient()) => {
    const { data, error } = await client.passkey.startAuthentication();
    if (data === null) throw error;
    return { client, challengeId: data.challenge_id, options: data.options as AskedOptions };
  };

  /** Asks and answers in one go. */
  const signIn = async (passkey: ReturnType<typeof createTestPasskey>, tampering: Tampering = {}) => {
    const { client, challengeId, options } = await ask();
    const credential = passkey.use(options, tampering) as never;
    return { client, ...(await client.passkey.verifyAuthentication({ challengeId, credential })) };
  };

  return {
    auth,
    set,
    makeClient,
    ownersEmail,
    signInGuest,
    register,
    guestWithPasskey,
    ask,
    signIn,
    stop: async () => {
      await server.close();
      await auth.stop();
    },
  };
}
