/** Where the parts of a JSON text stand, or where it stops being JSON. Lines count from 1. */
export type JsonPlaces =
  | { readonly isJson: true; readonly lineOf: (path: readonly PropertyKey[]) => number | undefined }
  | { readonly isJson: false; readonly line: number };

type Frame = { readonly kind: 'object' | 'array'; key: string | number };
type Wanted = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing';

const token =
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;

/**
 * Reads a JSON text for the lines of its fields: a field’s is that of its name, a list entry’s that of its beginning. What
 * JSON.parse makes of the text is left to it; this reader accepts the same texts.
 */
export function findJsonPlaces(text: string): JsonPlaces {
  const lines = new Map<string, number>();
  const frames: Frame[] = [];
  const pathText = () => JSON.stringify(frames.map(({ key }) => key));
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
      lines.set(pathText(), line);
    } else if (wanted.startsWith('value') && mark !== ']' && frame?.kind !== 'object') lines.set(pathText(), line);
    if (mark === ',' && typeof frame?.key === 'number') frame.key++;
    if (mark === '{' || mark === '[') frames.push({ kind: mark === '{' ? 'object' : 'array', key: mark === '{' ? '' : 0 });
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
  return { isJson: true, lineOf: (path) => lines.get(JSON.stringify(path)) };
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
