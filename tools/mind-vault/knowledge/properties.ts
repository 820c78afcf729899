import type { TextChange } from './text-change.ts';

/** What a property is, by how its value is written. Of `other` only the text is known, and nothing of it is changed. */
type PropertyKind = 'text' | 'number' | 'checkbox' | 'date' | 'list' | 'other';

/** A property of a note. Places count in the text of the properties, with the lines `---` around them. */
export type Property = {
  readonly key: string;
  readonly kind: PropertyKind;
  /** Of a list its items; of anything else one text. */
  readonly values: readonly string[];
  /** Where its value stands: behind the colon, up to the end of its last line. */
  readonly from: number;
  readonly to: number;
};

const entry = /^([^\s#'"[\]{}:,&*!|>%@`-][^:#]*):(?=[ \t]|$)(.*)$/;

/** Reads the properties at the top of a note, in their order. */
export function readProperties(front: string): readonly Property[] {
  const properties: Property[] = [];
  const lines = linesOf(front);
  for (let at = 1; at < lines.length - 1; at += 1) {
    const line = lines[at];
    const found = line === undefined ? null : entry.exec(line.text);
    if (line === undefined || found === null) continue;
    const more: Line[] = [];
    for (let next = lines[at + 1]; next !== undefined && at + 2 < lines.length && entry.exec(next.text) === null; next = lines[at + 1]) {
      more.push(next);
      at += 1;
    }
    const [key = '', rest = ''] = found.slice(1);
    const last = more.at(-1) ?? line;
    const from = line.from + key.length + 1;
    properties.push({ key: key.trim(), ...propertyValue(rest.trim(), more), from, to: last.from + last.text.length });
  }
  const counts = new Map<string, number>();
  for (const { key } of properties) counts.set(key, (counts.get(key) ?? 0) + 1);
  return properties.map((one) => ((counts.get(one.key) ?? 0) > 1 ? { ...one, kind: 'other' } : one));
}

type Line = { readonly from: number; readonly text: string };

/** Without the last, empty one that a closing line break makes. */
function linesOf(text: string): readonly Line[] {
  let from = 0;
  const lines = text.split('\n').map((one) => {
    const line = { from, text: one.replace(/\r$/, '') };
    from += one.length + 1;
    return line;
  });
  return lines.at(-1)?.text === '' ? lines.slice(0, -1) : lines;
}

const item = /^([ \t]*)-[ \t]+(\S.*)$/;

function propertyValue(rest: string, more: readonly Line[]): Pick<Property, 'kind' | 'values'> {
  if (more.length > 0) {
    const items = more.map(({ text }) => item.exec(text));
    const values = items.map((found) => (found === null ? undefined : scalarOf((found[2] ?? '').trim())));
    const isList = rest === '' && items.every((found) => found?.[1] === items[0]?.[1]) && values.every((value) => value !== undefined);
    return isList
      ? { kind: 'list', values: values.filter((value) => value !== undefined) }
      : { kind: 'other', values: [[rest, ...more.map(({ text }) => text)].join('\n')] };
  }
  if (/^\[.*\]$/.test(rest)) {
    const values = flowItems(rest.slice(1, -1).trim());
    return values === undefined ? { kind: 'other', values: [rest] } : { kind: 'list', values };
  }
  if (/^(?:true|false)$/.test(rest)) return { kind: 'checkbox', values: [rest] };
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/.test(rest)) return { kind: 'number', values: [rest] };
  if (/^\d{4}-\d\d-\d\d$/.test(rest)) return { kind: 'date', values: [rest] };
  const text = scalarOf(rest);
  return text === undefined ? { kind: 'other', values: [rest] } : { kind: 'text', values: [text] };
}

const quoted = /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'/y;

/** What stands between the brackets of a list in one line. */
function flowItems(inner: string): readonly string[] | undefined {
  const values: string[] = [];
  for (let at = 0; at < inner.length; ) {
    const begin = at + (inner.slice(at).length - inner.slice(at).trimStart().length);
    quoted.lastIndex = begin;
    const long = quoted.exec(inner)?.[0].length ?? 0;
    const comma = inner.indexOf(',', begin + long);
    const end = comma < 0 ? inner.length : comma;
    const written = inner.slice(begin, end).trim();
    const value = written === '' ? undefined : scalarOf(written);
    if (value === undefined) return undefined;
    values.push(value);
    at = end + 1;
  }
  return values;
}

/** A value in one line; `undefined` where YAML may mean anything but these signs. */
function scalarOf(written: string): string | undefined {
  if (/^"(?:[^"\\]|\\["\\/bfnrt]|\\u[\dA-Fa-f]{4})*"$/.test(written)) return JSON.parse(written.replaceAll('\t', '\\t')) as string;
  if (/^'(?:[^']|'')*'$/.test(written)) return written.slice(1, -1).replaceAll("''", "'");
  const isPlain =
    written === '' ||
    (/^[^\s#'"[\]{}:,&*!|>%@`?-]/.test(written) && !/:(?:[ \t]|$)|[ \t]#|[[\]{},]/.test(written)) ||
    /^-?\d[\w.:+-]*$/.test(written);
  return isPlain ? written : undefined;
}

/** As it is written so that it reads as the same text again. */
function scalar(value: string): string {
  const isPlain =
    /^\p{L}[\p{L}\p{M}\p{N} _./()+-]*$/u.test(value) &&
    value.trim() === value &&
    !/^(?:true|false|null|yes|no|on|off|y|n|nan|inf)$/i.test(value);
  return isPlain || value === '' ? value : JSON.stringify(value.replace(/[\r\n\u0085\u2028\u2029]+/g, ' '));
}

/** Writes the value of a property, in its own place. `undefined` where nothing changes, or what is written is no such value. */
export function writeProperty(front: string, property: Property, values: readonly string[]): TextChange | undefined {
  const { kind, from, to } = property;
  if (kind === 'other' || JSON.stringify(values) === JSON.stringify(property.values)) return undefined;
  const written = front.slice(from, to);
  if (kind === 'list') return { from, to, insert: listText(written, values) };
  const [value = ''] = values;
  if (kind === 'number' && value !== '' && !/^-?\d{1,15}(?:\.\d{1,9})?$/.test(value)) return undefined;
  if (kind === 'date' && value !== '' && !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  const said = kind === 'text' ? scalar(value) : value;
  return { from, to, insert: said === '' ? '' : ` ${said}` };
}

/** Items that stay keep their lines. */
function listText(written: string, values: readonly string[]): string {
  if (!written.includes('\n')) return values.length === 0 ? ' []' : ` [${values.map((value) => scalar(value) || '""').join(', ')}]`;
  const ending = written.includes('\r\n') ? '\r\n' : '\n';
  const [head = '', ...lines] = written.split(/\r?\n/);
  const known = new Map(lines.map((line) => [scalarOf((item.exec(line)?.[2] ?? '').trim()), line]));
  const indent = item.exec(lines[0] ?? '')?.[1] ?? '  ';
  return values.length === 0
    ? ' []'
    : [head, ...values.map((value) => known.get(value) ?? `${indent}- ${scalar(value) || '""'}`)].join(ending);
}

/** Removes a property with all of its lines. */
export function removeProperty(front: string, { from, to }: Property): TextChange {
  const start = front.lastIndexOf('\n', from - 1) + 1;
  const end = front.indexOf('\n', to);
  return { from: start, to: end < 0 ? front.length : end + 1, insert: '' };
}

/** Adds a property of text below the others; `undefined` where the name is none, or another has it. */
export function addProperty(front: string, name: string): TextChange | undefined {
  const key = name.trim();
  if (!/^\p{L}[\p{L}\p{M}\p{N} _-]*$/u.test(key) || readProperties(front).some((one) => one.key === key)) return undefined;
  // The first one comes with the lines around it.
  if (front === '') return { from: 0, to: 0, insert: `---\n${key}:\n---\n` };
  const close = front.replace(/\r?\n$/, '').lastIndexOf('\n') + 1;
  return { from: close, to: close, insert: `${key}:${front.includes('\r\n') ? '\r\n' : '\n'}` };
}
