/** Where the parts of a JSON text stand, or where it stops being JSON, or is `tooDeep`. Lines count from 1. */
export type JsonPlaces =
  | { readonly isJson: true; readonly lineOf: (path: readonly PropertyKey[]) => number | undefined }
  | { readonly isJson: false; readonly tooDeep?: true; readonly line: number };

/** Groups and lists inside each other. What walks a content by calling itself, JSON.stringify too, ends at some thousands. */
export const maxJsonDepth = 64;

/** A part of the text, and the parts in it: as a tree it takes no more room than the text, however long the names are. */
type Place = { line: number | undefined; parts?: Map<string, Place> };
type Frame = { readonly kind: 'object' | 'array'; readonly place: Place; key: string | number };
type Wanted = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing';

const token =
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;

/**
 * Reads a JSON text for the lines of its fields: a field’s is that of its name, a list entry’s that of its beginning. What
 * JSON.parse makes of the text is left to it; this reader accepts the same texts.
 */
export function findJsonPlaces(text: string): JsonPlaces {
  const root: Place = { line: undefined };
  const frames: Frame[] = [];
  const placeNow = () => {
    const frame = frames.at(-1);
    return frame === undefined ? root : partOf(frame.place, String(frame.key));
  };
  let wanted: Wanted = 'value';
  let [read, line] = [0, 1];
  const goTo = (end: number) => {
    for (; read < end; read++) if (text[read] === '\n') line++;
  };
  for (;;) {
    token.lastIndex = read;
    const found = token.exec(text);
    if (found === null) break;
    const [whole, mark, string, plain] = found;
    goTo(read + whole.length - (mark ?? string ?? plain ?? '').length);
    const frame = frames.at(-1);
    const next = afterToken(wanted, frame, { mark, isString: string !== undefined, isPlain: plain !== undefined });
    if (next === undefined) return { isJson: false, line };
    if (frame?.kind === 'object' && string !== undefined && wanted.startsWith('key')) {
      frame.key = String(JSON.parse(string));
      placeNow().line = line;
    } else if (wanted.startsWith('value') && mark !== ']' && frame?.kind !== 'object') placeNow().line = line;
    if (mark === ',' && typeof frame?.key === 'number') frame.key++;
    if (mark === '{' || mark === '[') {
      if (frames.length === maxJsonDepth) return { isJson: false, tooDeep: true, line };
      frames.push({ kind: mark === '{' ? 'object' : 'array', place: placeNow(), key: mark === '{' ? '' : 0 });
    }
    if (mark === '}' || mark === ']') frames.pop();
    wanted = next === 'after value' ? (frames.length === 0 ? 'nothing' : 'comma or end') : next;
    goTo(token.lastIndex);
  }
  const rest = /[^ \t\r\n]/g;
  rest.lastIndex = read;
  const stray = rest.exec(text);
  if (stray !== null || wanted !== 'nothing') {
    goTo(stray?.index ?? text.length);
    return { isJson: false, line };
  }
  return { isJson: true, lineOf: (path) => lineIn(root, path) };
}

function partOf(place: Place, key: string): Place {
  place.parts ??= new Map();
  const known = place.parts.get(key);
  if (known !== undefined) return known;
  const made: Place = { line: undefined };
  place.parts.set(key, made);
  return made;
}

function lineIn(root: Place, path: readonly PropertyKey[]): number | undefined {
  let place: Place | undefined = root;
  for (const key of path) place = place?.parts?.get(String(key));
  return place?.line;
}

type Token = { readonly mark: string | undefined; readonly isString: boolean; readonly isPlain: boolean };

/** What is wanted after a token; `undefined` where no JSON has it there. */
function afterToken(wanted: Wanted, frame: Frame | undefined, { mark, isString, isPlain }: Token): Wanted | 'after value' | undefined {
  const isEnd = mark === (frame?.kind === 'object' ? '}' : ']') && frame !== undefined;
  if (isEnd && wanted.endsWith('or end')) return 'after value';
  switch (wanted) {
    case 'value':
    case 'value or end':
      if (isString || isPlain) return 'after value';
      return mark === '{' ? 'key or end' : mark === '[' ? 'value or end' : undefined;
    case 'key':
    case 'key or end':
      return isString ? 'colon' : undefined;
    case 'colon':
      return mark === ':' ? 'value' : undefined;
    case 'comma or end':
      return mark === ',' ? (frame?.kind === 'object' ? 'key' : 'value') : undefined;
    case 'nothing':
      return undefined;
  }
}
