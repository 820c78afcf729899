import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { authenticatorCode, type Owner } from './owner.ts';

/** Where the web app's client keeps its session in a browser (`web/app/lib/stored-session.ts`). */
const storageKey = 'castellan-auth-token';

/** A full session of the owner's: the client that has it, and what a browser would keep of it, by its storage key. */
export type OwnerSession = { readonly client: SupabaseClient; readonly userId: string; readonly stored: ReadonlyMap<string, string> };

/**
 * Signs in over HTTP with password and authenticator code. A fresh session: a proof of the last five minutes counts. Spends the
 * code of the step, and those before it. Throws where a step is refused. `send`: how requests go out.
 */
export async function openOwnerSession(
  origin: string,
  owner: Owner,
  stepOffset: -1 | 0 | 1,
  send: typeof fetch = fetch,
): Promise<OwnerSession> {
  const stored = new Map<string, string>();
  const client = createClient(origin, await readBackendKey(origin, send), {
    auth: {
      storageKey,
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
      persistSession: true,
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
    global: { fetch: send },
  });
  const signedIn = await client.auth.signInWithPassword({ email: owner.email, password: owner.password });
  if (signedIn.error !== null) throw refused('password', signedIn.error);
  const factorId = signedIn.data.user.factors?.find(({ factor_type }) => factor_type === 'totp')?.id ?? '';
  const challenge = await client.auth.mfa.challenge({ factorId });
  if (challenge.error !== null) throw refused('challenge', challenge.error);
  const verify = async () => {
    const code = await authenticatorCode(owner.authenticatorSecret, stepOffset);
    return client.auth.mfa.verify({ factorId, challengeId: challenge.data.id, code });
  };
  let verified = await verify();
  // The step of a code may end between its making and the server's look at it.
  if (verified.error !== null) verified = await verify();
  if (verified.error !== null) throw refused('code', verified.error);
  return { client, userId: signedIn.data.user.id, stored };
}

/** The public key by which pages ask the backend. */
async function readBackendKey(origin: string, send: typeof fetch): Promise<string> {
  const html = await (await send(`${origin}/auth-terminal`)).text();
  const key = /<meta name="backend-key" content="([^"]+)"/.exec(html)?.[1];
  if (key === undefined) throw new Error('The page names no backend key.');
  return key;
}

function refused(what: string, { message }: Error): Error {
  return new Error(`The sign-in over HTTP failed at its ${what}: ${message}`);
}
