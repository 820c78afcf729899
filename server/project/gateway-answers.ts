import { renderFailure } from '@castellan/platform/auth/auth-failure';
import type { ServiceName } from './gateway-rules.ts';

/** A refusal of the gateway's own. */
export type GatewayRefusal = {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly retryAfterSeconds?: number;
};

/** Writes a refusal in the shape in which this service writes its own, so that the public client reads it. */
export function refuseCall(service: ServiceName, request: Request, refusal: GatewayRefusal): Response {
  const { status, code, message, retryAfterSeconds } = refusal;
  if (service === 'auth') return renderFailure(request, refusal);
  const body =
    service === 'storage' ? { statusCode: String(status), error: code, code, message } : { code, details: null, hint: null, message };
  const headers = new Headers({ 'cache-control': 'no-store' });
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds));
  return Response.json(body, { status, headers });
}

/** The project does not answer. A client tries again after a 503, and keeps its session. */
export const projectAway: GatewayRefusal = {
  status: 503,
  code: 'unexpected_failure',
  message: 'The project does not answer',
  retryAfterSeconds: 5,
};

/** 429 with the time to wait. */
export function mustWait(waitSeconds: number): GatewayRefusal {
  const message = `Too many attempts. Try again in ${waitSeconds} seconds.`;
  return { status: 429, code: 'over_request_rate_limit', message, retryAfterSeconds: waitSeconds };
}

/** A token that is not the project's, or has run out; a call that wants one and has none. */
export function refuseToken(service: ServiceName, code: 'token_expired' | 'token_invalid' | 'token_missing'): GatewayRefusal {
  if (code === 'token_missing')
    return { status: 401, code: service === 'auth' ? 'no_authorization' : 'PGRST301', message: 'This wants a session' };
  const message = code === 'token_expired' ? 'JWT expired' : 'The token is not one of this project';
  if (service === 'auth') return { status: 403, code: 'bad_jwt', message };
  return { status: 401, code: code === 'token_expired' ? 'PGRST303' : 'PGRST301', message };
}
