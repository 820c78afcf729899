import { blanks, trimStartOf } from '@castellan/foundation/line-text';
/** What Obsidian reads of the properties at the top of a note, as far as links and tags need it. */
export type FrontMatter = {
  /** Offset of the first character after its closing line. 0 where a note has none. */
  readonly end: number;
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
};

const none: FrontMatter = { end: 0, tags: [], aliases: [] };

/** Reads `tags` and `aliases` of the YAML between the first line `---` and the next: scalars, flow lists and block lists. */
export function readFrontMatter(text: string): FrontMatter {
  if (!/^\uFEFF?---[ \t]*\r?\n/.test(text)) return none;
  const close = /\n---[ \t]*(?:\r?\n|$)/.exec(text);
  if (close === null) return none;
  const end = close.index + close[0].length;
  const lines = text.slice(0, close.index).split(/\r?\n/).slice(1);
  return {
    end,
    tags: [...valuesOf(lines, /^tags?[ \t]*:(.*)$/i, /[,\s]+/)].map((tag) => tag.replace(/^#/, '')).filter((tag) => tag !== ''),
    aliases: [...valuesOf(lines, /^alias(?:es)?[ \t]*:(.*)$/i, /,/)],
  };
}

function* valuesOf(lines: readonly string[], key: RegExp, between: RegExp): Generator<string> {
  const at = lines.findIndex((line) => key.test(line));
  if (at < 0) return;
  const rest = (key.exec(lines[at] ?? '')?.[1] ?? '').trim();
  if (rest.startsWith('[')) {
    yield* flowItems(rest);
    return;
  }
  if (rest !== '') {
    for (const part of isQuoted(rest) ? [rest] : rest.split(between)) yield* scalar(part);
    return;
  }
  for (const line of lines.slice(at + 1)) {
    const item = trimStartOf(line, blanks);
    if (!/^-[ \t]/.test(item)) return;
    yield* scalar(item.slice(1));
  }
}

function* flowItems(text: string): Generator<string> {
  for (const [item] of text
    .replace(/^\[/, '')
    .replace(/\][^\]]*$/, '')
    .matchAll(/"(?:[^"\\]|\\.)*"|'[^']*'|[^,"']+/g))
    yield* scalar(item);
}

const isQuoted = (text: string) => /^(?:"[^"]*"|'[^']*')$/.test(text);

function* scalar(text: string): Generator<string> {
  const trimmed = text.trim();
  const bare = isQuoted(trimmed) ? trimmed.slice(1, -1) : (trimmed.split(/(?:^|[ \t])#[ \t]/, 1)[0] ?? '').trim();
  if (bare !== '') yield bare;
}
