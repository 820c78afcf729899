import { createClient } from '@supabase/supabase-js';
import { authenticatorCode, type Owner } from '../owner.ts';
import { makeDataFolder, type RunningServer, startTestServer } from '../running-server.ts';
import { type StrictProject, startStrictProject } from './strict-project.ts';

/** A real server in front of a project of its own. */
export type ServedProject = {
  readonly project: StrictProject;
  readonly server: RunningServer;
  /** Ends both, and deletes what they kept. */
  readonly stop: () => Promise<void>;
};

/** Starts a project that nobody owns yet, and a server in front of it. */
export async function serveProject(environment: Readonly<Record<string, string>> = {}): Promise<ServedProject> {
  const project = await startStrictProject({ ownerless: true });
  const data = makeDataFolder();
  const stop = async () => {
    await project.stop();
    data.remove();
  };
  try {
    const server = await startTestServer(data.path, { ...project.environment, ...environment });
    return { project, server, stop: async () => void (await server.stop().then(stop)) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Makes the owner by the setup link and the client's own calls, with an authenticator. Spends the code before the present one: both that
 * follow are left.
 */
export async function becomeOwner({ server, project }: ServedProject): Promise<Owner> {
  const account = { email: 'ada@castellan.test', password: 'brass lantern over quiet harbour' };
  const secret = /#setup=(\S+)$/.exec(server.setupLink ?? '')?.[1];
  const made = await fetch(`${server.url}/functions/v1/setup`, {
    method: 'POST',
    headers: { apikey: project.environment.BACKEND_ANON_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, secret }),
  });
  if (made.status !== 201) throw new Error(`The owner was not made: ${await made.text()}`);
  const client = createClient(server.url, project.environment.BACKEND_ANON_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  await client.auth.signInWithPassword(account);
  const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Authenticator' });
  if (enrolled.data?.type !== 'totp') throw new Error(`No authenticator was enrolled: ${enrolled.error?.message}`);
  const { id: factorId, totp } = enrolled.data;
  const verified = await client.auth.mfa.challengeAndVerify({ factorId, code: await authenticatorCode(totp.secret, -1) });
  if (verified.error !== null) throw new Error(`The authenticator was not verified: ${verified.error.message}`);
  await client.auth.signOut({ scope: 'local' });
  return { ...account, authenticatorSecret: totp.secret };
}
