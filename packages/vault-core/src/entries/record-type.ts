import { type EntryField, type EntryKind, entryKinds } from './entry.ts';

/** What an entry is shown and filled in as. Those beyond `entryKinds` came later, and are a note to a program that does not know them. */
export const recordTypes = ['login', 'note', 'card', 'identity', 'key', 'api-token', 'recovery-codes'] as const;

/** One of the types with a form of its own. */
export type RecordType = (typeof recordTypes)[number];

/**
 * The field whose value says the type where the kind alone does not: `<type>.<schema>`, such as `identity.1`. It is a field like any
 * other, because every program that reads entries keeps fields, also one that knows no such type.
 */
export const recordMark = 'castellan.record';

const markShape = /^([a-z][a-z-]{0,30})\.[1-9]\d{0,3}$/;

/** Whether a field only says which type the entry has. */
export function isRecordMark({ name, value }: EntryField): boolean {
  return name === recordMark && markShape.test(value);
}

/** The type that the fields name beyond the kind, whether it is known here or not; `undefined` where they name none. */
export function markedType(fields: readonly EntryField[]): string | undefined {
  const mark = fields.find(isRecordMark);
  return mark === undefined ? undefined : markShape.exec(mark.value)?.[1];
}

/** What to show an entry as: the type that a note names if it is known here, else its kind. */
export function recordTypeOf(kind: EntryKind, type: string | undefined): RecordType {
  return kind === 'note' ? (recordTypes.find((known) => known === type) ?? kind) : kind;
}

/** How a type is written: its kind, and the fields with the mark that it needs. A mark of a type not known here stays. */
export function writtenAs(
  type: RecordType,
  fields: readonly EntryField[],
): { readonly kind: EntryKind; readonly fields: readonly EntryField[] } {
  const kind = entryKinds.find((known) => known === type);
  const others = fields.filter((field) => !isRecordMark(field) || !recordTypes.some((known) => known === markedType([field])));
  if (kind !== undefined) return { kind, fields: others };
  return { kind: 'note', fields: [...others, { name: recordMark, value: `${type}.1`, hidden: false }] };
}
