import type { Clock } from '@castellan/foundation/clock';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import { byMethod } from '../../functions/by-method.ts';
import type { Call } from '../../functions/call-rules.ts';
import { answerJson, refuse, refuseToWait } from '../../functions/function-answers.ts';
import { ownerFunction, ownerRead } from '../../functions/owner-function.ts';
import type { QuietLog } from '../../quiet-log.ts';
import type { Authorizations } from './authorization.ts';
import { logFieldsOf, type MusicProvider, type ProviderFailure } from './music-provider.ts';
import type { TokenStore } from './token-store.ts';

/** Who connected the site with an account at the provider, or took it off. */
export type ConnectionChange = { readonly connected: boolean; readonly address: string; readonly userAgent: string };

/** What the two functions below need. */
export type ConnectionOptions = {
  readonly provider: MusicProvider;
  readonly store: TokenStore;
  readonly authorizations: Authorizations;
  /** Where the provider sends the owner back to: our public address and `/callback`. */
  readonly redirectUri: () => string;
  readonly clock: Clock;
  readonly log: QuietLog;
  /** Another account, or none, is connected now. */
  readonly changed: (change: ConnectionChange) => Promise<void>;
};

/** How the site stands with the provider. Times are ISO 8601, null where there are none. */
export type ConnectionState = {
  readonly configured: boolean;
  readonly connected: boolean;
  readonly connectedAt: string | null;
  /** Of the access token, which is renewed by itself. */
  readonly expiresAt: string | null;
  /** When the owner must connect again, whatever happens before. */
  readonly authorizationEndsAt: string | null;
};

/** What may be asked of the provider for the owner (spec §9), in this order. */
const scopes = ['user-read-currently-playing', 'user-read-recently-played', 'user-read-playback-state'];

const authorizationMonths = 6;

/** Connecting is a few clicks; each click may be repeated, by nobody in a loop. */
const connectionLimit = { limit: 30, windowMs: 60_000, capacity: 1 };

const beginSchema = z.strictObject({ redirect_uri: z.string().max(2048) });

const finishSchema = z.strictObject({
  code: z.string().min(1).max(2048),
  redirect_uri: z.string().max(2048),
  state: z.string().min(1).max(2048),
});

/** The state of a site with no connection. */
export function unconnected(configured: boolean): ConnectionState {
  return { configured, connected: false, connectedAt: null, expiresAt: null, authorizationEndsAt: null };
}

/**
 * `spotify-connection`: GET how it stands; POST {redirect_uri} begins a connection and answers `{ authorizeUrl }`, the
 * provider's page to go to; DELETE erases the tokens.
 */
export function createConnectionFunction(options: ConnectionOptions): PlatformFunction {
  const { store, changed, clock } = options;
  return byMethod({
    GET: ownerRead(async () => answerJson(await stateOf(store))),
    POST: ownerFunction({
      body: beginSchema,
      expects: 'The body must be JSON with redirect_uri.',
      limit: createAttemptWindow(clock, connectionLimit),
      run: async (body, call) => begin(body.redirect_uri, call, options),
    }),
    DELETE: ownerFunction({
      method: 'DELETE',
      body: z.undefined(),
      expects: 'It takes no body.',
      limit: createAttemptWindow(clock, connectionLimit),
      maxBodyBytes: 0,
      run: async (_body, { sender }) => {
        await store.erase();
        await changed({ connected: false, ...sender });
        return answerJson(unconnected(true));
      },
    }),
  });
}

async function stateOf(store: TokenStore): Promise<ConnectionState> {
  const connection = await store.read();
  if (connection === undefined) return unconnected(true);
  const ends = new Date(connection.connectedAtMs);
  ends.setUTCMonth(ends.getUTCMonth() + authorizationMonths);
  return {
    configured: true,
    connected: true,
    connectedAt: new Date(connection.connectedAtMs).toISOString(),
    expiresAt: new Date(connection.expiresAtMs).toISOString(),
    authorizationEndsAt: ends.toISOString(),
  };
}

async function begin(wantedUri: string, call: Call, options: ConnectionOptions): Promise<Response> {
  const redirectUri = options.redirectUri();
  if (wantedUri !== redirectUri) return refuse(400, 'redirect_uri_refused', `The field "redirect_uri" must be ${redirectUri}.`);
  const sessionId = call.caller.claims?.session_id;
  if (sessionId === undefined) return refuse(403, 'session_missing', 'This needs a session.');
  const { state, challenge } = await options.authorizations.begin(sessionId);
  const authorizeUrl = options.provider.authorizeUrl({
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    show_dialog: 'true',
    state,
    code_challenge_method: 'S256',
    code_challenge: challenge,
  });
  return answerJson({ authorizeUrl });
}

/**
 * `spotify-auth`: POST {code, redirect_uri, state} exchanges the code that the provider sent the owner back with. The
 * tokens stay here; the answer is `{ expires_in, expires_at }`, seconds and ISO 8601.
 */
export function createExchangeFunction(options: ConnectionOptions): PlatformFunction {
  return ownerFunction({
    body: finishSchema,
    expects: exchangeFailed,
    limit: createAttemptWindow(options.clock, connectionLimit),
    maxBodyBytes: 8192,
    run: async (body, call) => exchange(body, call, options),
  });
}

async function exchange(body: z.infer<typeof finishSchema>, call: Call, options: ConnectionOptions): Promise<Response> {
  const { provider, store, authorizations, clock, log, changed } = options;
  const { code, redirect_uri: redirectUri, state } = body;
  if (redirectUri !== options.redirectUri()) return refuseExchange('redirect_uri_refused', log);
  const verifier = await authorizations.finish(call.caller.claims?.session_id ?? '', state);
  if (verifier === undefined) return refuseExchange('state_refused', log);
  const granted = await provider.exchangeCode({ code, verifier, redirectUri });
  if (!granted.ok) return refuseGrant(granted.failure, log);
  const { accessToken, refreshToken, expiresInSeconds } = granted.value;
  if (refreshToken === undefined) return refuseGrant({ code: 'not_understood' }, log);
  const expiresAtMs = clock.nowMs() + expiresInSeconds * 1000;
  await store.connect({ accessToken, refreshToken, expiresAtMs });
  await changed({ connected: true, ...call.sender });
  return answerJson({ expires_in: expiresInSeconds, expires_at: new Date(expiresAtMs).toISOString() });
}

const exchangeFailed = 'Failed to exchange code for token';

function refuseGrant(failure: ProviderFailure, log: QuietLog): Response {
  log.warn(exchangeFailed, logFieldsOf(failure));
  if (failure.code === 'must_wait') return refuseToWait(exchangeFailed, failure.waitSeconds);
  return refuse(failure.code === 'invalid_grant' ? 400 : 502, failure.code, exchangeFailed);
}

/** What the caller sent is wrong. */
function refuseExchange(code: string, log: QuietLog): Response {
  log.warn(exchangeFailed, { reason: code });
  return refuse(400, code, exchangeFailed);
}
