import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider, { type Configuration, type JWK } from 'oidc-provider';

/** Somebody with an account at the provider. */
export type Person = { readonly sub: string; readonly email?: string; readonly email_verified?: boolean; readonly name?: string };

/** As whom the service is known to the provider. */
export const testClient = { id: 'castellan', secret: 'a secret that only the two of them know' };

/** The service's own address at which the provider sends browsers back. */
const testCallback = 'http://castellan.test/auth/v1/callback';

/** A real OpenID provider on loopback, which sends browsers back to `callback`. Whoever comes is signed in as the person of the moment, without a form. */
export async function startTestProvider(callback = testCallback) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: 'of the test', alg: 'RS256', use: 'sig' } as JWK;
  const people = new Map<string, Person>();
  const present: { person: Person; refuses: boolean } = { person: { sub: 'nobody' }, refuses: false };
  const asked: string[] = [];
  const provider = new Provider(issuer, configuration({ people, key: jwk, callback }));
  const handle = provider.callback();
  server.on('request', (request, response) => {
    asked.push(request.url ?? '');
    if (!request.url?.startsWith('/interaction/')) return void handle(request, response);
    people.set(present.person.sub, present.person);
    const result = present.refuses
      ? { error: 'access_denied', error_description: 'End-User aborted interaction' }
      : { login: { accountId: present.person.sub } };
    void provider.interactionFinished(request, response, result);
  });
  return {
    issuer,
    publicKey,
    /** An identity token of the provider's key, whatever it says. */
    sign: (claims: JWTPayload) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'of the test' }).sign(privateKey),
    /** Who is signed in there from now on. */
    present,
    /** The paths that were asked for, in order. */
    asked,
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

type Known = { readonly people: ReadonlyMap<string, Person>; readonly key: JWK; readonly callback: string };

function configuration({ people, key, callback }: Known): Configuration {
  return {
    jwks: { keys: [key] },
    clients: [
      {
        client_id: testClient.id,
        client_secret: testClient.secret,
        redirect_uris: [callback],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    cookies: { keys: ['a key of the test’s'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 86_400, AuthorizationCode: 60 },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ ...people.get(sub), sub }) }),
    // Nobody is asked for consent.
    loadExistingGrant: async (context) => {
      const { Grant } = context.oidc.provider;
      const grant = new Grant({ clientId: context.oidc.client?.clientId, accountId: context.oidc.session?.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

/** A browser as far as sign-ins go: it keeps cookies by origin, and follows redirects until they leave what it may visit. */
export function openTestBrowser(serverUrl: string, sent: Readonly<Record<string, string>> = {}) {
  const jars = new Map<string, Map<string, string>>();
  const visit = async (address: string): Promise<Response> => {
    const { origin } = new URL(address);
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: cookie === '' ? sent : { ...sent, cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (/expires=Thu, 01 Jan 1970/i.test(set)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  /** The service has a public name in the tests, and is reached at the address of its listener. */
  const reached = (address: string) => address.replace('http://castellan.test/auth/v1', `${serverUrl}/auth/v1`);
  /** Follows redirects to the address at which the callback is, unvisited. */
  const goToCallback = async (address: string): Promise<string> => {
    let next = address;
    for (let hops = 0; hops < 10; hops += 1) {
      const response = await visit(next);
      const location = response.headers.get('location');
      if (location === null) throw new Error(`The way ends at ${next} with ${response.status}: ${await response.text()}`);
      next = new URL(location, next).href;
      if (new URL(next).pathname === '/auth/v1/callback') return reached(next);
    }
    throw new Error('The way has no end.');
  };
  /** The address of the site that a sign-in ends at. */
  const signIn = async (address: string): Promise<URL> => landOn(await goToCallback(address));
  const landOn = async (callback: string): Promise<URL> => {
    const response = await visit(callback);
    return new URL(response.headers.get('location') ?? `http://nowhere.test/${response.status}`);
  };
  return { visit, goToCallback, signIn, landOn };
}
