import { useState } from 'react';
import { isObject, type JsonObject } from '../../../../web/app/domains/site-content/field-paths.ts';
import { type FormField, readField } from '../../../../web/app/domains/site-content/form-fields.ts';
import { GhostButton } from '../../../../web/app/ui/button.tsx';
import { FieldControl } from './field-control.tsx';

type ListFormProps = {
  readonly list: { readonly key: string; readonly one: string; readonly fields: readonly FormField[] };
  readonly entries: readonly unknown[];
  /** By the path of the field, such as `work.0.url`. */
  readonly errorOf: (path: string) => string | undefined;
  readonly onChange: (entries: readonly unknown[]) => void;
};

/** The entries of a list, one of them open: its fields, and the ways to move and remove it. */
export function ListForm({ list: { key, one, fields }, entries, errorOf, onChange }: ListFormProps) {
  const [open, setOpen] = useState<number>();
  const exchange = (at: number, to: number) => {
    const moved = [...entries];
    [moved[at], moved[to]] = [moved[to], moved[at]];
    onChange(moved);
    setOpen(to);
  };
  const add = () => {
    onChange([...entries, {}]);
    setOpen(entries.length);
  };
  const remove = (at: number) => {
    onChange(entries.filter((_, other) => other !== at));
    setOpen(undefined);
  };
  return (
    <>
      <ol>
        {entries.map((entry, at) => {
          const object = isObject(entry) ? entry : {};
          const isOpen = open === at;
          const title = titleOf(fields, object) ?? `New ${one}`;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no names of their own, and are the same objects until they are changed.
            <li key={at} className="content-entry">
              <button type="button" aria-expanded={isOpen} className="content-entry-head" onClick={() => setOpen(isOpen ? undefined : at)}>
                <span className="min-w-0 truncate">{title}</span>
                <span aria-hidden="true" className="text-muted">
                  {isOpen ? '▴' : '▾'}
                </span>
              </button>
              {isOpen ? (
                <fieldset aria-label={title} className="content-entry-fields">
                  {fields.map((field) => (
                    <FieldControl
                      key={field.path}
                      field={field}
                      object={object}
                      error={errorOf(`${key}.${at}.${field.path}`)}
                      onChange={(next: JsonObject) => onChange(entries.map((other, place) => (place === at ? next : other)))}
                    />
                  ))}
                  <div className="content-acts">
                    {at === 0 ? null : (
                      <button type="button" className="setting-act" onClick={() => exchange(at, at - 1)}>
                        Move up
                      </button>
                    )}
                    {at === entries.length - 1 ? null : (
                      <button type="button" className="setting-act" onClick={() => exchange(at, at + 1)}>
                        Move down
                      </button>
                    )}
                    <button type="button" className="setting-act setting-destroy" onClick={() => remove(at)}>
                      Remove {one}
                    </button>
                  </div>
                </fieldset>
              ) : null}
            </li>
          );
        })}
      </ol>
      <GhostButton className="mt-3" onClick={add}>
        Add a {one}
      </GhostButton>
    </>
  );
}

/** The first two fields that say something. */
function titleOf(fields: readonly FormField[], object: JsonObject): string | undefined {
  const said = fields
    .slice(0, 2)
    .map((field) => (field.kind === 'line' ? readField(field, object) : ''))
    .filter((text) => text !== '');
  return said.length === 0 ? undefined : said.join(', ');
}
