import { type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { askFunction, callFunction } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { browserTimer } from '../../lib/clock.ts';
import { musicTokens } from './music-tokens.ts';

/** How the site stands with the music provider. */
export type MusicConnection = {
  /** The server knows the application's id and secret. */
  readonly configured: boolean;
  readonly connected: boolean;
  /** When the owner's authorisation ends for good and has to be given again. */
  readonly authorizationEndsAtMs: number | undefined;
};

type Asked<Value> = Promise<Result<Value, BackendFailure>>;

/** A moment as text (ISO 8601) or as seconds or milliseconds since 1970, to milliseconds. */
const momentSchema = z.pipe(
  z.nullish(z.union([z.string(), z.number()])),
  z.transform((moment) => {
    if (moment === null || moment === undefined) return undefined;
    // Seconds reach this size only in the year 5138.
    const atMs = typeof moment === 'string' ? Date.parse(moment) : moment < 1e11 ? moment * 1000 : moment;
    return Number.isFinite(atMs) ? atMs : undefined;
  }),
);
const connectionSchema = z.object({
  configured: z.boolean(),
  connected: z.boolean(),
  expiresAt: momentSchema,
  authorizationEndsAt: momentSchema,
});
const tokensSchema = z.object({ expires_in: z.number().check(z.positive()) });
// The provider, or one on this machine while developing.
const leaveSchema = z.object({ authorizeUrl: z.url({ protocol: /^https?$/ }) });

const path = '/functions/v1/spotify-connection';

/** Asks how the connection stands, and keeps or drops what this browser knew of it. */
export async function readMusicConnection(): Asked<MusicConnection> {
  const asked = await askFunction('GET', path, connectionSchema);
  if (!asked.ok) return asked;
  const { configured, connected, expiresAt, authorizationEndsAt } = asked.value;
  if (!connected) musicTokens.clear();
  else if (expiresAt !== undefined) musicTokens.write({ expiresAtMs: expiresAt });
  return succeed({ configured, connected, authorizationEndsAtMs: authorizationEndsAt });
}

/** Begins a connection; the answer is the provider's page at which the owner consents. */
export async function beginMusicConnection(): Asked<string> {
  const asked = await callFunction('spotify-connection', { redirect_uri: returnAddress() }, leaveSchema);
  return asked.ok ? succeed(asked.value.authorizeUrl) : asked;
}

/** Finishes a connection with what the provider sent the owner back with. The tokens stay on the server; the browser keeps the expiry. */
export async function finishMusicConnection(code: string, state: string): Asked<undefined> {
  const asked = await callFunction('spotify-auth', { code, redirect_uri: returnAddress(), state }, tokensSchema);
  if (!asked.ok) {
    // biome-ignore lint/suspicious/noConsole: spec §8.
    console.error('Failed to exchange code for token', asked.failure);
    return asked;
  }
  musicTokens.write({ expiresAtMs: browserTimer.nowMs() + asked.value.expires_in * 1000 });
  return succeed(undefined);
}

/** Ends the connection on both sides; this browser forgets it even where the server cannot be asked. */
export async function endMusicConnection(): Asked<undefined> {
  musicTokens.clear();
  return askFunction(
    'DELETE',
    path,
    z.pipe(
      z.unknown(),
      z.transform(() => undefined),
    ),
  );
}

/** Why it did not work, as a sentence to the owner. */
export function musicFailureText(failure: BackendFailure): string {
  switch (failure.code) {
    case 'backend_unreachable':
      return 'The server, or Spotify behind it, did not answer.';
    case 'unauthorized':
      return 'Your session has ended. Sign in again.';
    case 'rate_limited':
      return `Too many attempts. Try again in ${failure.retryAfterSeconds} seconds.`;
    case 'refused':
      return `It was refused: ${failure.reason}.`;
    case 'answer_unreadable':
      return 'The server answered something that is not understood here.';
  }
}

function returnAddress(): string {
  return `${window.location.origin}/callback`;
}
