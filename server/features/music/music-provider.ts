import { fail, type Result, succeed } from '@castellan/foundation/result';
import { parseJson } from '@castellan/platform/core/parse-json';
import { z } from 'zod';
import type { Egress, EgressAnswer, EgressFailure, EgressRequest } from '../../adapters/egress.ts';
import type { QuietLog } from '../../quiet-log.ts';
import type { MusicSettings } from '../../settings.ts';
import type { CallBudget, CallShare, MustWait } from './call-budget.ts';

/**
 * Why the provider gave nothing.
 * - `must_wait`: the calls of this half minute are spent, or the provider asked for silence (429).
 * - `unauthorized`: the access token is not accepted (401). `invalid_grant`: the code or the refresh token is not.
 * - `http_error`: any other answer but success. `not_understood`: no JSON, or none of the documented shape.
 */
export type ProviderFailure =
  | MustWait
  | { readonly code: 'unauthorized' | 'invalid_grant' | 'not_understood' }
  | { readonly code: 'http_error'; readonly status: number }
  | { readonly code: 'not_reached'; readonly reason: EgressFailure['code'] };

/** What a log line says of a failure. */
export function logFieldsOf(failure: ProviderFailure): Readonly<Record<string, string | number>> {
  if (failure.code === 'http_error') return { reason: failure.code, status: failure.status };
  return { reason: failure.code === 'not_reached' ? failure.reason : failure.code };
}

/** What the provider grants: its tokens never leave the server. */
export type Grant = { readonly accessToken: string; readonly refreshToken: string | undefined; readonly expiresInSeconds: number };

/** The provider's three addresses. Every call is taken from the budget first. */
export type MusicProvider = {
  readonly authorizeUrl: (query: Readonly<Record<string, string>>) => string;
  readonly exchangeCode: (exchange: {
    readonly code: string;
    readonly verifier: string;
    readonly redirectUri: string;
  }) => Promise<Result<Grant, ProviderFailure>>;
  readonly refresh: (refreshToken: string) => Promise<Result<Grant, ProviderFailure>>;
  /** GET of a path below the API's base. `null`: there is nothing (204). */
  readonly read: (path: string, accessToken: string, share: CallShare) => Promise<Result<unknown, ProviderFailure>>;
};

const timeoutMs = 5_000;

const maxBodyBytes = 512 * 1024;

/** Where the provider says nothing, or nothing readable, of how long to be silent. */
const defaultSilenceSeconds = 30;

const longestSilenceSeconds = 24 * 60 * 60;

const grantSchema = z.object({
  access_token: z.string().min(1).max(4096),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.number().positive().max(86_400),
  refresh_token: z.string().min(1).max(4096).optional(),
});

const refusalSchema = z.object({ error: z.string() });

/** Speaks to the configured provider. Sources: RFC 6749 §4.1.3, §6; RFC 7636; the provider's player reference. */
export function createMusicProvider(options: {
  readonly settings: MusicSettings & { readonly client: NonNullable<MusicSettings['client']> };
  readonly egress: Egress;
  readonly budget: CallBudget;
  readonly log: QuietLog;
}): MusicProvider {
  const { settings, egress, budget, log } = options;
  const { client, accountsUrl, apiUrl } = settings;

  const call = async (request: EgressRequest, share: CallShare): Promise<Result<EgressAnswer, ProviderFailure>> => {
    const reserved = await budget.reserve(share);
    if (!reserved.ok) return reserved;
    const answer = await egress.send({ ...request, timeoutMs, maxBodyBytes });
    await reserved.value.ended();
    if (!answer.ok) return fail({ code: 'not_reached', reason: answer.failure.code });
    if (answer.value.status !== 429) return answer;
    const waitSeconds = silenceOf(answer.value);
    await budget.silence(waitSeconds);
    log.warn('HTTP error', { call: new URL(request.url).pathname, status: 429, waitSeconds });
    return fail({ code: 'must_wait', waitSeconds });
  };

  const grant = async (form: Readonly<Record<string, string>>): Promise<Result<Grant, ProviderFailure>> => {
    const answer = await call(
      {
        url: `${accountsUrl}/api/token`,
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
        },
        body: new URLSearchParams(form).toString(),
      },
      'owner',
    );
    if (!answer.ok) return answer;
    const { status } = answer.value;
    if (status === 400 && isInvalidGrant(answer.value)) return fail({ code: 'invalid_grant' });
    if (status !== 200) return fail({ code: 'http_error', status });
    const parsed = grantSchema.safeParse(jsonOf(answer.value));
    if (!parsed.success) return fail({ code: 'not_understood' });
    const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresInSeconds } = parsed.data;
    return succeed({ accessToken, refreshToken, expiresInSeconds });
  };

  return {
    authorizeUrl: (query) => `${accountsUrl}/authorize?${new URLSearchParams({ client_id: client.id, ...query })}`,
    exchangeCode: ({ code, verifier, redirectUri }) =>
      grant({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }),
    refresh: (refreshToken) => grant({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    read: async (path, accessToken, share) => {
      const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' };
      const answer = await call({ url: `${apiUrl}/${path}`, headers }, share);
      if (!answer.ok) return answer;
      const { status } = answer.value;
      if (status === 204) return succeed(null);
      if (status === 401) return fail({ code: 'unauthorized' });
      if (status !== 200) return fail({ code: 'http_error', status });
      const value = jsonOf(answer.value);
      return value === undefined ? fail({ code: 'not_understood' }) : succeed(value);
    },
  };
}

function jsonOf({ body }: EgressAnswer): unknown {
  const parsed = parseJson(body.toString('utf8'));
  return parsed.ok ? parsed.value : undefined;
}

function isInvalidGrant(answer: EgressAnswer): boolean {
  const refusal = refusalSchema.safeParse(jsonOf(answer));
  return refusal.success && refusal.data.error === 'invalid_grant';
}

/** `Retry-After` in seconds, as the provider documents it. */
function silenceOf({ headers }: EgressAnswer): number {
  const given = headers['retry-after'];
  if (typeof given !== 'string' || !/^\d{1,9}$/.test(given)) return defaultSilenceSeconds;
  return Math.min(Math.max(Number(given), 1), longestSilenceSeconds);
}
