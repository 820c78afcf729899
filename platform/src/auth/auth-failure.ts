import { fail, type Result } from '@castellan/foundation/result';
import type { MustWait } from '../core/back-off.ts';

/** Why a call was refused, in the words the hosted service uses. The message is shown to the caller: it holds no secret. */
export type AuthFailure = {
  /** One of the hosted service's error codes, or one of ours where it has none. */
  readonly code: string;
  readonly status: number;
  readonly message: string;
  /** Only with `weak_password`. */
  readonly reasons?: readonly WeakPasswordReason[];
  /** Only with 429. */
  readonly retryAfterSeconds?: number;
};

/** What is wrong with a password, in the hosted service's words. */
export type WeakPasswordReason = 'length' | 'characters' | 'pwned';

/** What an auth call comes to. */
export type Outcome<Value> = Result<Value, AuthFailure>;

/** A refusal with its status, code and message. */
export function refuse(status: number, code: string, message: string): { readonly ok: false; readonly failure: AuthFailure } {
  return fail({ status, code, message });
}

/** 429 with the time to wait. */
export function refuseForNow({ waitSeconds }: Pick<MustWait, 'waitSeconds'>): { readonly ok: false; readonly failure: AuthFailure } {
  const message = `Too many attempts. Try again in ${waitSeconds} seconds.`;
  return fail({ status: 429, code: 'over_request_rate_limit', message, retryAfterSeconds: waitSeconds });
}

/** 429 for one mail too many, in the hosted service's words. */
export function refuseMail({ waitSeconds }: Pick<MustWait, 'waitSeconds'>): { readonly ok: false; readonly failure: AuthFailure } {
  const message = `For security purposes, you can only request this after ${waitSeconds} seconds.`;
  return fail({ status: 429, code: 'over_email_send_rate_limit', message, retryAfterSeconds: waitSeconds });
}

/** The version of the error shapes that has string codes. A client that asks for it or a later one gets it. */
const namedErrorsVersion = '2024-01-01';

/** Writes a refusal in the shape of the API version that the request asks for. */
export function renderFailure(request: Request, failure: AuthFailure): Response {
  const { code, status, message } = failure;
  const asked = request.headers.get('x-supabase-api-version') ?? '';
  const isNamed = /^\d{4}-\d{2}-\d{2}$/.test(asked) && asked >= namedErrorsVersion;
  const weakness = failure.reasons === undefined ? {} : { weak_password: { reasons: failure.reasons } };
  const headers = new Headers({ 'cache-control': 'no-store', 'x-sb-error-code': code });
  if (isNamed) headers.set('x-supabase-api-version', namedErrorsVersion);
  if (failure.retryAfterSeconds !== undefined) headers.set('retry-after', String(failure.retryAfterSeconds));
  const body = isNamed ? { code, message, ...weakness } : { code: status, error_code: code, msg: message, ...weakness };
  return Response.json(body, { status, headers });
}
