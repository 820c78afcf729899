import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** How the next answers of an address are spoilt. `slow` never ends; `reset` breaks the connection; `half` breaks it within the body. */
export type Fault =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterSeconds?: number }
  | { readonly kind: 'html'; readonly status: number }
  | { readonly kind: 'body'; readonly body: string }
  | { readonly kind: 'slow' | 'half' | 'reset' };

/** One request that the provider heard. */
export type HeardCall = { readonly method: string; readonly path: string; readonly atMs: number };

/** A music provider on this machine that behaves as the real one documents, and can be told to misbehave. */
export type MusicProvider = {
  readonly url: string;
  /** What the server's environment must hold to speak to it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Every request in its order, album art aside. */
  readonly calls: HeardCall[];
  /** Everything that must never be seen outside the server: secret, codes and tokens given out so far. */
  readonly secrets: () => readonly string[];
  /** What the account plays: a track, an item that is none, or nothing (204). */
  playing: object | null;
  /** The track played last. */
  lastPlayed: object | null;
  /** Whether a refresh gives out a new refresh token and voids the old one. */
  rotatesRefreshTokens: boolean;
  /** Seconds that access tokens live. */
  tokenLifeSeconds: number;
  /** What the person at the provider's page decides. */
  consents: boolean;
  /** Spoils answers until it is unset: of the token address, of the player. */
  tokenFault: Fault | undefined;
  playerFault: Fault | undefined;
  /** Ends all access tokens at once; with `grants`, the authorisation too. */
  readonly revoke: (what: 'access' | 'grants') => void;
  readonly stop: () => Promise<void>;
};

const clientId = 'castellan-test-app';
const clientSecret = 'provider-secret-never-to-be-seen';

/** One pixel. */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** A track in the provider's shape. Its pictures are on the provider of that address. */
export function makeTrack(providerUrl: string, name = 'Night Watch', more: object = {}): object {
  return {
    type: 'track',
    name,
    artists: [{ name: 'Ilse Marr' }, { name: 'The Lanterns' }],
    album: {
      name: 'Quiet Harbour',
      images: [640, 300, 64].map((width) => ({ url: `${providerUrl}/image/${encodeURIComponent(name)}-${width}`, width, height: width })),
    },
    external_urls: { spotify: 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC' },
    preview_url: null,
    duration_ms: 201_000,
    ...more,
  };
}

/** Starts the provider on loopback. `now` is its clock: when tokens end, and when a call was heard. */
export async function startMusicProvider(now: () => number = Date.now): Promise<MusicProvider> {
  const grants = createGrants();

  const server = createServer((request, response) => {
    answer({ provider, grants, now }, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const provider: MusicProvider = {
    url,
    environment: {
      SPOTIFY_CLIENT_ID: clientId,
      SPOTIFY_CLIENT_SECRET: clientSecret,
      SPOTIFY_ACCOUNTS_URL: url,
      SPOTIFY_API_URL: `${url}/v1`,
      TOOLS_ALLOW_CIDRS: '127.0.0.0/8',
    },
    calls: [],
    secrets: () => [clientSecret, Buffer.from(`${clientId}:${clientSecret}`).toString('base64'), ...grants.given],
    playing: makeTrack(url),
    lastPlayed: makeTrack(url, 'Slow Tide'),
    rotatesRefreshTokens: false,
    tokenLifeSeconds: 3600,
    consents: true,
    tokenFault: undefined,
    playerFault: undefined,
    revoke: (what) => {
      grants.accessTokens.clear();
      if (what === 'grants') grants.refreshTokens.clear();
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };

  return provider;
}

/** What the provider gave out, and still takes. */
function createGrants() {
  const given: string[] = [];
  const codes = new Map<string, { readonly redirectUri: string; readonly challenge: string }>();
  const refreshTokens = new Set<string>();
  const accessTokens = new Map<string, number>();
  const secret = () => {
    const value = randomBytes(24).toString('base64url');
    given.push(value);
    return value;
  };
  return { given, codes, refreshTokens, accessTokens, secret };
}

type RunningProvider = { readonly provider: MusicProvider; readonly grants: ReturnType<typeof createGrants>; readonly now: () => number };

async function answer(running: RunningProvider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { provider, now } = running;
  const { pathname, searchParams } = new URL(request.url ?? '/', provider.url);
  if (pathname.startsWith('/image/')) {
    response.writeHead(200, { 'content-type': 'image/png' }).end(png);
    return;
  }
  if (pathname === '/authorize') return authorize(running, searchParams, response);
  provider.calls.push({
    method: request.method ?? '',
    path: `${pathname}${new URL(request.url ?? '/', provider.url).search}`,
    atMs: now(),
  });
  const body = await text(request);
  if (pathname === '/api/token')
    return spoil(provider.tokenFault, response, () => token(running, request, new URLSearchParams(body), response));
  if (pathname.startsWith('/v1/me/player/'))
    return spoil(provider.playerFault, response, () => player(running, pathname, request, response));
  json(response, 404, { error: { status: 404, message: 'Service not found' } });
}

/** The page on which the owner consents. */
function authorize({ provider, grants }: RunningProvider, query: URLSearchParams, response: ServerResponse): void {
  const redirectUri = query.get('redirect_uri') ?? '';
  const challenge = query.get('code_challenge') ?? '';
  const isRight =
    query.get('client_id') === clientId &&
    query.get('response_type') === 'code' &&
    query.get('code_challenge_method') === 'S256' &&
    challenge.length === 43 &&
    URL.canParse(redirectUri);
  if (!isRight) {
    response.writeHead(400).end('INVALID_CLIENT');
    return;
  }
  const back = new URL(redirectUri);
  if (provider.consents) {
    const code = grants.secret();
    grants.codes.set(code, { redirectUri, challenge });
    back.searchParams.set('code', code);
  } else back.searchParams.set('error', 'access_denied');
  back.searchParams.set('state', query.get('state') ?? '');
  response.writeHead(302, { location: back.href }).end();
}

/** Gives out tokens for a code or a refresh token. */
function token(
  { provider, grants, now }: RunningProvider,
  request: IncomingMessage,
  form: URLSearchParams,
  response: ServerResponse,
): ServerResponse {
  const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  if (request.method !== 'POST' || request.headers.authorization !== expected) {
    return json(response, 400, { error: 'invalid_client', error_description: 'Invalid client' });
  }
  const scope = 'user-read-currently-playing user-read-recently-played user-read-playback-state';
  const grant = (refreshToken: string | undefined) => {
    const accessToken = grants.secret();
    grants.accessTokens.set(accessToken, now() + provider.tokenLifeSeconds * 1000);
    if (refreshToken !== undefined) grants.refreshTokens.add(refreshToken);
    return json(response, 200, {
      access_token: accessToken,
      token_type: 'Bearer',
      scope,
      expires_in: provider.tokenLifeSeconds,
      ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    });
  };
  const refuse = (description: string) => json(response, 400, { error: 'invalid_grant', error_description: description });
  if (form.get('grant_type') === 'authorization_code') {
    const code = grants.codes.get(form.get('code') ?? '');
    grants.codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (code === undefined) return refuse('Invalid authorization code');
    if (code.redirectUri !== form.get('redirect_uri')) return refuse('Invalid redirect URI');
    return code.challenge === challenge ? grant(grants.secret()) : refuse('code_verifier was incorrect');
  }
  if (form.get('grant_type') === 'refresh_token') {
    const old = form.get('refresh_token') ?? '';
    if (!grants.refreshTokens.has(old)) return refuse('Refresh token revoked');
    if (!provider.rotatesRefreshTokens) return grant(undefined);
    grants.refreshTokens.delete(old);
    return grant(grants.secret());
  }
  return json(response, 400, { error: 'unsupported_grant_type' });
}

/** What is played, or was played last. */
function player(
  { provider, grants, now }: RunningProvider,
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
): ServerResponse {
  const endsAtMs = grants.accessTokens.get(request.headers.authorization?.replace(/^Bearer /, '') ?? '');
  if (endsAtMs === undefined) return json(response, 401, { error: { status: 401, message: 'Invalid access token' } });
  if (endsAtMs <= now()) return json(response, 401, { error: { status: 401, message: 'The access token expired' } });
  if (pathname === '/v1/me/player/currently-playing') {
    if (provider.playing === null) return response.writeHead(204).end();
    const isWhole = 'is_playing' in provider.playing;
    return json(
      response,
      200,
      isWhole
        ? provider.playing
        : { timestamp: now(), progress_ms: 4000, is_playing: true, currently_playing_type: 'track', item: provider.playing },
    );
  }
  const items = provider.lastPlayed === null ? [] : [{ track: provider.lastPlayed, played_at: '2026-11-20T21:04:05.123Z', context: null }];
  return json(response, 200, { items, next: null, limit: 1, href: `${provider.url}/v1/me/player/recently-played` });
}

function json(response: ServerResponse, status: number, value: object): ServerResponse {
  return response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
}

function spoil(fault: Fault | undefined, response: ServerResponse, answer: () => void): void {
  switch (fault?.kind) {
    case undefined:
      answer();
      return;
    case 'status':
      response
        .writeHead(fault.status, fault.retryAfterSeconds === undefined ? {} : { 'retry-after': String(fault.retryAfterSeconds) })
        .end();
      return;
    case 'html':
      response.writeHead(fault.status, { 'content-type': 'text/html' }).end('<!doctype html><title>Bad gateway</title>');
      return;
    case 'body':
      response.writeHead(200, { 'content-type': 'application/json' }).end(fault.body);
      return;
    case 'half':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
      response.write('{"is_playing":', () => response.destroy());
      return;
    case 'reset':
      response.destroy();
      return;
    case 'slow':
      return;
  }
}
