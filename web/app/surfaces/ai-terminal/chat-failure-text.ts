import { egressFailureText } from '../../domains/assistant/egress-failure-text.ts';
import type { ChatLine } from '../../domains/assistant/model-client.ts';
import type { StreamFailure } from '../../lib/answer-stream.ts';

/** Why the endpoint gave no answer, and what to do. */
export function chatFailureText({
  code,
  status,
  waitSeconds,
  message,
}: Omit<Extract<ChatLine, { readonly kind: 'refused' }>, 'kind'>): string {
  const said = message === undefined ? '' : ` It says: ${message}`;
  switch (code) {
    case 'no_model':
      return 'No model is connected. Choose one under “Language model” below.';
    case 'key_refused':
      return `The endpoint refused the key (${status ?? 401}). Enter another one under “Language model” below.`;
    case 'over_rate_limit':
      return `The endpoint asks to wait${waitSeconds === undefined ? '' : ` ${waitSeconds} s`} (429).${said}`;
    case 'endpoint_refused':
      return `The endpoint refused the call (${status ?? 'no status'}).${said}`;
    case 'endpoint_failed':
      return `The endpoint broke off its answer.${said}`;
    case 'not_understood':
      return 'The endpoint did not answer in OpenAI’s chat format. Check its address: it usually ends in /v1.';
    case 'answer_too_long':
    case 'body_too_long':
      return 'The answer was longer than this server takes, and was cut.';
    default:
      return egressFailureText(code);
  }
}

/** Why our own server gave no answer. */
export function streamFailureText(failure: StreamFailure): string {
  switch (failure.code) {
    case 'unauthorized':
      return 'Only the owner may ask the model. Sign in again at /auth-terminal.';
    case 'rate_limited':
      return `Too many calls. Try again in ${failure.retryAfterSeconds} s.`;
    case 'refused':
      return 'The server rejected this request: it is too large, or part of it cannot be sent. Type new to start over.';
    case 'answer_unreadable':
      return 'The server’s answer could not be read.';
    default:
      return 'The server does not answer. Check the connection and try again.';
  }
}
