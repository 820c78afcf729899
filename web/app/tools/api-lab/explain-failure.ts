import type { WireRequest } from './build-request.ts';

/** Headers that no page may set (Fetch, forbidden request-header), and User-Agent, which Chrome leaves as it is. */
const forbidden =
  /^(?:accept-charset|accept-encoding|access-control-request-(?:headers|method|private-network)|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|user-agent|via|proxy-.*|sec-.*)$/i;

/** Whether browsers ignore a header that a page sets. */
export function isForbiddenHeader(name: string): boolean {
  return forbidden.test(name.trim());
}

const relayWords: Readonly<Record<string, string>> = {
  address_malformed: 'The address is not one of http or https, or it has a user name in it.',
  name_not_found: 'The name has no address.',
  address_refused: 'The address is private. TOOLS_ALLOW_CIDRS on the server names the networks that may be reached.',
  too_many_redirects: 'There were more than ten redirects.',
  redirect_malformed: 'A redirect leads to no address.',
  timed_out: 'There was no whole answer within 15 s.',
  connection_failed: 'The connection failed: refused, broken off, or its certificate is not trusted.',
  body_too_long: 'The answer is longer than 5 MiB.',
  relay_unauthorized: 'The relay wants your session. Sign in again.',
  no_sender: 'The frame that sends could not be loaded. Reload the page.',
  cancelled: 'Cancelled.',
};

/** Why a request brought nothing, as far as anybody can know, the likeliest first. */
export function explainFailure(reason: string, { method, url, headers }: WireRequest, isSecurePage: boolean): readonly string[] {
  if (reason.startsWith('token_'))
    return [`The token’s address answered ${reason.slice(6)} without a token. Check the client, its secret and the scope.`];
  if (reason !== 'blocked') return [relayWords[reason] ?? 'The relay did not take the request, or did not answer.'];
  if (!/^https?:\/\//i.test(url)) return ['The address must begin with http:// or https://.'];
  const reasons: string[] = [];
  if (isSecurePage && /^http:/i.test(url))
    reasons.push('This page came by https: browsers send nothing from it to http, but for this machine itself.');
  const preflight = preflightReasons(method, headers);
  reasons.push(
    'The server does not let other sites read its answers (CORS). It must answer with “access-control-allow-origin: *” or “null”, because this request has the origin “null”.',
  );
  if (preflight.length > 0)
    reasons.push(`The browser asked for permission first (a preflight), because of ${preflight.join(', ')}. The server must allow that.`);
  reasons.push('The server cannot be reached: its name, its port, its certificate, or the network.');
  return reasons;
}

/** What makes a browser ask with OPTIONS before it sends (Fetch, CORS-preflight). */
export function preflightReasons(method: string, headers: WireRequest['headers']): readonly string[] {
  const reasons: string[] = [];
  if (!['GET', 'HEAD', 'POST'].includes(method)) reasons.push(`the method ${method}`);
  for (const [name, value] of headers) {
    const simple = /^(?:accept|accept-language|content-language)$/i.test(name);
    const isType = /^content-type$/i.test(name);
    const simpleType = isType && /^(?:text\/plain|multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(value);
    if (!simple && !simpleType && !isForbiddenHeader(name)) reasons.push(isType ? `the content type ${value}` : `the header ${name}`);
  }
  return reasons;
}
