import type { Answer } from '../../../server/http/listener.ts';
import { makeNonce } from '../../../server/http/security-headers.ts';

/**
 * Answers `/api-lab/sender`: a document without content that sends requests for the page that frames it. Its policy gives it an
 * origin of its own, so that it reaches nothing of this site: no storage, no cookies, no session. Only pages of this site may
 * frame it, and it takes orders from the page that does alone.
 */
export const answerSender: Answer = async (request) => {
  if (new URL(request.url).pathname !== '/api-lab/sender') return undefined;
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return Response.json({ message: 'The sender is only read.' }, { status: 405, headers: { allow: 'GET, HEAD' } });
  const nonce = makeNonce();
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sender</title></head><body><script nonce="${nonce}">${script}</script></body></html>`;
  return new Response(request.method === 'HEAD' ? null : html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': senderPolicy(nonce),
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    },
  });
};

/** `sandbox` without `allow-same-origin`: the origin is opaque, wherever the document is opened. */
function senderPolicy(nonce: string): string {
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    'connect-src http: https:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

/**
 * What the document runs. The page sends a port once; over it come `{id, request}` and `{id, cancel}`, and go answers. Bodies are cut
 * at 5 MiB. Nothing but the request given is sent: no cookies, no referrer, no cache.
 */
const script = `(() => {
'use strict';
const most = 5 * 1024 * 1024;
const running = new Map();
const send = async (port, id, { method, url, headers, body }) => {
  const control = new AbortController();
  running.set(id, control);
  const begun = performance.now();
  try {
    const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }), signal: control.signal,
      mode: 'cors', credentials: 'omit', cache: 'no-store', redirect: 'follow', referrerPolicy: 'no-referrer' });
    const headersMs = performance.now() - begun;
    const chunks = [];
    let length = 0, isCut = false;
    const reader = response.body === null ? undefined : response.body.getReader();
    while (reader !== undefined) {
      const { done, value } = await reader.read();
      if (done) break;
      const room = most - length;
      chunks.push(value.length > room ? value.slice(0, room) : value);
      length += Math.min(value.length, room);
      if (value.length > room) { isCut = true; await reader.cancel(); break; }
    }
    const bytes = new Uint8Array(length);
    let at = 0;
    for (const chunk of chunks) { bytes.set(chunk, at); at += chunk.length; }
    port.postMessage({ id, kind: 'answer', status: response.status, statusText: response.statusText, url: response.url,
      redirected: response.redirected, headers: [...response.headers], headersMs, totalMs: performance.now() - begun, isCut, body: bytes.buffer }, [bytes.buffer]);
  } catch (error) {
    port.postMessage({ id, kind: 'failed', reason: control.signal.aborted ? 'cancelled' : 'blocked', totalMs: performance.now() - begun });
  } finally {
    running.delete(id);
  }
};
addEventListener('message', ({ source, data, ports }) => {
  if (source !== parent || data !== 'api-lab-sender' || ports.length !== 1) return;
  const [port] = ports;
  port.onmessage = ({ data: order }) => {
    if (order.cancel === true) running.get(order.id)?.abort();
    else void send(port, order.id, order.request);
  };
  port.postMessage({ kind: 'ready' });
});
})();`;
