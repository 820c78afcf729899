import { createHash } from 'node:crypto';
import type { Release } from '@castellan/release/release';
import { Parser } from 'htmlparser2';

/** As many are named of one page or script. */
const maxNamed = 20;
/** Where a page is nested deeper, or has more elements, its reading ends: the parser takes the square of the depth in time. */
const maxDepth = 500;
const maxElements = 50_000;
/** The parser is fed in pieces of so many characters, between which the reading may end. */
const pieceLength = 4_096;
const maxAddress = 200;
/** Characters of a script that are looked at; no file of a build is near it. */
const maxScript = 4_000_000;

/** Elements that bring another document or program into a page, with the attribute that says which. */
const frames: Readonly<Record<string, string>> = { iframe: 'src', frame: 'src', fencedframe: 'src', embed: 'src', object: 'data' };

/** What starts or loads a script by an address in quotation marks right behind it. */
const loaders = [
  ['Worker(', 'worker'],
  ['serviceWorker.register(', 'service worker'],
  ['importScripts(', 'script'],
  ['import(', 'script'],
  ['import', 'script'],
  ['from', 'script'],
] as const;

/** What a release says of the code that a page at `origin` may run. */
export type KnownCode = Pick<Release, 'files' | 'policies'> & { readonly origin: string };

/**
 * The code in a page that a release does not know, in words: scripts and workers by their address, inline scripts by their hash, which the
 * release's policy for pages does not name, handlers of events, frames, and a base or a refresh that leads elsewhere. It is for a page
 * that is known to have changed, and says what an honest reader of HTML finds: none is no proof that there is none. Linear in the length.
 */
export function findAddedInPage(html: string, known: KnownCode): readonly string[] {
  const added = new Set<string>();
  let inline: string | undefined;
  let depth = 0;
  let elements = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      elements += 1;
      for (const one of inTag(name, attributes, known)) added.add(one);
      inline = name === 'script' && attributes['src'] === undefined ? '' : undefined;
    },
    ontext(part) {
      if (inline !== undefined) inline += part;
    },
    onclosetag() {
      depth -= 1;
      if (inline === undefined || inline === '') return;
      const hash = createHash('sha256').update(inline).digest('base64');
      if (!known.policies.page.includes(`'sha256-${hash}'`)) {
        added.add(`inline script of ${inline.length} characters, sha256-${hash}`);
        for (const one of findAddedInScript(inline, known)) added.add(one);
      }
      inline = undefined;
    },
  });
  const isGoingOn = () => depth <= maxDepth && elements <= maxElements && added.size < maxNamed;
  for (let at = 0; at < html.length && isGoingOn(); at += pieceLength) parser.write(html.slice(at, at + pieceLength));
  parser.end();
  return [...added].slice(0, maxNamed);
}

/**
 * The scripts and workers that a script names by an address in clear and that a release does not list. For a script that is known to have
 * changed: what makes up its addresses as it runs is not seen. Linear in the length.
 */
export function findAddedInScript(text: string, known: KnownCode): readonly string[] {
  const script = text.slice(0, maxScript);
  const added = new Set<string>();
  for (const [call, what] of loaders) {
    for (let at = script.indexOf(call); at !== -1 && added.size < maxNamed; at = script.indexOf(call, at + call.length)) {
      const address = quotedAt(script, at + call.length);
      if (address !== undefined && isAddress(address) && !isKnown(address, `${known.origin}/assets/`, known))
        added.add(`${what} ${address}`);
    }
  }
  return [...added].slice(0, maxNamed);
}

function inTag(name: string, attributes: Readonly<Record<string, string>>, known: KnownCode): readonly string[] {
  const added = Object.keys(attributes)
    .filter((attribute) => attribute.startsWith('on') || attributes[attribute]?.trimStart().toLowerCase().startsWith('javascript:'))
    .map((attribute) => `inline code in ${attribute.slice(0, 40)} of <${name.slice(0, 40)}>`);
  const address = (attribute: string) => (attributes[attribute] ?? '').trim().slice(0, maxAddress);
  const frame = Object.hasOwn(frames, name) ? frames[name] : undefined;
  if (frame !== undefined) added.push(`${name} ${address(frame)}`);
  if (name === 'script' && attributes['src'] !== undefined && !isKnown(address('src'), known.origin, known))
    added.push(`script ${address('src')}`);
  if (name === 'base') added.push(`base ${address('href')}`);
  if (name === 'meta' && attributes['http-equiv']?.toLowerCase() === 'refresh') added.push(`refresh ${address('content')}`);
  const relation = attributes['rel']?.toLowerCase().split(/\s+/) ?? [];
  if (
    name === 'link' &&
    relation.some((one) => one === 'modulepreload' || one === 'stylesheet') &&
    !isKnown(address('href'), known.origin, known)
  )
    added.push(`${relation.includes('stylesheet') ? 'style sheet' : 'script'} ${address('href')}`);
  return added;
}

/** Whether an address, as the page writes it, is that of a file of the release. */
function isKnown(address: string, base: string, { files, origin }: KnownCode): boolean {
  const url = URL.parse(address, base);
  return url !== null && url.origin === origin && Object.hasOwn(files, url.pathname);
}

/** Module names and the like are no addresses. */
function isAddress(text: string): boolean {
  return /^(?:\.{0,2}\/|[a-z]+:)/.test(text);
}

/** A text in quotation marks that starts here, behind white space, `new URL(` or `{`; none where something else does, or it is long. */
function quotedAt(script: string, start: number): string | undefined {
  const near = script.slice(start, start + maxAddress + 20);
  const [, mark, rest = ''] = /^\s{0,9}(?:new URL\(\s{0,9})?(["'`])(.*)$/s.exec(near) ?? [];
  const end = mark === undefined ? -1 : rest.indexOf(mark);
  return end === -1 ? undefined : rest.slice(0, end);
}
