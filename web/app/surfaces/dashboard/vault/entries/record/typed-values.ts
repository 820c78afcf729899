import { isAddressField, type RecordType, typedFieldsOf } from '../../../../../domains/vault/contract/vault-entry.ts';
import type { FormField } from '../entry-form-state.ts';

/** The key of a field that is added to these. */
export function nextKey(fields: readonly FormField[]): number {
  return Math.max(-1, ...fields.map(({ key }) => key)) + 1;
}

/** What a field of the type's own has; of a name that is there twice the first counts, and the other is one of the owner's. */
export function typedValue(fields: readonly FormField[], name: string): string {
  return fields.find((field) => field.name === name)?.value ?? '';
}

/** The fields with another value in one that the type names; an empty one is none. What was hidden stays so. */
export function withTypedValue(fields: readonly FormField[], name: string, value: string, hidden: boolean): readonly FormField[] {
  const present = fields.find((field) => field.name === name);
  if (value === '') return fields.filter((field) => field !== present);
  if (present !== undefined) return fields.map((field) => (field === present ? { ...field, value } : field));
  return [...fields, { key: nextKey(fields), name, value, hidden }];
}

/** The fields that the form of a type has no place of their own for. */
export function ownFieldsOf(type: RecordType, fields: readonly FormField[]): readonly FormField[] {
  const homed = new Set(
    typedFieldsOf(type).flatMap(({ name }) => {
      const field = fields.find((one) => one.name === name);
      return field === undefined ? [] : [field];
    }),
  );
  return fields.filter((field) => !homed.has(field) && !(type === 'login' && isAddressField(field)));
}

/** The further addresses among them. */
export function addressFieldsOf(fields: readonly FormField[]): readonly FormField[] {
  return fields.filter(isAddressField);
}

/** The fields with another address, not filled in yet. */
export function withAddress(fields: readonly FormField[]): readonly FormField[] {
  const numbers = addressFieldsOf(fields).map(({ name }) => Number(name.slice(4)));
  return [...fields, { key: nextKey(fields), name: `url ${Math.max(1, ...numbers) + 1}`, value: '', hidden: false }];
}
