import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type Auth, type Body, makeRequest, type Pair } from '../../model.ts';
import { splitQuery } from '../../sending/build-request.ts';
import type { ImportFailure } from '../read-postman.ts';
import type { PowerShellValue } from './powershell-script.ts';
import { readRawBody } from './raw-body.ts';
import type { ReadCommand } from './read-curl.ts';

/** Parameters of Invoke-WebRequest and Invoke-RestMethod that make the request. */
const making = ['uri', 'method', 'custommethod', 'headers', 'body', 'contenttype', 'useragent', 'websession', 'form', 'infile', 'token'];
/** Such as change nothing about it: without a value, and with one. */
const switches = [
  'usebasicparsing',
  'disablekeepalive',
  'skipcertificatecheck',
  'skipheadervalidation',
  'skiphttperrorcheck',
  'allowinsecureredirect',
];
const ignored = [
  'outfile',
  'timeoutsec',
  'maximumredirection',
  'sessionvariable',
  'maximumretrycount',
  'retryintervalsec',
  'authentication',
];
const known = [...making, ...switches, ...ignored];

type Given = ReadonlyMap<string, PowerShellValue>;

/** Whether a command is one of those, by its name or an alias. */
export function isInvoke([first]: readonly PowerShellValue[]): boolean {
  return first?.kind === 'text' && /^(?:invoke-webrequest|invoke-restmethod|iwr|irm)$/i.test(first.text);
}

/** Reads one Invoke-WebRequest or Invoke-RestMethod, as browsers copy it and people write it. What it cannot be read as is named. */
export function readInvoke(words: readonly PowerShellValue[]): Result<ReadCommand, ImportFailure> {
  const given = readParameters(words.slice(1));
  if (!given.ok) return given;
  const uri = textOf(given.value, 'uri');
  if (uri === undefined || uri === '') return refuse('There is no address.');
  const { url, query } = splitQuery(/^[a-z][a-z\d+.-]*:\/\//i.test(uri) || uri.startsWith('$') ? uri : `http://${uri}`);
  const method = (textOf(given.value, 'custommethod') ?? textOf(given.value, 'method') ?? 'GET').toUpperCase();
  const { body, headers, more } = bodyOf(given.value, method, headersOf(given.value));
  const token = textOf(given.value, 'token');
  const auth: Auth = token === undefined ? { kind: 'inherit' } : { kind: 'bearer', token };
  const name = url.replace(/^https?:\/\//, '') || 'From PowerShell';
  const unread = [...given.value].filter(([, value]) => value.kind === 'unknown').map(([parameter]) => `The value of -${parameter}`);
  return succeed({ request: makeRequest({ name, method, url, query: [...query, ...more], headers, body, auth }), leftOut: unread });
}

/** `-Name value`, `-Name:value`, shortened names; a value without a name is the address. */
function readParameters(words: readonly PowerShellValue[]): Result<Given, ImportFailure> {
  const given = new Map<string, PowerShellValue>();
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    const [, spelled, behind] = word?.kind === 'text' && word.isBare ? (/^-([A-Za-z]+)(?::(.*))?$/s.exec(word.text) ?? []) : [];
    if (word === undefined) continue;
    if (spelled === undefined) {
      if (given.has('uri')) return refuse('There is more than one address.');
      given.set('uri', word);
      continue;
    }
    const meant = known.filter((name) => name.startsWith(spelled.toLowerCase()));
    const name = meant.find((one) => one === spelled.toLowerCase()) ?? (meant.length === 1 ? meant[0] : undefined);
    if (name === undefined) return refuse(`The parameter -${spelled.slice(0, 60)} is not known here.`);
    if (switches.includes(name)) continue;
    if (behind === undefined || behind === '') at += 1;
    const value: PowerShellValue | undefined = behind ? { kind: 'text', text: behind, isBare: true } : words[at];
    if (value === undefined) return refuse(`The parameter -${spelled} lacks its value.`);
    if (making.includes(name)) given.set(name, value);
  }
  return succeed(given);
}

function headersOf(given: Given): Pair[] {
  const table = given.get('headers');
  const session = given.get('websession');
  const headers = table?.kind === 'table' ? [...table.entries] : [];
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined && value !== '') headers.push([name, value]);
  };
  add('User-Agent', textOf(given, 'useragent') ?? (session?.kind === 'session' ? session.userAgent : undefined));
  if (session?.kind === 'session') add('Cookie', session.cookies.join('; '));
  add('Content-Type', textOf(given, 'contenttype'));
  // A browser’s copy also lists what belongs to the address and the connection: `authority`, `method`, `path`, `scheme`.
  const isPseudo = headers.some(([name]) => name === 'authority') && headers.some(([name]) => name === 'path');
  return headers
    .filter(([name]) => !isPseudo || !['authority', 'method', 'path', 'scheme'].includes(name))
    .map(([name, value]) => ({ name, value, enabled: true }));
}

function bodyOf(
  given: Given,
  method: string,
  headers: Pair[],
): { readonly body: Body; readonly headers: Pair[]; readonly more: readonly Pair[] } {
  const fieldsOf = (entries: ReadonlyMap<string, string>) => [...entries].map(([name, value]) => ({ name, value, enabled: true }));
  const [body, form, file] = [given.get('body'), given.get('form'), textOf(given, 'infile')];
  const untyped = headers.filter(({ name }) => name.toLowerCase() !== 'content-type');
  if (form?.kind === 'table') return { body: { kind: 'multipart', fields: fieldsOf(form.entries) }, headers: untyped, more: [] };
  if (file !== undefined) return { body: { kind: 'file', file: { name: file.split(/[/\\]/).at(-1) ?? '' } }, headers, more: [] };
  if (body?.kind === 'table')
    return method === 'GET'
      ? { body: { kind: 'none' }, headers, more: fieldsOf(body.entries) }
      : { body: { kind: 'form', fields: fieldsOf(body.entries) }, headers: untyped, more: [] };
  return body?.kind === 'text' ? { ...readRawBody(body.text, headers), more: [] } : { body: { kind: 'none' }, headers, more: [] };
}

function textOf(given: Given, name: string): string | undefined {
  const value = given.get(name);
  return value?.kind === 'text' ? value.text : undefined;
}

function refuse(message: string): Result<never, ImportFailure> {
  return fail({ code: 'unreadable', message });
}
