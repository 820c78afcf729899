import { splitAtFirst, trimOf, trimStartOf } from '@castellan/foundation/line-text';

/** A value at the top of a Markdown file: a text, or a list of texts. `line` counts from 1. */
export type FrontField = { readonly value: string | readonly string[]; readonly line: number };

/** What stands at the top of a Markdown file, between two lines `---`, and where the text below begins. */
export type FrontMatter = {
  readonly fields: ReadonlyMap<string, FrontField>;
  readonly body: string;
  /** The line, counted from 1, that the body begins with. */
  readonly bodyLine: number;
};

/** Why a front matter cannot be read: goes on a sentence that begins with the file. */
export type FrontMatterFault = { readonly problem: string; readonly line: number };

/** A file with more lines than these at its top has forgotten the second `---`. */
const maxLines = 100;

/** The longest summary, and every tag, are far shorter. */
const maxLineLength = 4000;

/**
 * Reads the part of YAML that files of this kind use: `name: value`, values in quotes, and lists as `[a, b]` or as lines `- a`. What
 * is other YAML is refused, so that nothing means something else than its author thinks. Line ends must be `\n`.
 */
export function readFrontMatter(text: string): FrontMatter | FrontMatterFault {
  const lines = text.split('\n');
  if (trimOf(lines[0] ?? '', blanks) !== fence) return { problem: 'must begin with a line "---", the title and the date', line: 1 };
  const end = lines.slice(1, maxLines + 2).findIndex((line) => trimOf(line, blanks) === fence) + 1;
  if (end === 0) return { problem: 'has no second line "---" that ends its front matter', line: 1 };
  const fields = new Map<string, FrontField>();
  for (let at = 1; at < end; at += 1) {
    const line = lines[at] ?? '';
    if (line.length > maxLineLength)
      return { problem: `has a line of more than ${maxLineLength} characters in its front matter`, line: at + 1 };
    const bare = trimOf(line, blanks);
    if (bare === '' || bare.startsWith('#')) continue;
    const [name, rest] = splitAtFirst(line, ':') ?? ['', ''];
    if (!/^[A-Za-z][\w-]{0,30}$/.test(name)) return { problem: 'has a line that is not "name: value" in its front matter', line: at + 1 };
    if (fields.has(name)) return { problem: `has the field "${name}" twice`, line: at + 1 };
    const items = trimOf(rest, blanks) === '' ? itemsBelow(lines.slice(at + 1, end)) : [];
    const value = items.length > 0 ? items : readValue(trimOf(rest, blanks));
    if (value === undefined)
      return { problem: `has a value of the field "${name}" that must be one line, in quotes if it has signs`, line: at + 1 };
    fields.set(name, { value, line: at + 1 });
    at += items.length;
  }
  return { fields, body: lines.slice(end + 1).join('\n'), bodyLine: end + 2 };
}

const fence = '---';
const blanks = ' \t\r';

/** The lines `- a` that follow. */
function itemsBelow(lines: readonly string[]): readonly string[] {
  const items: string[] = [];
  for (const line of lines) {
    const bare = trimStartOf(line, blanks);
    if (!/^-[ \t]/.test(bare)) break;
    items.push(scalarOf(trimOf(bare.slice(1), blanks)) ?? '');
  }
  return items;
}

function readValue(source: string): string | readonly string[] | undefined {
  if (!source.startsWith('[')) return scalarOf(source);
  if (!source.endsWith(']')) return undefined;
  const inside = trimOf(source.slice(1, -1), blanks);
  if (inside === '') return [];
  const items = inside.split(',').map((item) => scalarOf(trimOf(item, blanks)));
  return items.every((item) => item !== undefined) ? items : undefined;
}

/** A plain or quoted value; `undefined` for what YAML would read as something else. */
function scalarOf(source: string): string | undefined {
  const quote = source.charAt(0);
  if (quote === '"' || quote === "'") {
    const inside = source.slice(1, -1);
    if (source.length < 2 || !source.endsWith(quote)) return undefined;
    if (quote === "'") return inside.replaceAll("''", '').includes("'") ? undefined : inside.replaceAll("''", "'");
    const plain = inside.replaceAll('\\\\', '').replaceAll('\\"', '');
    if (plain.includes('"') || plain.includes('\\')) return undefined;
    return inside.replace(/\\(["\\])/g, '$1');
  }
  if ('|>&*!%@`{[]}'.includes(quote) && quote !== '') return undefined;
  const comment = source.indexOf(' #');
  const plain = comment === -1 ? source : trimOf(source.slice(0, comment), blanks);
  // To YAML a text with a colon and a blank would be a group of fields.
  return plain.includes(': ') ? undefined : plain;
}
