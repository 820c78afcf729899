import { type ReactNode, useId, useState } from 'react';
import { addProperty, type Property, readProperties, removeProperty, writeProperty } from '../../knowledge/properties.ts';
import type { TextChange } from '../../knowledge/text-change.ts';

type PropertiesFormProps = {
  /** The text of the properties, with the lines around them. */
  readonly text: string;
  /** Absent where they are only read. */
  readonly onChange: ((change: TextChange) => void) | undefined;
  /** Absent where there is no text of them yet. */
  readonly onReveal: (() => void) | undefined;
};

/** The properties of a note as a form. What is written changes the lines of its property alone. */
export function PropertiesForm({ text, onChange, onReveal }: PropertiesFormProps) {
  const properties = readProperties(text);
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string>();
  const add = () => {
    const change = addProperty(text, name);
    if (change === undefined)
      return setFault(
        name.trim() === '' ? undefined : 'A name is letters, digits, spaces and hyphens, and no two properties have one name.',
      );
    setFault(undefined);
    setName('');
    onChange?.(change);
  };
  return (
    <section aria-label="Properties" className="note-properties-form">
      {properties.map((property, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a property is its place; two may have one name.
        <PropertyRow key={`${at}.${property.key}.${property.values.join()}`} text={text} property={property} onChange={onChange} />
      ))}
      {onChange === undefined ? null : (
        <p className="note-table-tools">
          <input
            aria-label="Name of a new property"
            placeholder="New property"
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') add();
            }}
          />
          <button type="button" onClick={add}>
            Add
          </button>
          {onReveal === undefined ? null : (
            <button type="button" onClick={onReveal}>
              Edit as text
            </button>
          )}
        </p>
      )}
      {fault === undefined ? null : (
        <p role="alert" className="text-sm text-carmine">
          {fault}
        </p>
      )}
    </section>
  );
}

type PropertyRowProps = { readonly text: string; readonly property: Property; readonly onChange: PropertiesFormProps['onChange'] };

function PropertyRow({ text, property, onChange }: PropertyRowProps) {
  const id = useId();
  const { key, kind, values } = property;
  const write = (next: readonly string[]) => {
    const change = writeProperty(text, property, next);
    if (change !== undefined) onChange?.(change);
  };
  const isRead = onChange === undefined || kind === 'other';
  const field: ReactNode = isRead ? (
    <span className={kind === 'other' ? 'note-source' : undefined}>
      {kind === 'checkbox' ? (values[0] === 'true' ? 'Yes' : 'No') : values.join(', ')}
    </span>
  ) : kind === 'checkbox' ? (
    <input
      id={id}
      type="checkbox"
      className="note-task"
      checked={values[0] === 'true'}
      onChange={(event) => write([String(event.currentTarget.checked)])}
    />
  ) : (
    <PropertyField id={id} kind={kind} values={values} onWrite={write} />
  );
  return (
    <p className="note-property">
      {isRead ? <span className="note-property-name">{key}</span> : <label htmlFor={id}>{key}</label>}
      {field}
      {onChange === undefined ? null : (
        <button type="button" aria-label={`Remove the property ${key}`} onClick={() => onChange(removeProperty(text, property))}>
          ✕
        </button>
      )}
    </p>
  );
}

type PropertyFieldProps = {
  readonly id: string;
  readonly kind: Property['kind'];
  readonly values: readonly string[];
  readonly onWrite: (values: readonly string[]) => void;
};

/** A line that is saved when it is left; the items of a list stand between commas. */
function PropertyField({ id, kind, values, onWrite }: PropertyFieldProps) {
  const isList = kind === 'list' && values.every((value) => !value.includes(','));
  const [typed, setTyped] = useState(values.join(', '));
  if (kind === 'list' && !isList) return <span>{values.join(' · ')}</span>;
  const save = () => {
    const items = typed.split(',').map((one) => one.trim());
    onWrite(isList ? [...new Set(items.filter((one) => one !== ''))] : [typed]);
  };
  return (
    <input
      id={id}
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setTyped(values.join(', '));
      }}
    />
  );
}
