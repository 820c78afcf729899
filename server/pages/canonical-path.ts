/** One part of a page's path: a word, or a value that the page is about. */
export type PathPart =
  | { readonly kind: 'word'; readonly text: string }
  /** `known`: the values that there are; left out where any value of a plain shape may be one. */
  | { readonly kind: 'value'; readonly known?: () => readonly string[] };

/** An address that a page answers at. */
export type PageRoute = {
  /** The route's id in the build. */
  readonly id: string;
  /** The ids of the routes around it and its own, from the outermost. */
  readonly branch: readonly string[];
  /** Words are in small letters. The home page has no parts. */
  readonly parts: readonly PathPart[];
  /** The names that the page, or whoever answers here in its place, reads in a query. */
  readonly query: readonly string[];
};

/** What a path means to the pages. */
export type PathDecision =
  /** Spelled as it should be. `path` is made from the route. */
  | { readonly kind: 'canonical'; readonly route: PageRoute; readonly path: string }
  /** Another spelling of a page's path. `path` is made from the route, never from the text that was asked for. */
  | { readonly kind: 'redirect'; readonly route: PageRoute; readonly path: string }
  /** No page's. `route`: one would answer here if the value were known, and says that it is not. */
  | { readonly kind: 'unknown'; readonly route?: PageRoute };

const unknown: PathDecision = { kind: 'unknown' };

/** What tokens, slugs and file names are made of. A value of another shape is never repeated in an address. */
const plainValue = /^\w[\w.-]{0,199}$/;

/** A path longer than this is no page's. */
const maxLength = 1024;

/**
 * Decides what a path means: the pages of the table have one spelling each. Capital letters in words, escapes of what needs none and
 * slashes at the end are other spellings. Values (slugs, tokens) keep their case.
 * @param path - as the client wrote it: begins with a slash, without query and fragment
 */
export function decidePath(path: string, table: readonly PageRoute[]): PathDecision {
  if (!path.startsWith('/') || path.length > maxLength) return unknown;
  const given = readParts(path);
  if (given === undefined) return unknown;
  let refused: PageRoute | undefined;
  for (const route of table) {
    const matched = matchParts(route.parts, given);
    if (matched === 'value_unknown') refused ??= route;
    if (typeof matched === 'string') continue;
    const canonical = `/${matched.join('/')}`;
    return { kind: canonical === path ? 'canonical' : 'redirect', route, path: canonical };
  }
  return refused === undefined ? unknown : { kind: 'unknown', route: refused };
}

/** The decoded parts of a path without its final slashes; `undefined` where it cannot be read. */
function readParts(path: string): readonly string[] | undefined {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end -= 1;
  if (end === 0) return [];
  const parts = path.slice(1, end).split('/');
  if (!path.includes('%')) return parts;
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** The parts as they are spelled; or why the route is another one, or has no such value. */
function matchParts(parts: readonly PathPart[], given: readonly string[]): readonly string[] | 'other' | 'value_unknown' {
  if (parts.length !== given.length) return 'other';
  const spelled: string[] = [];
  let isKnown = true;
  for (const [index, part] of parts.entries()) {
    const text = given[index] ?? '';
    if (part.kind === 'word') {
      if (lowerAscii(text) !== part.text) return 'other';
      spelled.push(part.text);
    } else {
      if (text === '') return 'other';
      const value = part.known === undefined ? plainValue.exec(text)?.[0] : part.known().find((one) => one === text);
      isKnown &&= value !== undefined;
      spelled.push(value ?? '');
    }
  }
  return isKnown ? spelled : 'value_unknown';
}

/** Only these letters have two cases in a word: others that become them (the Kelvin sign) are other letters. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
