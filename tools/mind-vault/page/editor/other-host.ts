/** What a link's text says and where it leads, where these are not the same host. Both as a browser asks for them: in ASCII. */
export type OtherHost = { readonly said: string; readonly target: string };

/**
 * Whether a link's text names another host than the link leads to: a person reads the text, and the browser goes to the target.
 * `undefined` where the text names none, or the target's alone. Hosts are compared as the URL standard (https://url.spec.whatwg.org)
 * writes them: upper case, a dot at the end, a port and other spellings of a host are the same, and letters of another script that
 * only look alike are not. `www.` in front is the same host.
 */
export function otherHost(text: string, target: string): OtherHost | undefined {
  const named = hostsIn(text);
  if (named.size === 0) return undefined;
  const reached = hostsOfTarget(target);
  const said = [...named].find((host) => !reached.has(host));
  const unsaid = [...reached].find((host) => !named.has(host));
  if (said === undefined && unsaid === undefined) return undefined;
  const [anySaid = ''] = named;
  const [anyReached = target] = reached;
  return { said: said ?? anySaid, target: unsaid ?? anyReached };
}

/** What a browser would ask; of a letter, whoever gets it. */
function hostsOfTarget(target: string): ReadonlySet<string> {
  const url = parse(target);
  if (url === undefined) return new Set();
  if (url.protocol !== 'mailto:') return new Set([plain(url.hostname)]);
  const lists = [decode(url.pathname), ...['to', 'cc', 'bcc'].flatMap((name) => url.searchParams.getAll(name))];
  const addresses = lists.flatMap((list) => list.split(',')).filter((address) => address.includes('@'));
  return new Set(addresses.map((address) => canonical(address.slice(address.lastIndexOf('@') + 1).trim())));
}

/** Every host that a text names: in an address, in that of a letter, or by itself. */
function hostsIn(text: string): ReadonlySet<string> {
  // What nobody sees goes, and so do marks of Markdown. Other forms of letters and dots become the usual ones.
  const plainText = text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}*`~\\]/gu, '')
    .replaceAll('。', '.');
  return new Set(plainText.split(/[\s<>(){}"“”„«»‘’'|,;]/u).flatMap(hostsOfWord));
}

function hostsOfWord(word: string): readonly string[] {
  const slashes = word.indexOf('://');
  if (slashes >= 0) return hostsBehindScheme(word.slice(slashes + 3));
  return word.split(/[[\]]/).flatMap((part) => {
    const address = part.toLowerCase().startsWith('mailto:') ? part.slice('mailto:'.length) : part;
    const { head, rest } = cut(address, /[/?#:]/);
    const sign = head.lastIndexOf('@');
    // Before the sign of a letter's address stands a person; before that of a site's, what only looks like its host.
    const isLetter = rest === '' || rest === ':' || rest.startsWith('?');
    const before = sign < 0 || isLetter ? [] : bareHosts(head.slice(0, sign));
    return [...before, ...bareHosts(head.slice(sign + 1))];
  });
}

/** The host of what stands behind a scheme, and whatever before its sign looks like one. */
function hostsBehindScheme(behind: string): readonly string[] {
  const { head } = cut(behind, /[/?#]/);
  const sign = head.lastIndexOf('@');
  const place = head.slice(sign + 1);
  const host = /^\[[\da-f:.]*\]|^[\p{L}\p{M}\p{N}._-]*/iu.exec(place)?.[0] ?? '';
  const before = sign < 0 ? [] : bareHosts(head.slice(0, sign));
  return host === '' ? before : [...before, canonical(host)];
}

/** No top-level domain has these names: what ends so is a file. */
const fileEndings: ReadonlySet<string> = new Set(
  'cfg css csv dll doc docx exe gif htm html ini jpeg jpg js json jsx log mjs mp3 mp4 odt pdf png ppt pptx svg toml ts tsx txt webp xls xlsx xml yaml yml'.split(
    ' ',
  ),
);

/** Words that a person takes for a host: labels with dots between, the last of them of letters; or four numbers. */
function bareHosts(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{M}\p{N}._-]/u).flatMap((word) => {
    const host = withoutEdges(word);
    const labels = host.split('.');
    const last = (labels.at(-1) ?? '').toLowerCase();
    if (labels.length < 2 || labels.includes('')) return [];
    const isNumbered = labels.length === 4 && labels.every((label) => /^\d{1,3}$/.test(label));
    const isNamed = /^\p{L}[\p{L}\p{M}\p{N}-]+$/u.test(last) && !fileEndings.has(last);
    return isNumbered || isNamed ? [canonical(host)] : [];
  });
}

const edges = '._-';

/** Without the signs that a sentence or Markdown puts around a word. */
function withoutEdges(word: string): string {
  let [from, to] = [0, word.length];
  while (from < to && edges.includes(word.charAt(from))) from += 1;
  while (to > from && edges.includes(word.charAt(to - 1))) to -= 1;
  return word.slice(from, to);
}

/** A host as a browser asks for it; as it was written, where no browser would. */
function canonical(host: string): string {
  return plain(parse(`http://${host}`)?.hostname ?? host.toLowerCase());
}

function plain(host: string): string {
  const bare = host.endsWith('.') ? host.slice(0, -1) : host;
  return bare.startsWith('www.') && bare.indexOf('.', 4) > 0 ? bare.slice(4) : bare;
}

function cut(text: string, at: RegExp): { readonly head: string; readonly rest: string } {
  const index = text.search(at);
  return index < 0 ? { head: text, rest: '' } : { head: text.slice(0, index), rest: text.slice(index) };
}

function parse(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
