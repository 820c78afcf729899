import { createHash } from 'node:crypto';
import type { Clock } from '@castellan/foundation/clock';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey, jwtVerify } from 'jose';
import {
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  customFetch,
  discoveryRequest,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  processUserInfoResponse,
  userInfoRequest,
  validateAuthResponse,
} from 'oauth4webapi';
import { z } from 'zod';
import type { OpenIdProvider, ProviderSettings } from './provider-settings.ts';

/** What a provider says of somebody in an identity token that was checked, and at its userinfo address. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string; readonly exp: number };

/** Why a provider's word is not taken. Nothing of what it sent is repeated. */
export type ProviderFailure = { readonly code: 'provider_unreachable' | 'provider_refused' | 'id_token_invalid' };

/** One provider, asked no more than needed. None of the calls throws. */
export type Provider = {
  readonly settings: OpenIdProvider;
  /** Where a browser is sent to sign in. */
  readonly signInAddress: (parameters: Readonly<Record<string, string>>) => Promise<Result<URL, ProviderFailure>>;
  /** Trades what the browser came back with for what the provider says of whom it signed in. */
  readonly finish: (came: CameBack) => Promise<Result<Claims, ProviderFailure>>;
  /** Checks an identity token that a client was given, and that it belongs to the access token where both say so. */
  readonly checkIdToken: (token: string, accessToken?: string) => Promise<Result<Claims, ProviderFailure>>;
};

/** What came back to the callback, and what it is held against. */
export type CameBack = {
  readonly parameters: URLSearchParams;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
};

/** Signatures that are taken: each by a key pair, so that no public key is ever taken for a shared secret (RFC 8725 §3.1). */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** A document and its keys are asked for again after an hour; keys at once where a token names a new one, but not again within a minute. */
const keptMs = 60 * 60_000;
const keysAtLeastMs = 60_000;

/** A provider that did not answer is not asked again for so long, whoever wants it. */
const restMs = 10_000;

/** How far the provider's clock may be off. */
const toleranceSeconds = 30;

const mostBytes = 256 * 1024;

const keysSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });

/** The key pairs among a provider's keys. What else is wrong with one, the library finds where it is used. */
function keysOf(document: unknown): JSONWebKeySet {
  const { keys } = keysSchema.parse(document);
  return { keys: keys.filter(({ kty }) => ['RSA', 'EC', 'OKP'].includes(kty)) as JSONWebKeySet['keys'] };
}

type Ports = Pick<ProviderSettings, 'ask' | 'clock' | 'log'>;

/** Opens a provider. Nothing is asked before somebody signs in. */
export function openProvider(settings: OpenIdProvider, { ask, clock, log }: Ports): Provider {
  const mayBePlain = new URL(settings.issuer).protocol === 'http:';
  const options = { [customFetch]: sendBy(ask), [allowInsecureRequests]: mayBePlain };
  const client = (): Client => ({
    client_id: settings.clientId,
    // The library reads the machine's clock; ours is handed in.
    [clockSkew]: Math.round((clock.nowMs() - Date.now()) / 1000),
  });
  const isAddress = (text: string) => {
    const { protocol } = new URL(text);
    return protocol === 'https:' || (mayBePlain && protocol === 'http:');
  };
  // Not more often than a provider is left alone, and nothing of what it sent.
  const onFailure = () => log.warn('a provider of sign-ins does not answer as it should', { provider: settings.name });
  const kept = { clock, onFailure };
  const readDocument = createKept(kept, async () => {
    const issuer = new URL(settings.issuer);
    const document = await processDiscoveryResponse(issuer, await discoveryRequest(issuer, { ...options, algorithm: 'oidc' }));
    const addresses = [document.authorization_endpoint, document.token_endpoint, document.jwks_uri];
    if (document.issuer !== settings.issuer || !addresses.every((text) => text !== undefined && isAddress(text))) {
      throw new Error('The document is not this issuer’s, or not whole.');
    }
    return document;
  });
  const readKeys = createKept(kept, async () => {
    const { jwks_uri: address = '' } = await readDocument();
    const answer = await ask({ url: address, method: 'GET', headers: { accept: 'application/json' }, ...bounds });
    if (!answer.ok || answer.value.status !== 200) throw new Error('The keys are not to be had.');
    return keysOf(JSON.parse(Buffer.from(answer.value.body).toString()));
  });
  const check = (token: string, accessToken?: string) => checkToken(token, { settings, readKeys, accessToken, nowMs: clock.nowMs() });

  return {
    settings,
    signInAddress: (parameters) =>
      attempt('provider_unreachable', async () => {
        const { authorization_endpoint: address = '' } = await readDocument();
        const url = new URL(address);
        for (const [name, value] of Object.entries({ ...parameters, client_id: settings.clientId })) url.searchParams.set(name, value);
        return url;
      }),
    finish: async (came) => {
      const document = await attempt('provider_unreachable', () => readDocument());
      if (!document.ok) return document;
      return attempt('provider_refused', () => trade(came, { document: document.value, client: client(), options, settings, check }));
    },
    checkIdToken: (token, accessToken) => attempt('id_token_invalid', () => check(token, accessToken)),
  };
}

const bounds = { maxBodyBytes: mostBytes, timeoutMs: 8_000 };

type Trade = {
  readonly document: AuthorizationServer;
  readonly client: Client;
  readonly options: { readonly [customFetch]: ReturnType<typeof sendBy>; readonly [allowInsecureRequests]: boolean };
  readonly settings: OpenIdProvider;
  readonly check: (token: string, accessToken: string) => Promise<Claims>;
};

/** RFC 6749 §4.1.3 and OpenID Connect Core §3.1.3, with the issuer of the answer (RFC 9207) where the provider sends one. */
async function trade(came: CameBack, { document, client, options, settings, check }: Trade): Promise<Claims> {
  const parameters = validateAuthResponse(document, client, came.parameters, came.state);
  const methods = document.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const proof = methods.includes('client_secret_basic')
    ? ClientSecretBasic(settings.clientSecret)
    : ClientSecretPost(settings.clientSecret);
  const { redirectUri, verifier, nonce } = came;
  const answer = await authorizationCodeGrantRequest(document, client, proof, parameters, redirectUri, verifier, options);
  const tokens = await processAuthorizationCodeResponse(document, client, answer, { expectedNonce: nonce, requireIdToken: true });
  const claims = await check(tokens.id_token ?? '', tokens.access_token);
  if (typeof claims['email'] === 'string' || document.userinfo_endpoint === undefined) return claims;
  const more = await processUserInfoResponse(
    document,
    client,
    claims.sub,
    await userInfoRequest(document, client, tokens.access_token, options),
  );
  return { ...more, ...claims };
}

type Checked = {
  readonly settings: OpenIdProvider;
  readonly readKeys: Kept<JSONWebKeySet>;
  /** The access token that came with it; `undefined` where none is known. */
  readonly accessToken: string | undefined;
  readonly nowMs: number;
};

/** OpenID Connect Core §3.1.3.7. Throws where any of it is not so. */
async function checkToken(token: string, { settings, readKeys, accessToken, nowMs }: Checked): Promise<Claims> {
  const ours = [settings.clientId, ...settings.alsoFor];
  const getKey: JWTVerifyGetKey = async (header, jws) => {
    try {
      return await createLocalJWKSet(await readKeys())(header, jws);
    } catch {
      // Providers change their keys.
      return createLocalJWKSet(await readKeys({ ifOlderThanMs: keysAtLeastMs }))(header, jws);
    }
  };
  const { payload, protectedHeader } = await jwtVerify(token, getKey, {
    algorithms,
    issuer: settings.issuer,
    audience: ours,
    requiredClaims: ['sub', 'exp', 'iat'],
    clockTolerance: toleranceSeconds,
    currentDate: new Date(nowMs),
  });
  const { sub = '', exp = 0, iat = 0, aud, azp } = payload;
  if (!/^[\x20-\x7e]{1,255}$/.test(sub)) throw new Error('The subject is none.');
  if (iat > nowMs / 1000 + toleranceSeconds) throw new Error('The token is of the future.');
  // A token that is for somebody else as well must have been made for one of ours.
  const isForOthers = Array.isArray(aud) && !aud.every((one) => ours.includes(one));
  if ((isForOthers || azp !== undefined) && !(typeof azp === 'string' && ours.includes(azp))) throw new Error('The token is for another.');
  const { at_hash: accessTokenHash } = payload;
  if (
    accessToken !== undefined &&
    accessTokenHash !== undefined &&
    accessTokenHash !== hashOfAccessToken(accessToken, protectedHeader.alg)
  ) {
    throw new Error('The token came with another access token.');
  }
  return { ...payload, sub, exp };
}

/** The left half of the access token's hash, by the function that the signature's algorithm names (§3.1.3.6; EdDSA, which names none: SHA-512). */
function hashOfAccessToken(accessToken: string, algorithm: string): string {
  const bits = /(256|384|512)$/.exec(algorithm)?.[1] ?? '512';
  const digest = createHash(`sha${bits}`).update(accessToken).digest();
  return digest.subarray(0, digest.length / 2).toString('base64url');
}

async function attempt<Value>(code: ProviderFailure['code'], work: () => Promise<Value>): Promise<Result<Value, ProviderFailure>> {
  try {
    return succeed(await work());
  } catch (error) {
    return fail({ code: error instanceof Unreachable ? 'provider_unreachable' : code });
  }
}

class Unreachable extends Error {}

/** What the library sends with, in the place of the platform's own. */
function sendBy(ask: ProviderSettings['ask']) {
  return async (url: string, { method, headers, body }: { method: string; headers: Record<string, string>; body?: unknown }) => {
    const answer = await ask({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      ...bounds,
    });
    if (!answer.ok) throw new Unreachable(answer.failure.code);
    const { status, headers: received, body: bytes } = answer.value;
    const type = received['content-type'];
    return new Response([204, 205, 304].includes(status) ? null : Buffer.from(bytes), {
      status,
      headers: typeof type === 'string' ? { 'content-type': type } : {},
    });
  };
}

/** The value kept, or a fresh one where that is older than is said. */
type Kept<Value> = (wanted?: { readonly ifOlderThanMs: number }) => Promise<Value>;

type Keeping = { readonly clock: Clock; readonly onFailure: () => void };

/** Keeps what was read. Whoever asks while it is read waits for the same answer, and a failure is remembered for a moment. */
function createKept<Value>({ clock, onFailure }: Keeping, read: () => Promise<Value>): Kept<Value> {
  let kept: { readonly value: Value; readonly atMs: number } | undefined;
  let failedAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<Value> | undefined;
  const renew = async () => {
    try {
      const value = await read();
      kept = { value, atMs: clock.nowMs() };
      return value;
    } catch (error) {
      failedAtMs = clock.nowMs();
      onFailure();
      throw error;
    } finally {
      reading = undefined;
    }
  };
  const ageOf = (atMs: number) => Math.abs(clock.nowMs() - atMs);
  return async ({ ifOlderThanMs } = { ifOlderThanMs: keptMs }) => {
    if (kept !== undefined && ageOf(kept.atMs) < ifOlderThanMs) return kept.value;
    if (ageOf(failedAtMs) < restMs) throw new Unreachable('It did not answer a moment ago.');
    reading ??= renew();
    return reading;
  };
}
