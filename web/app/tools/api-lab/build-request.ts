import type { ApiRequest, Auth, Body, Pair } from './model.ts';
import { fillIn, type Made, type Variables } from './variables.ts';

/** A request as it goes over the wire. Header names keep their spelling; bodies are text. */
export type WireRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: string | undefined;
};

/** Builds what is sent: variables filled in, authentication added. OAuth2 comes with its `token`, asked for before. */
export function buildRequest(request: ApiRequest, auth: Auth, variables: Variables, made: Made, token?: string): WireRequest {
  const fill = (text: string) => fillIn(text, variables, made);
  const fillAll = (pairs: readonly Pair[]) =>
    pairs.filter(({ enabled, name }) => enabled && name !== '').map(({ name, value }) => [fill(name), fill(value)] as const);
  const headers: (readonly [string, string])[] = [...fillAll(request.headers)];
  const query = [...fillAll(request.query)];
  const has = (name: string) => headers.some(([given]) => given.toLowerCase() === name);
  const body = buildBody(request.body, fill, fillAll);
  if (body?.type !== undefined && !has('content-type')) headers.push(['Content-Type', body.type]);
  const credentials = credentialsOf(auth, fill, token);
  if (credentials !== undefined && !has('authorization')) headers.push(['Authorization', credentials]);
  if (auth.kind === 'apikey') (auth.in === 'header' ? headers : query).push([fill(auth.name), fill(auth.value)]);
  return { method: request.method, url: addQuery(fill(request.url).trim(), query), headers, body: body?.text };
}

function credentialsOf(auth: Auth, fill: (text: string) => string, token: string | undefined): string | undefined {
  if (auth.kind === 'basic') return basicCredentials(fill(auth.username), fill(auth.password));
  if (auth.kind === 'bearer') return `Bearer ${fill(auth.token)}`;
  return auth.kind === 'oauth2' && token !== undefined ? `Bearer ${token}` : undefined;
}

/** RFC 7617, with the name and password in UTF-8. */
function basicCredentials(username: string, password: string): string {
  return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)))}`;
}

type Built = { readonly text: string; readonly type: string };

function buildBody(
  body: Body,
  fill: (text: string) => string,
  fillAll: (pairs: readonly Pair[]) => readonly (readonly [string, string])[],
): Built | undefined {
  switch (body.kind) {
    case 'none':
      return undefined;
    case 'json':
      return { text: fill(body.text), type: 'application/json' };
    case 'text':
      return { text: fill(body.text), type: 'text/plain' };
    case 'form':
      return { text: formText(fillAll(body.fields)), type: 'application/x-www-form-urlencoded' };
    case 'multipart':
      return multipart(fillAll(body.fields));
    case 'graphql':
      return {
        text: JSON.stringify({ query: fill(body.query), variables: parseVariables(fill(body.variables)) }),
        type: 'application/json',
      };
  }
}

function parseVariables(text: string): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return {};
  }
}

/** `a=b&c=d` with everything but unreserved characters (RFC 3986) as %XX. */
export function formText(fields: readonly (readonly [string, string])[]): string {
  const encode = (text: string) =>
    encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return fields.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
}

/** RFC 7578, fields only. The boundary is in none of them. */
function multipart(fields: readonly (readonly [string, string])[]): Built {
  const all = fields.flat().join('');
  let boundary = '----castellan';
  for (let turn = 0; all.includes(boundary); turn += 1) boundary = `----castellan${turn}`;
  const quoted = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
  );
  return { text: `${parts.join('')}--${boundary}--\r\n`, type: `multipart/form-data; boundary=${boundary}` };
}

/** Adds a query as it was typed: only what no query may hold is encoded, as Postman does. */
function addQuery(url: string, query: readonly (readonly [string, string])[]): string {
  if (query.length === 0) return url;
  const [before = '', fragment] = url.split('#', 2);
  const text = query
    .map(([name, value]) => (value === '' ? `${encodeQuery(name)}=` : `${encodeQuery(name)}=${encodeQuery(value)}`))
    .join('&');
  const sign = before.includes('?') ? '&' : '?';
  return `${before}${sign}${text}${fragment === undefined ? '' : `#${fragment}`}`;
}

function encodeQuery(text: string): string {
  return text.toWellFormed().replaceAll(/["#'<>]|[^\u0021-\u007e]+/g, (part) => (part === "'" ? '%27' : encodeURIComponent(part)));
}

/** A typed address in two: what is before the question mark, and the query as pairs, decoded nowhere. */
export function splitQuery(text: string): { readonly url: string; readonly query: Pair[] } {
  const at = text.indexOf('?');
  if (at === -1) return { url: text, query: [] };
  const [query = '', fragment] = text.slice(at + 1).split('#', 2);
  const pairs = query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=');
      return { name: equals === -1 ? part : part.slice(0, equals), value: equals === -1 ? '' : part.slice(equals + 1), enabled: true };
    });
  return { url: `${text.slice(0, at)}${fragment === undefined ? '' : `#${fragment}`}`, query: pairs };
}
