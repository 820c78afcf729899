import { fail, type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { issueWords } from '../../../../web/app/domains/exchange/issue-words.ts';
import {
  type ApiCollection,
  type ApiRequest,
  type Auth,
  type Body,
  type FileRef,
  type Item,
  makeRequest,
  newId,
  type Pair,
} from '../model.ts';
import { splitQuery } from '../sending/build-request.ts';
import { readScript } from '../sending/check-scripts.ts';

/** What a file became, and what of it was left out, by name. */
export type Imported = { readonly collections: readonly ApiCollection[]; readonly leftOut: readonly string[] };
export type ImportFailure = { readonly code: 'unreadable'; readonly message: string };

/** Folders in folders; no person makes more. */
const maxDepth = 24;

const text = z.pipe(
  z.nullish(z.string()),
  z.transform((value) => value ?? ''),
);
const scalar = z.pipe(
  z.nullish(z.union([z.string(), z.number(), z.boolean()])),
  z.transform((value) => (value === null || value === undefined ? '' : String(value))),
);
const pair = z.object({ key: scalar, value: z.catch(scalar, ''), disabled: z.nullish(z.boolean()), type: z.nullish(z.string()) });
const source = z.nullish(z.union([z.string(), z.array(z.string())]));
const part = z.extend(pair, { src: source });
const authEntry = z.object({ key: z.string(), value: z.unknown() });
const auth = z.looseObject({ type: z.string() });
const url = z.union([
  z.string(),
  z.object({
    raw: z.nullish(z.string()),
    protocol: z.nullish(z.string()),
    host: z.nullish(z.union([z.string(), z.array(z.string())])),
    port: z.nullish(z.string()),
    path: z.nullish(z.union([z.string(), z.array(z.unknown())])),
    query: z.nullish(z.array(pair)),
    variable: z.nullish(z.array(pair)),
  }),
]);
const body = z.object({
  mode: z.nullish(z.string()),
  raw: text,
  urlencoded: z.nullish(z.array(pair)),
  formdata: z.nullish(z.array(part)),
  file: z.nullish(z.object({ src: source })),
  graphql: z.nullish(z.object({ query: text, variables: z.unknown() })),
  options: z.nullish(z.object({ raw: z.nullish(z.object({ language: z.nullish(z.string()) })) })),
});
const request = z.union([
  z.string(),
  z.object({
    method: z.nullish(z.string()),
    url: z.nullish(url),
    header: z.nullish(z.union([z.string(), z.array(pair)])),
    body: z.nullish(body),
    auth: z.nullish(auth),
  }),
]);
const script = z.object({
  listen: z.string(),
  script: z.nullish(z.object({ exec: z.nullish(z.union([z.string(), z.array(z.string())])) })),
});
const item = z.object({
  id: z.nullish(z.string()),
  name: text,
  request: z.nullish(request),
  item: z.nullish(z.array(z.unknown())),
  auth: z.nullish(auth),
  event: z.nullish(z.array(script)),
});
const file = z.object({
  info: z.object({ _postman_id: z.nullish(z.string()), name: z.string(), schema: z.nullish(z.string()) }),
  item: z.array(z.unknown()),
  auth: z.nullish(auth),
  variable: z.nullish(z.array(pair)),
  event: z.nullish(z.array(script)),
});

/** Reads a Postman collection of format 2.0 or 2.1. */
export function readPostman(json: unknown): Result<Imported, ImportFailure> {
  const parsed = file.safeParse(json, issueWords);
  if (!parsed.success) return fail({ code: 'unreadable', message: `This is not a Postman collection: ${sayIssue(parsed.error)}` });
  const leftOut: string[] = [];
  const { info, item: items, variable } = parsed.data;
  noteScripts(info.name, parsed.data.event ?? [], leftOut, false);
  const read = readItems(items, '', 0, leftOut);
  if (!read.ok) return read;
  const collection: ApiCollection = {
    id: info._postman_id ?? newId(),
    name: info.name,
    auth: readAuth(parsed.data.auth ?? undefined, info.name, leftOut, { kind: 'none' }),
    variables: (variable ?? []).map(readPair),
    items: [...read.value],
  };
  return succeed({ collections: [collection], leftOut });
}

function readItems(items: readonly unknown[], above: string, depth: number, leftOut: string[]): Result<readonly Item[], ImportFailure> {
  if (depth > maxDepth) return fail({ code: 'unreadable', message: `Folders are more than ${maxDepth} deep.` });
  const read: Item[] = [];
  for (const [at, one] of items.entries()) {
    const parsed = item.safeParse(one, issueWords);
    if (!parsed.success)
      return fail({
        code: 'unreadable',
        message: `Item ${at + 1}${above === '' ? '' : ` in ${above}`} cannot be read: ${sayIssue(parsed.error)}`,
      });
    const { id, name, item: inner } = parsed.data;
    const place = above === '' ? name : `${above} / ${name}`;
    if (inner === null || inner === undefined) {
      read.push(readRequest(parsed.data, place, leftOut));
      continue;
    }
    noteScripts(place, parsed.data.event ?? [], leftOut, false);
    const items = readItems(inner, place, depth + 1, leftOut);
    if (!items.ok) return items;
    read.push({
      kind: 'folder',
      id: id ?? newId(),
      name,
      auth: readAuth(parsed.data.auth ?? undefined, place, leftOut, { kind: 'inherit' }),
      items: items.value,
    });
  }
  return succeed(read);
}

function readRequest({ id, name, request: given, event }: z.infer<typeof item>, place: string, leftOut: string[]): ApiRequest {
  const told = typeof given === 'string' ? { url: given } : (given ?? {});
  const address = readUrl('url' in told ? (told.url ?? '') : '');
  const checks = noteScripts(place, event ?? [], leftOut, true);
  const rest = typeof given === 'object' && given !== null ? given : undefined;
  const header = rest?.header;
  return makeRequest({
    id: id ?? newId(),
    name,
    method: (rest?.method ?? 'GET').toUpperCase(),
    ...address,
    headers: Array.isArray(header) ? header.map(readPair) : readHeaderText(header ?? ''),
    body: readBody(rest?.body ?? undefined, place, leftOut),
    auth: readAuth(rest?.auth ?? undefined, place, leftOut, { kind: 'inherit' }),
    checks: [...checks],
  });
}

/** The address without its query, path variables filled in; and the query. */
function readUrl(given: z.infer<typeof url>): { readonly url: string; readonly query: Pair[] } {
  if (typeof given === 'string') return splitQuery(given);
  const host = Array.isArray(given.host) ? given.host.join('.') : (given.host ?? '');
  const path = Array.isArray(given.path) ? given.path.map(String).join('/') : (given.path ?? '');
  const built = `${given.protocol ? `${given.protocol}://` : ''}${host}${given.port ? `:${given.port}` : ''}${path === '' ? '' : `/${path.replace(/^\//, '')}`}`;
  const { url: raw, query } = splitQuery(given.raw ?? built);
  const values = new Map((given.variable ?? []).map(({ key, value }) => [key, value]));
  const filled = raw.replaceAll(/(?<=\/):([^/?#:]+)/g, (whole, name: string) => values.get(name) || whole);
  return { url: filled, query: given.query === null || given.query === undefined ? query : given.query.map(readPair) };
}

function readHeaderText(lines: string): Pair[] {
  return lines
    .split(/\r?\n/)
    .filter((line) => line.includes(':'))
    .map((line) => ({ name: line.slice(0, line.indexOf(':')).trim(), value: line.slice(line.indexOf(':') + 1).trim(), enabled: true }));
}

function readPair({ key, value, disabled }: z.infer<typeof pair>): Pair {
  return { name: key, value, enabled: disabled !== true };
}

function readBody(given: z.infer<typeof body> | undefined, place: string, leftOut: string[]): Body {
  switch (given?.mode) {
    case 'raw': {
      const isJson = given.options?.raw?.language === 'json' || (given.options?.raw?.language === undefined && /^\s*[[{]/.test(given.raw));
      return { kind: isJson ? 'json' : 'text', text: given.raw };
    }
    case 'urlencoded':
      return { kind: 'form', fields: (given.urlencoded ?? []).map(readPair) };
    case 'formdata': {
      const fields = (given.formdata ?? []).flatMap((field) =>
        field.type === 'file' ? filesOf(field.src).map((file) => ({ ...readPair(field), value: '', file })) : [readPair(field)],
      );
      return { kind: 'multipart', fields };
    }
    case 'graphql': {
      const variables = given.graphql?.variables;
      const words =
        variables === undefined || variables === null ? '' : typeof variables === 'string' ? variables : JSON.stringify(variables);
      return { kind: 'graphql', query: given.graphql?.query ?? '', variables: words };
    }
    case 'file': {
      const [file = { name: '' }, ...more] = filesOf(given.file?.src);
      if (more.length > 0) leftOut.push(`${place}: all files of its body but the first`);
      return { kind: 'file', file };
    }
    default:
      return { kind: 'none' };
  }
}

/** Files by their names: where they lay is of another machine. Each must be chosen again. */
function filesOf(given: z.infer<typeof source>): FileRef[] {
  const paths = typeof given === 'string' ? [given] : (given ?? []);
  return (paths.length === 0 ? [''] : paths).map((path) => ({ name: path.split(/[/\\]/).at(-1) ?? '' }));
}

function readAuth(given: z.infer<typeof auth> | undefined, place: string, leftOut: string[], otherwise: Auth): Auth {
  if (given === undefined) return otherwise;
  const listed: unknown = given[given.type];
  const list = z.array(authEntry).safeParse(listed);
  const values = list.success
    ? new Map(list.data.map(({ key, value }) => [key, value]))
    : new Map(Object.entries(typeof listed === 'object' && listed !== null ? listed : {}));
  const of = (name: string, instead = '') => {
    const value = values.get(name);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : instead;
  };
  if (given.type === 'noauth') return { kind: 'none' };
  if (given.type === 'basic') return { kind: 'basic', username: of('username'), password: of('password') };
  if (given.type === 'bearer') return { kind: 'bearer', token: of('token') };
  if (given.type === 'apikey')
    return { kind: 'apikey', name: of('key'), value: of('value'), in: of('in') === 'query' ? 'query' : 'header' };
  if (given.type === 'oauth2' && of('grant_type') === 'client_credentials')
    return {
      kind: 'oauth2',
      tokenUrl: of('accessTokenUrl'),
      clientId: of('clientId'),
      clientSecret: of('clientSecret'),
      scope: of('scope'),
      in: of('client_authentication') === 'body' ? 'body' : 'header',
    };
  leftOut.push(`${place}: authentication by ${given.type}`);
  return { kind: 'none' };
}

function noteScripts(place: string, events: readonly z.infer<typeof script>[], leftOut: string[], takesChecks: boolean) {
  return events.flatMap(({ listen, script: told }) => {
    const exec = told?.exec;
    const lines = typeof exec === 'string' ? [exec] : (exec ?? []);
    if (lines.every((line) => line.trim() === '')) return [];
    const read = readScript(lines);
    if (takesChecks && listen === 'test') {
      if (read.leftOut > 0) leftOut.push(`${place}: ${read.leftOut} ${read.leftOut === 1 ? 'statement' : 'statements'} of the test script`);
      return read.checks;
    }
    leftOut.push(`${place}: the ${listen === 'test' ? 'test' : 'pre-request'} script`);
    return [];
  });
}

function sayIssue(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'unreadable'}.`;
}
