import { parseJson } from '@castellan/foundation/parse-json';
import type { ImportedRecord, ParsedFile, RejectedLine } from '../../../web/app/domains/exchange/plan-import.ts';
import { defineStoredValue, type StoredValue } from '../../../web/app/lib/stored-values.ts';

/** Where the legacy product kept something, and how one entry of it is read as a record here. */
export type LegacySource = {
  /** The list as text; `undefined` where there is none. */
  readonly stored: StoredValue<string>;
  /** The fields, or in a sentence why there are none. */
  readonly read: (entry: LegacyEntry) => Readonly<Record<string, unknown>> | string;
};

/** What imported records say of where they came from. */
export const legacySource = 'dashboard';

/** One entry of an older list: nobody wrote down its form, so each field is looked for under the names that such products use. */
export type LegacyEntry = {
  readonly text: (...names: readonly string[]) => string;
  readonly flag: (...names: readonly string[]) => boolean;
  readonly list: (...names: readonly string[]) => readonly string[];
  /** ISO 8601; `undefined` where there is no moment under the names. */
  readonly moment: (...names: readonly string[]) => string | undefined;
};

/** Declares a key of the legacy product. It is not this product's to clear. */
export function legacyKey(key: string): StoredValue<string> {
  return defineStoredValue<string>({ key, medium: 'local', clearedBy: 'nothing', parse: (text) => text, format: (text) => text });
}

/** What an older list holds: records, and entries that are none, each with its place in the list. `undefined` where nothing is left. */
export function readLegacy({ stored, read }: LegacySource): ParsedFile | undefined {
  const text = stored.read();
  if (text === undefined) return undefined;
  const entries = entriesOf(text);
  if (entries === undefined) return { records: [], rejected: [{ line: 1, text: shorten(text), reason: 'It is not a list.' }] };
  if (entries.length === 0) return undefined;
  const records: ImportedRecord[] = [];
  const rejected: RejectedLine[] = [];
  for (const [index, entry] of entries.entries()) {
    const fields = isObject(entry) ? read(entryOf(entry)) : 'It is not a record.';
    const line = index + 1;
    if (typeof fields === 'string') rejected.push({ line, text: shorten(JSON.stringify(entry)), reason: fields });
    else records.push({ line, externalId: externalIdOf(entry), fields });
  }
  return { records, rejected };
}

/** Takes out of the older list what was converted: entries that could not be read stay where they are. */
export function removeConverted({ stored }: LegacySource, parsed: ParsedFile): void {
  const entries = entriesOf(stored.read() ?? '');
  // What is no list was not converted.
  if (entries === undefined) return;
  const kept = new Set(parsed.rejected.map(({ line }) => line));
  const left = entries.filter((_, index) => kept.has(index + 1));
  if (left.length === 0) stored.clear();
  else stored.write(JSON.stringify(left));
}

function entriesOf(text: string): readonly unknown[] | undefined {
  const parsed = parseJson(text);
  return Array.isArray(parsed) ? parsed : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function entryOf(entry: Readonly<Record<string, unknown>>): LegacyEntry {
  const first = (names: readonly string[], fits: (value: unknown) => boolean) => names.map((name) => entry[name]).find(fits);
  const text = (...names: readonly string[]) => {
    const found = first(names, (value) => (typeof value === 'string' && value.trim() !== '') || typeof value === 'number');
    return found === undefined ? '' : String(found).trim();
  };
  return {
    text,
    flag: (...names) => first(names, (value) => value === true) === true,
    list: (...names) => {
      const found = first(names, Array.isArray);
      return Array.isArray(found) ? found.filter((one): one is string => typeof one === 'string' && one.trim() !== '') : [];
    },
    moment: (...names) => {
      const found = text(...names);
      const atMs = /^\d{9,}$/.test(found) ? Number(found) : Date.parse(found);
      return Number.isFinite(atMs) && Math.abs(atMs) < 7e12 ? new Date(atMs).toISOString() : undefined;
    },
  };
}

/** Its own id, or a name made of its content: taking the same list twice adds nothing. */
function externalIdOf(entry: unknown): string {
  const id = isObject(entry) ? entry['id'] : undefined;
  if (typeof id === 'number' || (typeof id === 'string' && /^[\w.:-]{1,200}$/.test(id))) return String(id);
  const text = JSON.stringify(entry);
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return `content-${text.length}-${hash.toString(16)}`;
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
