/** A logo of more bytes is not read. */
export const maxLogoBytes = 64 * 1024;

/** Mailbox providers ask for smaller files. */
const recommendedBytes = 32 * 1024;

/** Elements of scripts, animation and foreign content: none of them is in the profile. */
const forbidden: ReadonlySet<string> = new Set(
  'script handler listener image foreignObject animate animateColor animateMotion animateTransform set discard audio video iframe'.split(
    ' ',
  ),
);

type Tag = { readonly name: string; readonly attributes: ReadonlyMap<string, string> };

/**
 * Why a logo is not of the profile that BIMI wants, SVG Tiny 1.2 Portable/Secure, in a few words each: its root, its elements, what it
 * refers to. None is no proof: the schema of the profile says more. What is compressed is not read.
 * `text` is the bytes as UTF-8.
 */
export function inspectLogo({ bytes, text }: { readonly bytes: Uint8Array; readonly text: string }): readonly string[] {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return ['it is compressed (gzip)'];
  const tags = [...tagsIn(text)];
  const [root] = tags;
  if (root?.name !== 'svg') return ['the root element is not svg'];
  const faults = [...faultsOfRoot(root.attributes)];
  const found = [...new Set(tags.map(({ name }) => name).filter((name) => forbidden.has(name)))];
  if (found.length > 0) faults.push(`it contains ${found.map((name) => `<${name}>`).join(', ')}`);
  if (tags.some(({ attributes }) => refersOutside(attributes))) faults.push('it refers to another resource');
  if (!tags.some(({ name }) => name === 'title')) faults.push('it has no <title>');
  if (/<!ENTITY/i.test(text)) faults.push('it declares entities');
  if (bytes.byteLength > recommendedBytes) faults.push('it is larger than 32 kB');
  return faults;
}

function* faultsOfRoot(attributes: Tag['attributes']): Iterable<string> {
  if (attributes.get('xmlns') !== 'http://www.w3.org/2000/svg') yield 'the SVG namespace is missing';
  if (attributes.get('version') !== '1.2') yield 'version="1.2" is missing';
  if (attributes.get('baseProfile') !== 'tiny-ps') yield 'baseProfile="tiny-ps" is missing';
  if (attributes.has('x') || attributes.has('y')) yield 'the root element has x or y';
  const [, , width, height] = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (width !== undefined && height !== undefined && width !== height) yield 'the view box is not square';
}

function refersOutside(attributes: Tag['attributes']): boolean {
  const href = attributes.get('href') ?? attributes.get('xlink:href');
  return href !== undefined && !href.startsWith('#');
}

/** Every start tag, comments and declarations aside. One that does not end is left out. Reads each character once. */
function* tagsIn(text: string): Iterable<Tag> {
  let at = text.indexOf('<');
  while (at !== -1) {
    const end = endOf(text, at);
    if (end === -1) return;
    if (/[A-Za-z]/.test(text[at + 1] ?? '')) yield readTag(text.slice(at + 1, end));
    at = text.indexOf('<', end + 1);
  }
}

/** Where what begins at `<` ends; -1 where it does not. */
function endOf(text: string, start: number): number {
  if (text.startsWith('<!--', start)) return closing(text, '-->', start);
  if (text.startsWith('<![CDATA[', start)) return closing(text, ']]>', start);
  if (text.startsWith('<?', start)) return closing(text, '?>', start);
  let quote = '';
  for (let at = start + 1; at < text.length; at += 1) {
    const mark = text[at] ?? '';
    if (quote !== '') quote = mark === quote ? '' : quote;
    else if (mark === '"' || mark === "'") quote = mark;
    else if (mark === '>') return at;
  }
  return -1;
}

function closing(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at === -1 ? -1 : at + end.length - 1;
}

const tagName = /[A-Za-z][\w:.-]*/y;
const attributeName = /[^\s=<>"'/]+/y;
const equals = /\s*=\s*/y;

/** Goes on from mark to mark, so that a long tag costs its length. */
function readTag(inside: string): Tag {
  let at = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const [found = ''] = pattern.exec(inside) ?? [];
    at += found.length;
    return found;
  };
  const name = take(tagName);
  const attributes = new Map<string, string>();
  while (at < inside.length) {
    const key = take(attributeName);
    const quote = key !== '' && take(equals) !== '' ? (inside[at] ?? '') : '';
    const end = quote === '"' || quote === "'" ? inside.indexOf(quote, at + 1) : -1;
    if (end === -1) at += key === '' ? 1 : 0;
    else {
      attributes.set(key, inside.slice(at + 1, end));
      at = end + 1;
    }
  }
  return { name, attributes };
}
