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
  address_malformed: 'The address is not one of http or https, or it has a user name in it.',
  name_not_found: 'The name has no address.',
  address_refused: 'The address is private. TOOLS_ALLOW_CIDRS on the server names the networks that may be reached.',
  too_many_redirects: 'There were more than ten redirects.',
  redirect_malformed: 'A redirect leads to no address.',
  timed_out: 'There was no whole answer within 15 s.',
  connection_failed: 'The connection failed: refused, broken off, or its certificate is not trusted.',
  body_too_long: 'The answer is longer than 5 MiB.',
  busy: 'The server sends too much at the moment. Try again in a few seconds.',
  relay_unauthorized: 'The relay wants your session. Sign in again.',
  no_sender: 'The frame that sends could not be loaded. Reload the page.',
  cancelled: 'Cancelled.',
  // Of a request whose address was made anew, perhaps after its token was asked for.
  vault_origin_changed:
    'The request was not sent. It has a value of your vault in it, and its address leads elsewhere than to what was asked about. Write its host out.',
  secret_refused: 'The server takes a value of the vault over https alone, or to its own machine.',
};

/** What is found before anything is sent; `about` is a variable's or a file's name. */
const notSent: Readonly<Record<string, (about: string) => string>> = {
  vault_needs_relay: (about) =>
    `${about} comes from your vault, and such values go only through the server. A browser may carry them along a redirect to another site before anybody can stop it; the server does not. Choose “The server” under “Send from”.`,
  part_missing: () => 'A part of this page could not be fetched. Reload it and try again.',
  vault_absent: (about) => `${about} refers to a vault, and only the owner’s vault can be asked.`,
  vault_locked: (about) => `${about} comes from your vault, which is locked. Unlock it with the master password or a passkey.`,
  vault_entry_missing: (about) => `The vault has no entry for ${about} any more. Choose another one.`,
  vault_field_missing: (about) => `The vault’s entry for ${about} does not have exactly one field of that name. Choose another one.`,
  vault_empty: (about) => `What the vault has for ${about} is empty.`,
  vault_in_origin: (about) =>
    `${about} comes from your vault, and such values never stand in the scheme, the host or the port of an address. Write those out.`,
  vault_address: (about) => `${about} comes from your vault, and the address is not one of http or https, or it has a user name in it.`,
  vault_plain_http: (about) =>
    `${about} comes from your vault, and such values leave over https alone. Plain http is for this server’s own machine: localhost, 127.0.0.1 or [::1].`,
  vault_origin_new: (about) => `No value of your vault was yet allowed to go to ${about}. Send the request by itself, and you are asked.`,
  vault_origin_declined: (about) => `You did not allow it for ${about}.`,
  vault_origin_unkept: (about) => `That ${about} is allowed could not be sealed into the vault. Try again once the vault can be saved.`,
  vault_origin_refused: (about) => `The vault gives ${about} to no origin that is not allowed. Its entry may have been changed elsewhere.`,
  vault_unreadable: (about) => `The vault’s entry for ${about} cannot be read. The vault’s own page says why.`,
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
