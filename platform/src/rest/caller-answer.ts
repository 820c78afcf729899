import type { CallerFailure } from '../core/caller.ts';
import { type Answer, failureAnswer } from './answer.ts';

/** The answer to a request without a caller: the gateway's where its API key is at fault, PostgREST's where its token is. */
export function callerAnswer(failure: CallerFailure): Answer {
  switch (failure.code) {
    case 'api_key_missing':
      return gatewayAnswer('No API key found in request', 'No `apikey` request header or url param was found.');
    case 'api_key_invalid':
      return gatewayAnswer('Invalid API key', 'Double check your publishable or secret API key.');
    case 'token_expired':
      return tokenAnswer('PGRST303', 'JWT expired', null);
    case 'token_invalid':
      return tokenAnswer('PGRST301', 'JWT cryptographic operation failed', failure.reason);
  }
}

function gatewayAnswer(message: string, hint: string): Answer {
  return { status: 401, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify({ message, hint }) };
}

function tokenAnswer(code: string, message: string, details: string | null): Answer {
  const challenge = `Bearer error="invalid_token", error_description="${message}"`;
  return failureAnswer({ status: 401, code, message, details, hint: null, headers: { 'www-authenticate': challenge } }, false);
}
