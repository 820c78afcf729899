/** A line being typed, with the cursor's place in it (UTF-16 units, as inputs count). */
export type EditedLine = { readonly text: string; readonly cursor: number };

/** What the editor remembers from key to key. */
export type EditorMemory = {
  /** What was killed, the newest first. */
  readonly killed: readonly string[];
  /** What the last key did, where the next one cares: kills in a row are one, and Alt+Y follows a yank. */
  readonly last: 'kill' | { readonly yankedAt: number; readonly place: number } | undefined;
  /** Where the history is being walked, and the line that was left for it. */
  readonly walk: { readonly place: number; readonly draft: string } | undefined;
};

/** What a key makes of a line. */
export type Edit = { readonly line: EditedLine; readonly memory: EditorMemory };

/** An editor that nothing was typed in. */
export const freshMemory: EditorMemory = { killed: [], last: undefined, walk: undefined };

/** Kills that are remembered, as in GNU readline. */
const maxKilled = 10;

/** The keys that are edited here, by their names in the readline manual; `up` and `down` are the arrows. */
export type EditingKey = keyof typeof edits | 'up' | 'down' | 'C-p' | 'C-n' | 'M-<' | 'M->';

type Change = (line: EditedLine, memory: EditorMemory) => Edit;

const moveTo =
  (find: (line: EditedLine) => number): Change =>
  (line, memory) => ({ line: { ...line, cursor: find(line) }, memory: { ...memory, last: undefined } });

const kill =
  (range: (line: EditedLine) => readonly [number, number], direction: 'forward' | 'back'): Change =>
  (line, memory) => {
    const [start, end] = range(line);
    if (start === end) return { line, memory: { ...memory, last: undefined } };
    const text = line.text.slice(start, end);
    const [newest = '', ...older] = memory.killed;
    const joined = direction === 'forward' ? newest + text : text + newest;
    const killed = memory.last === 'kill' ? [joined, ...older] : [text, ...memory.killed].slice(0, maxKilled);
    return { line: without(line, start, end), memory: { ...memory, killed, last: 'kill' } };
  };

const remove =
  (range: (line: EditedLine) => readonly [number, number]): Change =>
  (line, memory) => ({ line: without(line, ...range(line)), memory: { ...memory, last: undefined } });

const recase =
  (change: (word: string) => string): Change =>
  (line, memory) => {
    const end = wordEnd(line);
    const changed = change(line.text.slice(line.cursor, end));
    const text = line.text.slice(0, line.cursor) + changed + line.text.slice(end);
    return { line: { text, cursor: line.cursor + changed.length }, memory: { ...memory, last: undefined } };
  };

/** GNU readline's emacs keys, with its words: letters and digits for Alt, anything but spaces for Ctrl+W. */
const edits = {
  'C-a': moveTo(() => 0),
  'C-e': moveTo(({ text }) => text.length),
  'C-b': moveTo(before),
  'C-f': moveTo(after),
  'M-b': moveTo(wordStart),
  'M-f': moveTo(wordEnd),
  'C-d': remove((line) => [line.cursor, after(line)]),
  'C-h': remove((line) => [before(line), line.cursor]),
  'C-k': kill(({ text, cursor }) => [cursor, text.length], 'forward'),
  'C-u': kill(({ cursor }) => [0, cursor], 'back'),
  'C-w': kill((line) => [spacedWordStart(line), line.cursor], 'back'),
  'M-d': kill((line) => [line.cursor, wordEnd(line)], 'forward'),
  'M-DEL': kill((line) => [wordStart(line), line.cursor], 'back'),
  'C-y': yank,
  'M-y': yankPop,
  'C-t': transpose,
  'M-u': recase((word) => word.toUpperCase()),
  'M-l': recase((word) => word.toLowerCase()),
  'M-c': recase((word) => word.toLowerCase().replace(/[\p{L}\p{N}]/u, (letter) => letter.toUpperCase())),
} as const satisfies Readonly<Record<string, Change>>;

/** What a key makes of the line. Pure: the caller keeps the memory. */
export function editLine(key: EditingKey, line: EditedLine, memory: EditorMemory, history: readonly string[]): Edit {
  switch (key) {
    case 'up':
    case 'C-p':
      return walkTo(line, memory, history, (memory.walk?.place ?? history.length) - 1);
    case 'down':
    case 'C-n':
      return walkTo(line, memory, history, (memory.walk?.place ?? history.length) + 1);
    case 'M-<':
      return walkTo(line, memory, history, 0);
    case 'M->':
      return walkTo(line, memory, history, history.length);
    default:
      return edits[key](line, memory);
  }
}

/** The name of a key that is edited here, or `undefined`. */
export function isEditingKey(name: string): name is EditingKey {
  return Object.hasOwn(edits, name) || ['up', 'down', 'C-p', 'C-n', 'M-<', 'M->'].includes(name);
}

/** The place of the newest line before `from` that holds the text; case matters only where the text has capitals. */
export function searchHistory(history: readonly string[], text: string, from: number): number | undefined {
  if (text === '') return undefined;
  const exact = text !== text.toLowerCase();
  for (let place = Math.min(from, history.length) - 1; place >= 0; place -= 1) {
    const line = history[place] ?? '';
    if ((exact ? line : line.toLowerCase()).includes(text)) return place;
  }
  return undefined;
}

/** What several texts begin with in common. */
export function sharedStart(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  let length = first.length;
  for (const other of others) {
    let same = 0;
    while (same < length && first[same] === other[same]) same += 1;
    length = same;
  }
  return first.slice(0, length);
}

function without({ text }: EditedLine, start: number, end: number): EditedLine {
  return { text: text.slice(0, start) + text.slice(end), cursor: start };
}

// The line that was being typed waits below the newest one.
function walkTo(line: EditedLine, memory: EditorMemory, history: readonly string[], wanted: number): Edit {
  const place = Math.max(0, Math.min(history.length, wanted));
  const rested = { ...memory, last: undefined };
  if (history.length === 0 || place === (memory.walk?.place ?? history.length)) return { line, memory: rested };
  const draft = memory.walk?.draft ?? line.text;
  const text = history[place] ?? draft;
  return { line: { text, cursor: text.length }, memory: { ...rested, walk: place === history.length ? undefined : { place, draft } } };
}

function yank(line: EditedLine, memory: EditorMemory): Edit {
  return insertKilled(line, memory, line.cursor, 0);
}

// Only right after a yank, whose text it takes away again.
function yankPop(line: EditedLine, memory: EditorMemory): Edit {
  const { last } = memory;
  if (typeof last !== 'object') return { line, memory };
  const next = (last.place + 1) % memory.killed.length;
  return insertKilled(without(line, last.yankedAt, line.cursor), memory, last.yankedAt, next);
}

function insertKilled({ text }: EditedLine, memory: EditorMemory, at: number, place: number): Edit {
  const killed = memory.killed[place] ?? '';
  const line = { text: text.slice(0, at) + killed + text.slice(at), cursor: at + killed.length };
  return { line, memory: { ...memory, last: killed === '' ? undefined : { yankedAt: at, place } } };
}

// At the end of the line the two characters before the cursor change places.
function transpose(line: EditedLine, memory: EditorMemory): Edit {
  const rested = { ...memory, last: undefined };
  const right = line.cursor === line.text.length ? before(line) : line.cursor;
  const left = before({ ...line, cursor: right });
  const end = after({ ...line, cursor: right });
  if (left === right) return { line, memory: rested };
  const { text } = line;
  return {
    line: { text: text.slice(0, left) + text.slice(right, end) + text.slice(left, right) + text.slice(end), cursor: end },
    memory: rested,
  };
}

const letterOrDigit = /[\p{L}\p{N}]/u;

/** One character back or forward: never into the middle of a surrogate pair. */
function before({ text, cursor }: EditedLine): number {
  return Math.max(0, cursor - ([...text.slice(0, cursor)].at(-1)?.length ?? 0));
}

function after({ text, cursor }: EditedLine): number {
  return cursor + (text.codePointAt(cursor) === undefined ? 0 : String.fromCodePoint(text.codePointAt(cursor) ?? 0).length);
}

function wordEnd({ text, cursor }: EditedLine): number {
  const match = /^[^\p{L}\p{N}]*[\p{L}\p{N}]*/u.exec(text.slice(cursor));
  return cursor + (match?.[0].length ?? 0);
}

function wordStart({ text, cursor }: EditedLine): number {
  const characters = [...text.slice(0, cursor)];
  let length = 0;
  let inWord = false;
  for (const character of characters.toReversed()) {
    const isLetter = letterOrDigit.test(character);
    if (inWord && !isLetter) break;
    inWord ||= isLetter;
    length += character.length;
  }
  return cursor - length;
}

function spacedWordStart({ text, cursor }: EditedLine): number {
  return cursor - (/\S*\s*$/.exec(text.slice(0, cursor))?.[0].length ?? 0);
}
