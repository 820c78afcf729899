import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { parseBase32 } from '@castellan/foundation/base32';
import { totpCode, totpStep } from '@castellan/foundation/totp';
import { exportJWK, generateKeyPair } from 'jose';
import { createTestDatabase } from '../../../tests/support/test-database.ts';
import { openDatabase, openPool } from '../core/database.ts';
import { type LogFields, silentLog } from '../core/log.ts';
import type { AuthEvents, PlatformContext } from '../core/platform-context.ts';
import type { KeyRing, SigningKey } from '../core/tokens.ts';
import { createUser } from './administration.ts';
import { type AuthService, createAuthService } from './auth-service.ts';
import type { OtherWays } from './auth-tools.ts';
import { type AskedOptions, createTestPasskey, type Tampering, testOrigin } from './factors/test-passkey.ts';

/** What a test sends besides method, path and body. */
export type Sent = {
  readonly token?: string | undefined;
  readonly address?: string;
  readonly secure?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The fields of all answers together: a test reads those that its call answers with. */
type AnswerBody = {
  readonly code: string;
  readonly message: string;
  readonly weak_password: { readonly reasons: readonly string[] };
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly expires_at: number;
  readonly id: string;
  readonly email: string;
  readonly totp: { readonly secret: string; readonly uri: string };
  readonly type: string;
  readonly webauthn: { readonly type: 'create' | 'request'; readonly credential_options: { readonly publicKey: AskedOptions } };
  readonly codes: readonly [string, string, string, ...string[]];
  readonly factors: readonly { readonly id: string }[] | undefined;
  readonly identities: readonly unknown[];
  readonly user_metadata: unknown;
  readonly user: { readonly id: string; readonly factors: readonly { readonly id: string }[] };
};

/** An answer with its JSON already read. */
export type Answer = { readonly status: number; readonly headers: Headers; readonly body: AnswerBody };

/** A passkey's answer to a challenge. */
export type AnsweredPasskey = { readonly challengeId: string; readonly type: string; readonly response: unknown };

/** The password of every account the tests make. */
export const rightPassword = 'a fine long pass phrase';

/**
 * The service over a database of its own, with a clock that the test moves. `changed`: what the owner of the server set. `openWays`: who
 * takes somebody else's word.
 */
export async function startTestAuth(
  changed: Pick<PlatformContext, 'signUps' | 'mails'> = {},
  openWays: (context: PlatformContext) => OtherWays | undefined = () => undefined,
) {
  const database = await createTestDatabase();
  const connections = openDatabase(database.address, () => {});
  const admin = openPool(database.address, 'postgres', { max: 2 });
  const time = { nowMs: Date.now() };
  const keys: { ring: KeyRing } = { ring: await makeKeys() };
  const failures: Parameters<AuthEvents['signInFailed']>[0][] = [];
  const ended: string[] = [];
  const logged: { readonly level: 'debug' | 'warn' | 'error'; readonly event: string; readonly fields: LogFields | undefined }[] = [];
  const owner: { id: string | undefined } = { id: undefined };
  const context: PlatformContext = {
    database: connections,
    keys: () => keys.ring,
    clock: { nowMs: () => time.nowMs },
    randomBytes: (count) => randomBytes(count),
    log: {
      ...silentLog,
      debug: (event, fields) => logged.push({ level: 'debug', event, fields }),
      warn: (event, fields) => logged.push({ level: 'warn', event, fields }),
      error: (event, fields) => logged.push({ level: 'error', event, fields }),
    },
    publicUrl: 'http://castellan.test',
    authEvents: { signInFailed: (event) => failures.push(event), sessionsEnded: (ids) => ended.push(...ids) },
    passwordCost: 4,
    findOwner: async () => owner.id,
    isGuest: async (userId) => owner.id !== undefined && owner.id !== userId,
    ...changed,
  };
  let service = createAuthService(context, openWays(context));

  const send: Send = (method, path, body, sent = {}) => {
    const request = requestOf(method, path, body, { ...sent, headers: { apikey: keys.ring.publishableKey, ...sent.headers } });
    return answerTo(service.handle(request, { address: sent.address ?? '203.0.113.7', secure: sent.secure ?? false, requestId: 'test' }));
  };
  const calls = authCalls(send, time);

  return {
    context,
    admin,
    time,
    keys,
    failures,
    ended,
    /** Whose installation it is; nobody's until a test says so. */
    owner,
    /** Lines of the levels that tests ask about. */
    logged,
    /** A request as it is, for what `send` cannot say; `changed` is a context of its own. */
    handle: (request: Request, changed?: PlatformContext) =>
      (changed === undefined ? service : createAuthService(changed)).handle(request, {
        address: '203.0.113.7',
        secure: false,
        requestId: 'test',
      }),
    send,
    ...calls,
    ...accountCalls(send, calls, admin),
    /** Forgets every limit, of which some are the service's own. */
    forgetLimits: async () => {
      await admin.query('delete from auth.attempt_limits');
      service = createAuthService(context, openWays(context));
    },
    /** Another server on the same database. */
    restart: () => {
      service = createAuthService(context, openWays(context));
    },
    /** Serves the service on loopback, and returns its address. */
    listen: () => listen((request, requestContext) => service.handle(request, requestContext)),
    stop: async () => {
      await Promise.all([connections.close(), admin.end()]);
      await database.drop();
    },
  };
}

type Send = (method: string, path: string, body?: unknown, sent?: Sent) => Promise<Answer>;

/** A request as the client library makes it. */
function requestOf(method: string, path: string, body: unknown, { token, headers: given }: Sent): Request {
  const headers = new Headers({ 'x-supabase-api-version': '2024-01-01', ...given });
  if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json');
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  return new Request(`http://castellan.test/auth/v1${path}`, { method, headers, ...(text === undefined ? {} : { body: text }) });
}

async function answerTo(responding: Promise<Response>): Promise<Answer> {
  const response = await responding;
  const answer = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(answer || 'null') };
}

/** Signing in, with each kind of factor. */
function authCalls(send: Send, time: { readonly nowMs: number }) {
  const signIn = (email: string, sent?: Sent, password = rightPassword) =>
    send('POST', '/token?grant_type=password', { email, password }, sent);

  /** Challenge and verify in one go. */
  const giveCode = async (token: string, factorId: string, code: string, sent: Sent = {}) => {
    const challenge = await send('POST', `/factors/${factorId}/challenge`, undefined, { ...sent, token });
    return send('POST', `/factors/${factorId}/verify`, { challenge_id: challenge.body.id, code }, { ...sent, token });
  };

  const codeAt = (secret: string, atMs = time.nowMs) =>
    totpCode(parseBase32(secret) ?? new Uint8Array(), totpStep(atMs), async (key, message) =>
      createHmac('sha1', key).update(message).digest(),
    );

  const askPasskey = async (token: string, factorId: string, sent: Sent = {}) => {
    const { body } = await send('POST', `/factors/${factorId}/challenge`, {}, { ...sent, token });
    return { challengeId: body.id, type: body.webauthn.type, options: body.webauthn.credential_options.publicKey };
  };

  const answerPasskey = (token: string, factorId: string, answered: AnsweredPasskey, sent: Sent = {}) => {
    const { challengeId, type, response } = answered;
    const webauthn = { type, rpId: 'castellan.test', rpOrigins: [testOrigin], credential_response: response };
    return send('POST', `/factors/${factorId}/verify`, { challenge_id: challengeId, webauthn }, { ...sent, token });
  };

  /** Enrols a passkey and verifies it with its first answer. */
  const addPasskey = async (token: string, name = 'ring') => {
    const passkey = createTestPasskey();
    const enrolled = await send('POST', '/factors', { factor_type: 'webauthn', friendly_name: name }, { token });
    const { options, ...asked } = await askPasskey(token, enrolled.body.id);
    const verified = await answerPasskey(token, enrolled.body.id, { ...asked, response: passkey.make(options) });
    return { passkey, factorId: enrolled.body.id, enrolled, verified };
  };

  /** Challenge and answer in one go. */
  const givePasskey = async (
    token: string,
    factorId: string,
    passkey: ReturnType<typeof createTestPasskey>,
    tampering: Tampering = {},
    sent: Sent = {},
  ) => {
    const { options, ...asked } = await askPasskey(token, factorId, sent);
    return answerPasskey(token, factorId, { ...asked, response: passkey.use(options, tampering) }, sent);
  };

  return { signIn, giveCode, codeAt, askPasskey, answerPasskey, addPasskey, givePasskey };
}

/** New accounts, each with an address of its own. */
function accountCalls(send: Send, { signIn, giveCode, codeAt }: ReturnType<typeof authCalls>, admin: ReturnType<typeof openPool>) {
  /** A new account, signed in, with its first authenticator verified: the session is at aal2. */
  const signUpWithFactor = async () => {
    const email = await addAccount();
    const signedIn = await signIn(email);
    const enrolled = await send('POST', '/factors', { factor_type: 'totp' }, { token: signedIn.body.access_token });
    const { id: factorId, totp } = enrolled.body;
    const verified = await giveCode(signedIn.body.access_token, factorId, await codeAt(totp.secret));
    return {
      email,
      userId: signedIn.body.user.id,
      factorId,
      secret: totp.secret,
      session: verified.body,
      verified,
    };
  };

  let accounts = 0;
  const addAccount = async (): Promise<string> => {
    accounts += 1;
    const email = `owner${accounts}@example.test`;
    await createUser(admin, { email, password: rightPassword, passwordCost: 4 });
    return email;
  };

  return { addAccount, signUpWithFactor };
}

async function listen(handle: AuthService['handle']) {
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values]) =>
      (values ?? []).map((value): [string, string] => [name, value]),
    );
    const init = { method: incoming.method ?? 'GET', headers, ...(body.length === 0 ? {} : { body }) };
    const request = new Request(`http://castellan.test${incoming.url}`, init);
    const response = await handle(request, { address: '127.0.0.1', secure: false, requestId: 'test' });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

/** Fresh keys, as the server makes them at its first start. */
export async function makeKeys(): Promise<KeyRing> {
  return {
    signingKeys: [await makeSigningKey()],
    publishableKey: `sb_publishable_${randomBytes(16).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(16).toString('base64url')}`,
    sessionKey: randomBytes(32),
    authenticatorKey: randomBytes(32),
  };
}

async function makeSigningKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  return { keyId: randomBytes(8).toString('hex'), privateKey, publicKey, retiredAtMs: null, publicJwk: await exportJWK(publicKey) };
}

/** What an access token says, unverified. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}
