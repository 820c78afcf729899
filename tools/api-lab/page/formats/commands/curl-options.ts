import type { Auth, FileRef, Pair } from '../../model.ts';

/** What the options of a command have said so far. */
export type CurlRead = {
  method: string | undefined;
  url: string | undefined;
  headers: Pair[];
  /** Pieces of the body with what joins each to the one before. */
  data: { readonly text: string; readonly joint: '&' | '' }[];
  form: Pair[];
  file: FileRef | undefined;
  auth: Auth;
  isGet: boolean;
  leftOut: string[];
};

/** Takes an option’s value. Returns why it cannot be read here. */
export type Take = (read: CurlRead, value: string) => string | undefined;

/** Options that change nothing about the request itself, by how many words they take. */
const ignored: Readonly<Record<string, 0 | 1>> = {
  ...Object.fromEntries(
    [
      '-# --progress-bar --no-progress-meter -s --silent -S --show-error -i --include --show-headers -v --verbose -f --fail --fail-with-body',
      '-L --location --location-trusted -k --insecure -g --globoff -N --no-buffer -O --remote-name -J --remote-header-name -n --netrc',
      '-0 --http1.0 --http1.1 --http2 --http2-prior-knowledge --http3 -4 --ipv4 -6 --ipv6 -q --disable -a --append --basic --create-dirs',
      '--compressed --path-as-is --no-keepalive --tcp-nodelay --tlsv1.2 --tlsv1.3 -1 --tlsv1 --ssl-reqd --parallel -Z --post301 --post302',
    ]
      .join(' ')
      .split(' ')
      .map((name) => [name, 0] as const),
  ),
  ...Object.fromEntries(
    [
      '-o --output -m --max-time --connect-timeout -w --write-out --retry --retry-delay --retry-max-time --max-redirs -D --dump-header',
      '-c --cookie-jar --cacert --capath --ciphers --limit-rate -Y --speed-limit -y --speed-time --keepalive-time --trace --trace-ascii',
      '--stderr --resolve --connect-to --interface --dns-servers -C --continue-at --max-filesize --tls-max --proto --output-dir',
    ]
      .join(' ')
      .split(' ')
      .map((name) => [name, 1] as const),
  ),
};

/** How an option is read: by what takes its value, or skipped with so many words. `undefined`: it is not known here. */
export function findOption(name: string): { readonly take: Take; readonly words: 0 | 1 } | { readonly skip: 0 | 1 } | undefined {
  const take = Object.hasOwn(takers, name) ? takers[name] : undefined;
  if (take !== undefined) return { take, words: take.length < 2 ? 0 : 1 };
  const skip = Object.hasOwn(ignored, name) ? ignored[name] : undefined;
  return skip === undefined ? undefined : { skip };
}

/** Adds a header line: `Name: value`, or `Name;` for one without a value. One that ends with a colon takes a header of curl’s own away. */
const addHeader: Take = (read, value) => {
  const [, empty] = /^([^:;\s]+);\s*$/.exec(value) ?? [];
  const at = value.indexOf(':');
  if (empty !== undefined) read.headers.push({ name: empty, value: '', enabled: true });
  else if (at > 0 && value.slice(at + 1).trim() !== '')
    read.headers.push({ name: value.slice(0, at).trim(), value: value.slice(at + 1).trim(), enabled: true });
  return value.startsWith('@') ? 'Headers from a file cannot be read here.' : undefined;
};
const addRaw: Take = (read, value) => {
  read.data.push({ text: value, joint: '&' });
  return undefined;
};
const addData: Take = (read, value) => (value.startsWith('@') ? 'Data from a file cannot be read here.' : addRaw(read, value));

const addField: Take = (read, value) => {
  const at = value.indexOf('=');
  const [name, content] = [value.slice(0, at), value.slice(at + 1)];
  if (at < 0 || content.startsWith('<')) return 'A form’s field from a file’s text cannot be read here.';
  if (!content.startsWith('@')) {
    const [, text = content, more] = /^("(?:[^"\\]|\\.)*"|[^;]*)(;.*)?$/s.exec(content) ?? [];
    if (more !== undefined && /^;(?:type|filename|headers|encoder)=/.test(more))
      read.leftOut.push(`The form’s field ${name}: ${more.slice(1, 100)}`);
    const whole = more !== undefined && !/^;(?:type|filename|headers|encoder)=/.test(more) ? content : text;
    read.form.push({ name, value: unquoteField(whole), enabled: true });
    return undefined;
  }
  const file = /^@(?:"((?:[^"\\]|\\.)*)"|([^;,"]*))(?:;type=[^;]*)?$/.exec(content);
  if (file === null || content === '@-') return 'This file of a form cannot be read here.';
  read.form.push({ name, value: '', enabled: true, file: { name: baseName(file[1]?.replaceAll(/\\(.)/g, '$1') ?? file[2] ?? '') } });
  return undefined;
};

/** curl takes a field’s text in quotes without them. */
function unquoteField(text: string): string {
  const [, inner] = /^"((?:[^"\\]|\\.)*)"$/s.exec(text) ?? [];
  return inner === undefined ? text : inner.replaceAll(/\\(["\\])/g, '$1');
}

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
const upload: Take = (read, value) => {
  if (value === '-' || value === '.' || read.file !== undefined) return 'Only one file can be the body.';
  read.file = { name: baseName(value) };
  read.method ??= 'PUT';
  return undefined;
};
const baseName = (path: string) => path.split(/[/\\]/).at(-1) ?? '';

/** `content`, `=content` and `name=content`, encoded as curl does; a file’s text cannot be read. */
const addEncoded: Take = (read, value) => {
  const [, name = '', sign, content = ''] = /^([^=@]*)([=@])([\s\S]*)$/.exec(value) ?? [];
  if (sign === '@') return 'Data from a file cannot be read here.';
  const encoded = encodeValue(sign === undefined ? value : content);
  return addRaw(read, name === '' ? encoded : `${name}=${encoded}`);
};

function encodeValue(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}

const addJson: Take = (read, value) => {
  if (value.startsWith('@')) return 'Data from a file cannot be read here.';
  read.data.push({ text: value, joint: '' });
  for (const name of ['Content-Type', 'Accept'])
    if (!read.headers.some((header) => header.name === name && header.value === 'application/json'))
      read.headers.push({ name, value: 'application/json', enabled: true });
  return undefined;
};
const setMethod: Take = (read, value) => {
  read.method = value.toUpperCase();
  return undefined;
};
const setUser: Take = (read, value) => {
  const at = value.indexOf(':');
  read.auth = { kind: 'basic', username: at < 0 ? value : value.slice(0, at), password: at < 0 ? '' : value.slice(at + 1) };
  return undefined;
};
const setBearer: Take = (read, token) => {
  read.auth = { kind: 'bearer', token };
  return undefined;
};
const named =
  (name: string): Take =>
  (read, value) =>
    addHeader(read, `${name}: ${value}`);
const addRange: Take = (read, value) => addHeader(read, `Range: bytes=${value}`);
const addCookies: Take = (read, value) => {
  if (!value.includes('=')) return 'Cookies from a file cannot be read here.';
  const at = read.headers.findIndex(({ name }) => name.toLowerCase() === 'cookie');
  const before = read.headers[at];
  if (before === undefined) return addHeader(read, `Cookie: ${value}`);
  read.headers[at] = { ...before, value: `${before.value}; ${value.trim()}` };
  return undefined;
};
const setUrl: Take = (read, value) => {
  if (read.url !== undefined) return 'There is more than one address.';
  read.url = value;
  return undefined;
};
const asGet: Take = (read) => {
  read.isGet = true;
  return undefined;
};
const asHead: Take = (read) => {
  read.method ??= 'HEAD';
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
  '-T': upload,
  '--upload-file': upload,
  '-u': setUser,
  '--user': setUser,
  '--oauth2-bearer': setBearer,
  '-A': named('User-Agent'),
  '--user-agent': named('User-Agent'),
  '-e': named('Referer'),
  '--referer': named('Referer'),
  '-r': addRange,
  '--range': addRange,
  '-b': addCookies,
  '--cookie': addCookies,
  '--url': setUrl,
  '-G': asGet,
  '--get': asGet,
  '-I': asHead,
  '--head': asHead,
};
