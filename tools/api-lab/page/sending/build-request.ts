import { parseJson } from '@castellan/foundation/parse-json';
import type { ApiRequest, Auth, Body, FileRef, Pair } from '../model.ts';
import { fillIn, type Made, noSecrets, type Secrets, type Variables } from './variables.ts';

/** A part of a form: a text or a file. */
export type Part = { readonly name: string; readonly value: string } | { readonly name: string; readonly file: FileRef };

/** A body whose files are not read yet. */
export type FileBody =
  | { readonly kind: 'file'; readonly file: FileRef }
  | { readonly kind: 'multipart'; readonly boundary: string; readonly parts: readonly Part[] };

type Head = { readonly method: string; readonly url: string; readonly headers: readonly (readonly [string, string])[] };

/** A request as it was built. Header names keep their spelling. */
export type BuiltRequest = Head & { readonly body?: string | FileBody | undefined };

/** A request as it goes over the wire: bodies with files in them are bytes. */
export type WireRequest = Head & { readonly body?: string | Uint8Array<ArrayBuffer> | undefined };

/** `token`: that of OAuth2, asked for before. `secrets`: values of the vault; without them their names stay where they stand. */
export type Credentials = { readonly token?: string | undefined; readonly secrets?: Secrets | undefined };

/** Builds what is sent: variables filled in, authentication added. */
export function buildRequest(
  request: ApiRequest,
  auth: Auth,
  variables: Variables,
  made: Made,
  { token, secrets = noSecrets }: Credentials = {},
): BuiltRequest {
  const fill = (text: string) => fillIn(text, variables, made, secrets);
  const fillAll = (pairs: readonly Pair[]) =>
    pairs.filter(({ enabled, name }) => enabled && name !== '').map(({ name, value }) => [fill(name), fill(value)] as const);
  const headers: (readonly [string, string])[] = [...fillAll(request.headers)];
  const query = [...fillAll(request.query)];
  const has = (name: string) => headers.some(([given]) => given.toLowerCase() === name);
  const body = buildBody(request.body, fill, made);
  if (body?.type !== undefined && !has('content-type')) headers.push(['Content-Type', body.type]);
  const credentials = credentialsOf(auth, fill, token);
  if (credentials !== undefined && !has('authorization')) headers.push(['Authorization', credentials]);
  if (auth.kind === 'apikey') (auth.in === 'header' ? headers : query).push([fill(auth.name), fill(auth.value)]);
  return { method: request.method, url: addQuery(fill(request.url).trim(), query), headers, body: body?.content };
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

/** Without a type: that of the file, which is known once it is chosen. */
type Built = { readonly content: string | FileBody; readonly type?: string };

function buildBody(body: Body, fill: (text: string) => string, made: Made): Built | undefined {
  const sent = 'fields' in body ? body.fields.filter(({ enabled, name }) => enabled && name !== '') : [];
  const filled = () => sent.map(({ name, value }) => [fill(name), fill(value)] as const);
  switch (body.kind) {
    case 'none':
      return undefined;
    case 'json':
      return { content: fill(body.text), type: 'application/json' };
    case 'text':
      return { content: fill(body.text), type: 'text/plain' };
    case 'form':
      return { content: formText(filled()), type: 'application/x-www-form-urlencoded' };
    case 'multipart':
      return sent.some(({ file }) => file !== undefined) ? multipartWithFiles(sent, fill, made) : multipart(filled());
    case 'file':
      return { content: { kind: 'file', file: body.file } };
    case 'graphql':
      return {
        content: JSON.stringify({ query: fill(body.query), variables: parseVariables(fill(body.variables)) }),
        type: 'application/json',
      };
  }
}

function parseVariables(text: string): unknown {
  const read = parseJson(text);
  return read === undefined ? {} : read;
}

/** `a=b&c=d` with everything but unreserved characters (RFC 3986) as %XX. */
export function formText(fields: readonly (readonly [string, string])[]): string {
  const encode = (text: string) =>
    encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return fields.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
}

/** RFC 7578, texts only. The boundary is in none of them. */
function multipart(fields: readonly (readonly [string, string])[]): Built {
  const all = fields.flat().join('');
  let boundary = '----boundary';
  for (let turn = 0; all.includes(boundary); turn += 1) boundary = `----boundary${turn}`;
  const parts = fields.map(([name, value]) => `${partHead(boundary, name)}\r\n${value}\r\n`);
  return { content: `${parts.join('')}--${boundary}--\r\n`, type: `multipart/form-data; boundary=${boundary}` };
}

/** The same with files among them, which are read when it is sent. The boundary is random: no file holds it by chance. */
function multipartWithFiles(fields: readonly Pair[], fill: (text: string) => string, made: Made): Built {
  const boundary = `----boundary${made.uuid()}`;
  const parts = fields.map(({ name, value, file }) =>
    file === undefined ? { name: fill(name), value: fill(value) } : { name: fill(name), file },
  );
  return { content: { kind: 'multipart', boundary, parts }, type: `multipart/form-data; boundary=${boundary}` };
}

/** How a part begins: its boundary and its name; what follows is the rest of its head, and an empty line. */
export function partHead(boundary: string, name: string, fileName?: string): string {
  const quoted = (text: string) => text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const file = fileName === undefined ? '' : `; filename="${quoted(fileName)}"`;
  return `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${file}\r\n`;
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
