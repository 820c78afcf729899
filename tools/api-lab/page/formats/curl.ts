import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type ApiRequest, type Auth, type Body, type FileRef, makeRequest, type Pair } from '../model.ts';
import { type BuiltRequest, type FileBody, splitQuery } from '../sending/build-request.ts';
import type { ImportFailure } from './read-postman.ts';

/** The words of a shell's line: quotes, `$'…'`, backslashes and line continuations; nothing is expanded. */
export function shellWords(line: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  const form = /\\\r?\n|(\s+)|\$'((?:[^'\\]|\\[\s\S])*)'|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\$]+|\$)/y;
  for (form.lastIndex = 0; form.lastIndex < line.length; ) {
    const match = form.exec(line);
    if (match === null) return undefined;
    const [, space, ansi, single, double, escaped, plain] = match;
    if (space !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    const piece =
      ansi !== undefined
        ? unescapeAnsi(ansi)
        : double !== undefined
          ? double.replaceAll(/\\(?:\r?\n|([\\"$`]))/g, '$1')
          : (single ?? escaped ?? plain);
    if (piece !== undefined) word = (word ?? '') + piece;
  }
  if (word !== undefined) words.push(word);
  return words;
}

const ansiSigns: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '0': '\0',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1b',
};

function unescapeAnsi(text: string): string {
  return text.replaceAll(/\\(?:u([0-9a-fA-F]{1,4})|x([0-9a-fA-F]{1,2})|([\s\S]))/g, (_, unicode?: string, byte?: string, sign?: string) => {
    const code = unicode ?? byte;
    return code === undefined ? (ansiSigns[sign ?? ''] ?? sign ?? '') : String.fromCharCode(Number.parseInt(code, 16));
  });
}

/** Flags without a meaning for the request itself, by how many words they take. */
const ignored: Readonly<Record<string, 0 | 1>> = {
  '--compressed': 0,
  '-s': 0,
  '--silent': 0,
  '-S': 0,
  '--show-error': 0,
  '-i': 0,
  '--include': 0,
  '-v': 0,
  '--verbose': 0,
  '-L': 0,
  '--location': 0,
  '-k': 0,
  '--insecure': 0,
  '-f': 0,
  '--fail': 0,
  '--http1.1': 0,
  '--http2': 0,
  '-g': 0,
  '--globoff': 0,
  '-N': 0,
  '-o': 1,
  '--output': 1,
  '-m': 1,
  '--max-time': 1,
  '--connect-timeout': 1,
  '-w': 1,
  '--write-out': 1,
};

type Read = {
  method: string | undefined;
  url: string | undefined;
  headers: Pair[];
  data: string[];
  form: Pair[];
  file: FileRef | undefined;
  auth: Auth;
  isGet: boolean;
  encoded: boolean;
};

/** Reads one cURL command, as browsers copy it and people write it. What it cannot be read as is named. */
export function readCurl(text: string): Result<ApiRequest, ImportFailure> {
  const words = shellWords(text.trim());
  if (words === undefined) return refuse('A quote is not closed.');
  if (!/^(?:.*\/)?curl(?:\.exe)?$/.test(words[0] ?? '')) return refuse('This does not begin with curl.');
  const read: Read = {
    method: undefined,
    url: undefined,
    headers: [],
    data: [],
    form: [],
    file: undefined,
    auth: { kind: 'inherit' },
    isGet: false,
    encoded: false,
  };
  const rest = words.slice(1).flatMap(splitWord);
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? '';
    if (word in ignored) {
      at += ignored[word] ?? 0;
      continue;
    }
    if (!word.startsWith('-') || word === '-') {
      if (read.url !== undefined) return refuse('There is more than one address.');
      read.url = word;
      continue;
    }
    const take = takers[word];
    if (take === undefined) return refuse(`The option ${word} is not known here.`);
    if (take.length < 2) {
      take(read, '');
      continue;
    }
    at += 1;
    const value = rest[at];
    if (value === undefined) return refuse(`The option ${word} lacks its value.`);
    const trouble = take(read, value);
    if (trouble !== undefined) return refuse(trouble);
  }
  if (read.file !== undefined && (read.data.length > 0 || read.form.length > 0 || read.isGet))
    return refuse('A file as the body goes with no other data.');
  return read.url === undefined ? refuse('There is no address.') : succeed(requestOf(read, read.url));
}

/** `-XPOST`, `-HName: x` and `--request=POST` in two words. */
function splitWord(word: string): readonly string[] {
  const long = /^(--[a-z-]+)=([\s\S]*)$/.exec(word);
  if (long !== null) return [long[1] ?? '', long[2] ?? ''];
  const short = /^(-[XHdFuAeb])([\s\S]+)$/.exec(word);
  if (short !== null) return [short[1] ?? '', short[2] ?? ''];
  // Several short flags without values in one word.
  return /^-[sSivLkfgN]{2,}$/.test(word) ? [...word.slice(1)].map((letter) => `-${letter}`) : [word];
}

type Take = (read: Read, value: string) => string | undefined;

const addHeader: Take = (read, value) => {
  const at = value.indexOf(':');
  if (at > 0) read.headers.push({ name: value.slice(0, at).trim(), value: value.slice(at + 1).trim(), enabled: true });
  return undefined;
};
const addData: Take = (read, value) => {
  if (value.startsWith('@')) return 'Data from a file cannot be read here.';
  read.data.push(value);
  return undefined;
};
const addRaw: Take = (read, value) => {
  read.data.push(value);
  return undefined;
};
const addField: Take = (read, value) => {
  const at = value.indexOf('=');
  const [name, content] = [value.slice(0, at), value.slice(at + 1)];
  if (at < 0 || content.startsWith('<')) return 'A form’s field from a file’s text cannot be read here.';
  if (!content.startsWith('@')) return addFormText(read, value);
  const file = /^@(?:"((?:[^"\\]|\\.)*)"|([^;,"]*))(?:;type=[^;]*)?$/.exec(content);
  if (file === null || content === '@-') return 'This file of a form cannot be read here.';
  const path = file[1]?.replaceAll(/\\(.)/g, '$1') ?? file[2] ?? '';
  read.form.push({ name, value: '', enabled: true, file: { name: baseName(path) } });
  return undefined;
};
const addFormText: Take = (read, value) => {
  const at = value.indexOf('=');
  if (at < 0) return 'A form’s field lacks its value.';
  read.form.push({ name: value.slice(0, at), value: value.slice(at + 1), enabled: true });
  return undefined;
};
/** Bytes as they are: of a file its name alone is kept, and it must be chosen. */
const addBinary: Take = (read, value) => {
  if (!value.startsWith('@')) return addRaw(read, value);
  if (value === '@-' || read.file !== undefined) return 'Only one file can be the body.';
  read.file = { name: baseName(value.slice(1)) };
  return undefined;
};
const baseName = (path: string) => path.split(/[/\\]/).at(-1) ?? '';
const setMethod: Take = (read, value) => {
  read.method = value.toUpperCase();
  return undefined;
};
const setUser: Take = (read, value) => {
  const at = value.indexOf(':');
  read.auth = { kind: 'basic', username: at < 0 ? value : value.slice(0, at), password: at < 0 ? '' : value.slice(at + 1) };
  return undefined;
};
const named =
  (name: string): Take =>
  (read, value) =>
    addHeader(read, `${name}: ${value}`);
const setUrl: Take = (read, value) => {
  read.url = value;
  return undefined;
};
const addEncoded: Take = (read, value) => {
  const at = value.indexOf('=');
  const name = at < 0 ? '' : value.slice(0, at + 1);
  read.data.push(`${name}${encodeURIComponent(at < 0 ? value : value.slice(at + 1))}`);
  return undefined;
};
const addJson: Take = (read, value) => {
  read.headers.push(
    { name: 'Content-Type', value: 'application/json', enabled: true },
    { name: 'Accept', value: 'application/json', enabled: true },
  );
  return addData(read, value);
};
const asGet: Take = (read) => {
  read.isGet = true;
  return undefined;
};
const asHead: Take = (read) => {
  read.method = 'HEAD';
  return undefined;
};

const takers: Readonly<Record<string, Take>> = {
  '-X': setMethod,
  '--request': setMethod,
  '-H': addHeader,
  '--header': addHeader,
  '-d': addData,
  '--data': addData,
  '--data-ascii': addData,
  '--data-binary': addBinary,
  '--data-raw': addRaw,
  '--data-urlencode': addEncoded,
  '--json': addJson,
  '-F': addField,
  '--form': addField,
  '--form-string': addFormText,
  '-u': setUser,
  '--user': setUser,
  '-A': named('User-Agent'),
  '--user-agent': named('User-Agent'),
  '-e': named('Referer'),
  '--referer': named('Referer'),
  '-b': named('Cookie'),
  '--cookie': named('Cookie'),
  '--url': setUrl,
  '-G': asGet,
  '--get': asGet,
  '-I': asHead,
  '--head': asHead,
};

function requestOf({ method, headers, data, form, file, auth, isGet }: Read, given: string): ApiRequest {
  const joined = data.join('&');
  const { url, query } = splitQuery(/^https?:\/\//i.test(given) || given.startsWith('{{') ? given : `http://${given}`);
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  const hasData = data.length > 0 && !isGet;
  const body: Body =
    file !== undefined
      ? { kind: 'file', file }
      : form.length > 0
        ? { kind: 'multipart', fields: form }
        : hasData
          ? bodyOf(joined, type)
          : { kind: 'none' };
  const fills = body.kind === 'form' || body.kind === 'multipart';
  return makeRequest({
    name: url.replace(/^https?:\/\//, '') || 'From cURL',
    method: method ?? (body.kind === 'none' ? 'GET' : 'POST'),
    url,
    query: [...query, ...(isGet && data.length > 0 ? splitQuery(`?${joined}`).query : [])],
    // The body brings its own type; a boundary that was copied would not fit.
    headers: fills ? headers.filter(({ name }) => name.toLowerCase() !== 'content-type') : headers,
    body,
    auth,
  });
}

function bodyOf(text: string, type: string): Body {
  if (/json/i.test(type)) return { kind: 'json', text };
  if (type !== '' && !/x-www-form-urlencoded/i.test(type)) return { kind: 'text', text };
  const fields = splitQuery(`?${text}`).query.map(({ name, value }) => ({ name: decode(name), value: decode(value), enabled: true }));
  return { kind: 'form', fields };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function refuse(message: string): Result<never, ImportFailure> {
  return fail({ code: 'unreadable', message });
}

/**
 * What is sent, as a cURL command for a POSIX shell. It holds every secret that the request holds, but for the vault's, which stay
 * names. Files are named: curl looks for them where it runs.
 */
export function writeCurl({ method, url, headers, body }: BuiltRequest): string {
  const verb = method === 'HEAD' ? ['--head'] : method === 'GET' && body === undefined ? [] : [`--request ${method}`];
  return [
    `curl ${[...verb, quote(url)].join(' ')}`,
    // curl drops a header without a value unless it ends with a semicolon.
    ...headers
      .filter(([, value]) => !isBoundaryOf(body, value))
      .map(([name, value]) => `--header ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(body === undefined ? [] : dataOf(body)),
  ].join(' \\\n  ');
}

/** curl makes a boundary of its own. */
function isBoundaryOf(body: BuiltRequest['body'], value: string): boolean {
  return typeof body === 'object' && body.kind === 'multipart' && value.endsWith(`boundary=${body.boundary}`);
}

function dataOf(body: string | FileBody): readonly string[] {
  if (typeof body === 'string') return [`--data-raw ${quote(body)}`];
  if (body.kind === 'file') return [`--data-binary ${quote(`@${body.file.name}`)}`];
  return body.parts.map((part) =>
    'file' in part
      ? `--form ${quote(`${part.name}=@"${part.file.name.replaceAll(/["\\]/g, String.raw`\$&`)}"`)}`
      : `--form-string ${quote(`${part.name}=${part.value}`)}`,
  );
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
