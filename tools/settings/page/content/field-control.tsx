import { useId, useState } from 'react';
import type { JsonObject } from '../../../../web/app/domains/site-content/field-paths.ts';
import { type FormField, shownText, writeField } from '../../../../web/app/domains/site-content/form-fields.ts';
import { fieldClass } from '../../../../web/app/ui/fields/field-class.ts';

type FieldControlProps = {
  readonly field: FormField;
  readonly object: JsonObject;
  readonly error: string | undefined;
  readonly onChange: (object: JsonObject) => void;
};

/** One field of a form, with its label, its hint and what is wrong with it. */
export function FieldControl({ field, object, error, onChange }: FieldControlProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const { label, kind, hint, options } = field;
  const change = (text: string) => {
    setTyped(text);
    onChange(writeField(field, object, text));
  };
  const shared = {
    id,
    value: shownText(field, object, typed),
    className: `${fieldClass} content-field-${kind}`,
    'data-field': field.path,
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': `${id}-help`,
  };
  const isLong = kind === 'text' || kind === 'lines' || kind === 'paragraphs' || kind === 'evidence';
  return (
    <div className="content-field" data-long={isLong || undefined}>
      <label htmlFor={id}>{label}</label>
      <div className="min-w-0">
        {options !== undefined ? (
          <select {...shared} onChange={(event) => change(event.currentTarget.value)}>
            <option value="">None</option>
            {options.map((option) => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
          </select>
        ) : isLong ? (
          <textarea {...shared} rows={kind === 'paragraphs' ? 9 : 3} onChange={(event) => change(event.currentTarget.value)} />
        ) : (
          <input
            {...shared}
            type="text"
            inputMode={kind === 'number' ? 'numeric' : undefined}
            autoComplete="off"
            onChange={(event) => change(event.currentTarget.value)}
          />
        )}
        <p id={`${id}-help`} aria-live="polite" className={error === undefined ? 'content-hint' : 'content-hint text-carmine'}>
          {error === undefined ? hint : `✕ ${error}`}
        </p>
      </div>
    </div>
  );
}
