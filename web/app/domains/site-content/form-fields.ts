import { isObject, type JsonObject, valueAt, withValueAt } from './field-paths.ts';

/**
 * A field of a form.
 * - `line`, `text`: a text, in one line or several. `number`: a number, or as typed where it is none.
 * - `lines`: a list of texts, one a line. `paragraphs`: the same, parted by blank lines.
 * - `evidence`: what proves a skill, a line each: `post: NAME` or `project: NAME`, and after ` | ` another text.
 * - `select`: one of a few, or none.
 */
export type FormField = {
  readonly path: string;
  readonly label: string;
  readonly kind: 'line' | 'text' | 'number' | 'lines' | 'paragraphs' | 'evidence' | 'select';
  readonly hint?: string;
  readonly options?: readonly string[];
};

/** What the form shows of a field. */
export function readField({ path, kind }: FormField, object: JsonObject): string {
  const value = valueAt(object, path);
  if (value === undefined || value === null) return '';
  if (!Array.isArray(value)) return String(value);
  const texts = value.map((one: unknown) => (kind === 'evidence' ? evidenceText(one) : String(one)));
  return texts.join(kind === 'paragraphs' ? '\n\n' : '\n');
}

/** The object with what was typed into a field; an empty field is taken away. */
export function writeField({ path, kind }: FormField, object: JsonObject, typed: string): JsonObject {
  if (typed.trim() === '') return withValueAt(object, path, undefined);
  return withValueAt(object, path, meantBy(kind, typed));
}

/** The value that a text stands for. */
function meantBy(kind: FormField['kind'], typed: string): unknown {
  switch (kind) {
    case 'number':
      return /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : typed;
    case 'lines':
      return typed.split('\n').filter((line) => line.trim() !== '');
    case 'paragraphs':
      return typed.split(/\n{2,}/).filter((text) => text.trim() !== '');
    case 'evidence':
      return typed
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(evidenceOf);
    default:
      return typed;
  }
}

/**
 * What stands in a field while it is typed into: the text as it was typed, as long as it means what the object holds. An empty line
 * that is about to be filled is therefore not taken away.
 */
export function shownText(field: FormField, object: JsonObject, typed: string | undefined): string {
  if (typed === undefined) return readField(field, object);
  const meant = typed.trim() === '' ? undefined : meantBy(field.kind, typed);
  return JSON.stringify(meant) === JSON.stringify(valueAt(object, field.path)) ? typed : readField(field, object);
}

function evidenceText(piece: unknown): string {
  if (!isObject(piece)) return String(piece);
  const { post, project, text } = piece;
  const named = post === undefined ? `project: ${String(project ?? '')}` : `post: ${String(post)}`;
  return text === undefined ? named : `${named} | ${String(text)}`;
}

function evidenceOf(line: string): JsonObject {
  const bar = line.indexOf(' | ');
  const named = (bar === -1 ? line : line.slice(0, bar)).trim();
  const text = bar === -1 ? {} : { text: line.slice(bar + 3).trim() };
  const project = named.startsWith('project:');
  const name = named.replace(/^(?:post|project):/, '').trim();
  return { ...(project ? { project: name } : { post: name }), ...text };
}
