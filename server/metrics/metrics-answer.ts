import { createHash, timingSafeEqual } from 'node:crypto';
import type { DirectAnswer, DirectResponse } from '../http/direct-answer.ts';
import type { Metrics } from './metrics.ts';

/** Where Prometheus reads. */
const path = '/metrics';

/**
 * Answers `/metrics` for whoever sends the token as a bearer; everybody else is refused. What it answers is measured and names nobody:
 * no address, account, query or target is in it.
 */
export function createMetricsAnswer(metrics: Metrics, token: string): DirectAnswer {
  const wanted = digest(`Bearer ${token}`);
  return (request) => {
    if (request.path !== path) return undefined;
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), wanted)) return refused;
    return metrics.read().then(({ text, contentType }) => ({
      status: 200,
      headers: { 'content-type': contentType, 'cache-control': 'no-store' },
      body: text,
    }));
  };
}

const refused: DirectResponse = {
  status: 401,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'www-authenticate': 'Bearer' },
  body: 'Send the token of METRICS_TOKEN as a bearer.\n',
};

/** Texts of any length compare in one time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
