import { XIcon } from '@castellan/icons/signs/x';
import { QuietButton } from '../../../../web/app/ui/button.tsx';
import { fieldClass } from '../../../../web/app/ui/fields/field-class.ts';
import { SelectField } from '../../../../web/app/ui/fields/select-field.tsx';
import { verbatim } from '../../../../web/app/ui/fields/verbatim.ts';
import { Icon } from '../../../../web/app/ui/icon.tsx';
import type { Check } from '../model.ts';

const subjects: Readonly<
  Record<Check['of'], { readonly name: string; readonly says: readonly Check['is'][]; readonly named: string | undefined }>
> = {
  status: { name: 'Status', says: ['equals', 'below'], named: undefined },
  time: { name: 'Time in ms', says: ['below'], named: undefined },
  header: { name: 'Header', says: ['equals', 'contains', 'exists'], named: 'content-type' },
  body: { name: 'Body', says: ['contains', 'equals', 'exists'], named: undefined },
  json: { name: 'JSON', says: ['equals', 'contains', 'below', 'exists'], named: 'items[0].name' },
};
const words: Readonly<Record<Check['is'], string>> = { equals: 'is', below: 'is below', contains: 'contains', exists: 'is there' };

type CheckEditorProps = { readonly checks: readonly Check[]; readonly onChange: (checks: readonly Check[]) => void };

/** What must hold of an answer. Checks are data and no scripts. */
export default function CheckEditor({ checks, onChange }: CheckEditorProps) {
  const set = (at: number, changed: Check) => onChange(checks.map((check, index) => (index === at ? changed : check)));
  const input = (label: string, value: string, placeholder: string, onText: (text: string) => void) => (
    <input
      aria-label={label}
      className={`${fieldClass} font-mono text-sm`}
      value={value}
      placeholder={placeholder}
      {...verbatim}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {checks.map((check, at) => {
        const { says, named } = subjects[check.of];
        return (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: checks have no names of their own; they are only added at the end.
            key={at}
            className="grid min-w-0 grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.75rem] items-center gap-2 sm:grid-cols-[9rem_minmax(0,1fr)_9rem_minmax(0,1fr)_2.75rem]"
          >
            <legend className="sr-only">{`Check ${at + 1}`}</legend>
            <SelectField
              label={`Check ${at + 1}: of`}
              labelHidden
              className="sm:col-start-1 sm:row-start-1"
              value={check.of}
              options={Object.entries(subjects).map(([value, { name }]) => ({ value, name }))}
              onValue={(value) => {
                const of = (Object.keys(subjects) as Check['of'][]).find((one) => one === value) ?? 'status';
                set(at, { ...check, of, name: '', is: subjects[of].says[0] ?? 'equals' });
              }}
            />
            <div className="col-span-3 row-start-2 empty:hidden sm:col-span-1 sm:col-start-2 sm:row-start-1">
              {named === undefined
                ? null
                : input(`Check ${at + 1}: ${check.of === 'json' ? 'path' : 'header'}`, check.name, named, (name) =>
                    set(at, { ...check, name }),
                  )}
            </div>
            <SelectField
              label={`Check ${at + 1}: how`}
              labelHidden
              className="sm:col-start-3 sm:row-start-1"
              value={check.is}
              options={says.map((is) => ({ value: is, name: words[is] }))}
              onValue={(value) => set(at, { ...check, is: says.find((is) => is === value) ?? check.is })}
            />
            <div className="col-span-3 empty:hidden sm:col-span-1 sm:col-start-4 sm:row-start-1">
              {check.is === 'exists'
                ? null
                : input(
                    `Check ${at + 1}: value`,
                    check.value,
                    check.of === 'json' && check.is === 'equals' ? '"text", 3, true' : 'value',
                    (value) => set(at, { ...check, value }),
                  )}
            </div>
            <button
              type="button"
              aria-label={`Remove check ${at + 1}`}
              className="target col-start-3 row-start-1 grid place-items-center text-muted hover:text-ink sm:col-start-5"
              onClick={() => onChange(checks.filter((_, index) => index !== at))}
            >
              <Icon drawing={XIcon} />
            </button>
          </fieldset>
        );
      })}
      <QuietButton
        className="justify-self-start"
        onClick={() => onChange([...checks, { of: 'status', name: '', is: 'equals', value: '200' }])}
      >
        Add a check
      </QuietButton>
    </div>
  );
}
