import type { ApiCollection, Auth, Body, Item, Pair } from '../model.ts';
import { splitQuery } from '../sending/build-request.ts';
import { scriptOf } from '../sending/check-scripts.ts';
import { namedVault } from '../vault-values/vault-values.ts';

const schemaAddress = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** A collection in Postman's format 2.1; `readPostman` makes the same collection of it. */
export function writePostman({ id, name, auth: given, variables, items }: ApiCollection): string {
  const whole = {
    info: { _postman_id: id, name, schema: schemaAddress },
    item: items.map(writeItem),
    auth: writeAuth(given),
    variable: variables.map(writePair),
  };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

function writeItem(given: Item): unknown {
  if (given.kind === 'folder') return { id: given.id, name: given.name, item: given.items.map(writeItem), auth: writeAuth(given.auth) };
  const { id, name, method, url: address, query, headers, body: content, auth: how, checks } = given;
  return {
    id,
    name,
    ...(checks.length === 0 ? {} : { event: [{ listen: 'test', script: { type: 'text/javascript', exec: checks.map(scriptOf) } }] }),
    request: { method, header: headers.map(writePair), url: writeUrl(address, query), body: writeBody(content), auth: writeAuth(how) },
  };
}

function writeUrl(given: string, listed: readonly Pair[]) {
  // What was typed after a question mark and not yet moved into the list belongs to it.
  const { url: address, query: typed } = splitQuery(given);
  const query = [...typed, ...listed];
  const parts = /^(?:([A-Za-z][\w+.-]*):\/\/)?([^/:?#]*)(?::([^/?#]*))?\/?([^?#]*)/.exec(address);
  const [, protocol, host = '', port, path = ''] = parts ?? [];
  const [before = '', fragment] = address.split('#', 2);
  const sent = query.filter(({ enabled }) => enabled).map(({ name, value }) => `${name}=${value}`.replaceAll('#', '%23'));
  return {
    raw: `${before}${sent.length === 0 ? '' : `?${sent.join('&')}`}${fragment === undefined ? '' : `#${fragment}`}`,
    ...(protocol === undefined ? {} : { protocol }),
    host: host.split('.'),
    ...(port === undefined ? {} : { port }),
    path: path === '' ? [] : path.split('/'),
    query: query.map(writePair),
  };
}

/** Of a value in the vault the name alone is written. */
function writePair({ name, value, enabled, vault }: Pair) {
  return { key: name, value: vault === undefined ? value : '', ...(enabled ? {} : { disabled: true }) };
}

function writePart(field: Pair) {
  if (field.file === undefined) return { ...writePair(field), type: 'text' };
  return { key: field.name, type: 'file', src: field.file.name, ...(field.enabled ? {} : { disabled: true }) };
}

function writeBody(content: Body) {
  switch (content.kind) {
    case 'none':
      return undefined;
    case 'json':
    case 'text':
      return { mode: 'raw', raw: content.text, options: { raw: { language: content.kind } } };
    case 'form':
      return { mode: 'urlencoded', urlencoded: content.fields.map(writePair) };
    case 'multipart':
      return { mode: 'formdata', formdata: content.fields.map(writePart) };
    case 'file':
      return { mode: 'file', file: { src: content.file.name } };
    case 'graphql':
      return { mode: 'graphql', graphql: { query: content.query, variables: content.variables } };
  }
}

function writeAuth(given: Auth) {
  const { auth: how } = namedVault(given);
  const entries = (values: Readonly<Record<string, string>>) =>
    Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' }));
  switch (how.kind) {
    case 'inherit':
      return undefined;
    case 'none':
      return { type: 'noauth' };
    case 'basic':
      return { type: 'basic', basic: entries({ username: how.username, password: how.password }) };
    case 'bearer':
      return { type: 'bearer', bearer: entries({ token: how.token }) };
    case 'apikey':
      return { type: 'apikey', apikey: entries({ key: how.name, value: how.value, in: how.in }) };
    case 'oauth2':
      return {
        type: 'oauth2',
        oauth2: entries({
          grant_type: 'client_credentials',
          accessTokenUrl: how.tokenUrl,
          clientId: how.clientId,
          clientSecret: how.clientSecret,
          scope: how.scope,
          client_authentication: how.in,
        }),
      };
  }
}
