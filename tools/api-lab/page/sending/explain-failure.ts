import type { BuiltRequest } from './build-request.ts';
import type { SendFailure } from './sender.ts';

/** Headers that no page may set (Fetch, forbidden request-header), and User-Agent, which Chrome leaves as it is. */
const forbidden =
  /^(?:accept-charset|accept-encoding|access-control-request-(?:headers|method|private-network)|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|user-agent|via|proxy-.*|sec-.*)$/i;

/** Whether browsers ignore a header that a page sets. */
export function isForbiddenHeader(name: string): boolean {
  return forbidden.test(name.trim());
}

const relayWords: Readonly<Record<string, string>> = {
  address_malformed: 'The URL is not http or https, or it contains a user name.',
  name_not_found: 'The host name could not be resolved.',
  address_refused: 'The address is private. Allow its network with TOOLS_ALLOW_CIDRS on the server.',
  too_many_redirects: 'There were more than ten redirects.',
  redirect_malformed: 'A redirect has no valid Location.',
  timed_out: 'The request timed out after 15 s.',
  connection_failed: 'The connection failed: refused, reset, or the certificate is not trusted.',
  body_too_long: 'The response is larger than 5 MiB.',
  busy: 'The server is handling too many requests. Try again in a few seconds.',
  relay_unauthorized: 'Your session has expired. Sign in again.',
  no_sender: 'The frame that sends could not be loaded. Reload the page.',
  cancelled: 'Cancelled.',
  // Of a request whose address was made anew, perhaps after its token was asked for.
  vault_origin_changed:
    'The request was not sent: it contains a value from your vault, and its URL resolves to another origin than the one that you allowed. Write the host out.',
  secret_refused: 'Values from the vault are sent over https only, or to the server’s own machine.',
};

/** What is found before anything is sent; `about` is a variable's or a file's name. */
const notSent: Readonly<Record<string, (about: string) => string>> = {
  vault_needs_relay: (about) =>
    `${about} comes from your vault, and such values are sent through the server only. A browser may forward them to another site on a redirect; the server does not. Choose “The server” under “Send from”.`,
  part_missing: () => 'A part of this page could not be fetched. Reload it and try again.',
  vault_absent: (about) => `${about} refers to a vault. Only the owner can use it.`,
  vault_locked: (about) => `${about} comes from your vault, which is locked. Unlock it with the master password or a passkey.`,
  vault_entry_missing: (about) => `The vault entry for ${about} no longer exists. Choose another one.`,
  vault_field_missing: (about) => `The vault entry for ${about} does not have exactly one field of that name. Choose another one.`,
  vault_empty: (about) => `The vault’s value for ${about} is empty.`,
  vault_in_origin: (about) =>
    `${about} comes from your vault. Such values are not allowed in the scheme, host or port of a URL. Write those out.`,
  vault_address: (about) => `${about} comes from your vault, and the URL is not http or https, or it contains a user name.`,
  vault_plain_http: (about) =>
    `${about} comes from your vault, and such values are sent over https only. Plain http is allowed to this server’s own machine: localhost, 127.0.0.1 or [::1].`,
  vault_origin_new: (about) => `Values from your vault are not allowed for ${about} yet. Send this request on its own to be asked.`,
  vault_origin_declined: (about) => `You did not allow it for ${about}.`,
  vault_origin_unkept: (about) => `The permission for ${about} could not be saved in the vault. Try again when the vault can be saved.`,
  vault_origin_refused: (about) =>
    `The vault does not release ${about} to an origin that is not allowed. Its entry may have been changed elsewhere.`,
  vault_unreadable: (about) => `The vault entry for ${about} cannot be read. The vault’s page says why.`,
  file_missing: (about) => `Choose the file ${about === '' ? '' : `“${about}” `}again: files stay in this tab’s memory only.`,
  file_unreadable: (about) => `“${about}” cannot be read. It may have been changed or removed since it was chosen.`,
  file_too_large: (about) => `With “${about}” the body is too large: up to 25 MB are sent from a browser, up to 3 MB through the server.`,
};

/** Why a request brought nothing, as far as anybody can know, the likeliest first. */
export function explainFailure(
  { reason, about = '' }: Pick<SendFailure, 'reason' | 'about'>,
  { method, url, headers }: BuiltRequest,
  isSecurePage: boolean,
): readonly string[] {
  const stopped = notSent[reason];
  if (stopped !== undefined) return [`Nothing was sent. ${stopped(about)}`];
  if (reason.startsWith('token_'))
    return [`The token endpoint responded with status ${reason.slice(6)} and no token. Check client ID, client secret and scope.`];
  if (reason !== 'blocked') return [relayWords[reason] ?? 'The relay rejected the request or did not respond.'];
  if (!/^https?:\/\//i.test(url)) return ['The URL must begin with http:// or https://.'];
  const reasons: string[] = [];
  if (isSecurePage && /^http:/i.test(url))
    reasons.push('This page was loaded over https: browsers block its requests to http (mixed content), except to this machine.');
  const preflight = preflightReasons(method, headers);
  reasons.push(
    'The server does not allow cross-origin access (CORS). It must send “access-control-allow-origin: *” or “null”, because the origin of this request is “null”.',
  );
  if (preflight.length > 0)
    reasons.push(`The request needs a CORS preflight because of ${preflight.join(', ')}. The server must allow it.`);
  reasons.push('The server cannot be reached: host name, port, certificate or network.');
  return reasons;
}

/** What makes a browser ask with OPTIONS before it sends (Fetch, CORS-preflight). */
export function preflightReasons(method: string, headers: BuiltRequest['headers']): readonly string[] {
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
