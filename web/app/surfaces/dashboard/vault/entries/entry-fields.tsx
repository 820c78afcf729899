import { PlusIcon } from '@castellan/icons/signs/plus';
import { TrashIcon } from '@castellan/icons/signs/trash';
import { useState } from 'react';
import { SecretField } from '../../../../domains/vault/access/secret-field.tsx';
import { entryKinds } from '../../../../domains/vault/contract/vault-entry.ts';
import { secretAutoComplete } from '../../../../domains/vault/entries/secret-auto-complete.ts';
import { QuietButton } from '../../../../ui/button.tsx';
import { fetchedPart } from '../../../../ui/fetched-part.tsx';
import { CheckField } from '../../../../ui/fields/check-field.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import { TextArea } from '../../../../ui/fields/text-area.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { StrengthLine } from '../access/strength-line.tsx';
import { BothFactorsNote } from './both-factors-note.tsx';
import { categoryName } from './categories.ts';
import { ToolButton } from './entry-detail.tsx';
import type { EntryFormErrors, EntryFormState, FormField } from './entry-form-state.ts';
import { kindFaces } from './kind-names.ts';

// Fetched when it is first asked for: the list opens without it.
const Generator = fetchedPart(() => import('./generator.tsx').then((file) => file.Generator));

type EntryFieldsProps = {
  readonly form: EntryFormState;
  readonly errors: EntryFormErrors;
  readonly categories: readonly string[];
  readonly onChange: (part: Partial<EntryFormState>) => void;
};

/** The fields of an entry: the usual ones, then what some entries have besides. */
export function EntryFields({ form, errors, categories, onChange }: EntryFieldsProps) {
  return (
    <>
      <TextField
        label="Title"
        value={form.title}
        error={errors.title}
        required
        autoComplete="off"
        autoFocus
        onValue={(value) => onChange({ title: value })}
      />
      <TextField
        label="Username"
        value={form.username}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
        onValue={(value) => onChange({ username: value })}
      />
      <PasswordPart form={form} errors={errors} onChange={onChange} />
      <TextField
        label="URL"
        type="url"
        value={form.url}
        error={errors.url}
        placeholder="https://"
        autoComplete="off"
        onValue={(value) => onChange({ url: value })}
      />
      <TextArea label="Notes" value={form.notes} onValue={(value) => onChange({ notes: value })} />
      <CategoryPart form={form} categories={categories} onChange={onChange} />
      <details className="border-t border-hairline pt-2" open={hasMore(form) || undefined}>
        <summary className="min-h-11 cursor-pointer py-2 font-medium">More</summary>
        <div className="space-y-4 pt-2">
          <MoreFields form={form} errors={errors} onChange={onChange} />
        </div>
      </details>
    </>
  );
}

function hasMore({ kind, tags, expires, totp, fields, favorite, canary }: EntryFormState): boolean {
  return kind !== 'login' || tags !== '' || expires !== '' || totp !== '' || fields.length > 0 || favorite || canary;
}

function PasswordPart({ form, errors, onChange }: Omit<EntryFieldsProps, 'categories'>) {
  const [generating, setGenerating] = useState(false);
  return (
    <div>
      <SecretField
        label={kindFaces[form.kind].secretName}
        value={form.password}
        error={errors.password}
        required={form.kind === 'login'}
        onValue={(value) => onChange({ password: value })}
      />
      {form.kind === 'login' ? <StrengthLine password={form.password} /> : null}
      <QuietButton className="-ml-2" aria-expanded={generating} onClick={() => setGenerating(!generating)}>
        {generating ? 'Close the generator' : 'Generate'}
      </QuietButton>
      {generating ? <Generator onUse={(password) => onChange({ password })} /> : null}
    </div>
  );
}

function CategoryPart({ form, categories, onChange }: Omit<EntryFieldsProps, 'errors'>) {
  const options = [...categories.map((value) => ({ value, name: categoryName(value) })), { value: 'custom', name: 'Custom' }];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField label="Category" value={form.category} options={options} onValue={(value) => onChange({ category: value })} />
      {form.category === 'custom' ? (
        <TextField label="Custom category" value={form.customCategory} onValue={(value) => onChange({ customCategory: value })} />
      ) : null}
    </div>
  );
}

function MoreFields({ form, errors, onChange }: Omit<EntryFieldsProps, 'categories'>) {
  return (
    <>
      <SelectField
        label="Kind"
        value={form.kind}
        options={entryKinds.map((value) => ({ value, name: kindFaces[value].name }))}
        onValue={(text) => onChange({ kind: entryKinds.find((kind) => kind === text) ?? 'login' })}
      />
      <SecretField
        label="One-time secret (TOTP)"
        value={form.totp}
        error={errors.totp}
        hint="The setup key shown next to a site’s QR code, or an otpauth:// address."
        onValue={(value) => onChange({ totp: value })}
      />
      {form.password !== '' && form.totp.trim() !== '' ? <BothFactorsNote /> : null}
      <TextField label="Tags" value={form.tags} hint="Separated by commas." onValue={(value) => onChange({ tags: value })} />
      <TextField label="Expires" type="date" value={form.expires} onValue={(value) => onChange({ expires: value })} />
      <CustomFields fields={form.fields} error={errors.fields} onChange={(fields) => onChange({ fields })} />
      <div>
        <CheckField label="Favourite" checked={form.favorite} onChecked={(isOn) => onChange({ favorite: isOn })} />
        <CheckField
          label="Canary"
          hint="A decoy: viewing or copying it raises a security notification."
          checked={form.canary}
          onChecked={(isOn) => onChange({ canary: isOn })}
        />
      </div>
    </>
  );
}

type CustomFieldsProps = {
  readonly fields: readonly FormField[];
  readonly error: string | undefined;
  readonly onChange: (fields: readonly FormField[]) => void;
};

function CustomFields({ fields, error, onChange }: CustomFieldsProps) {
  const put = (key: number, part: Partial<FormField>) =>
    onChange(fields.map((field) => (field.key === key ? { ...field, ...part } : field)));
  const nextKey = Math.max(-1, ...fields.map(({ key }) => key)) + 1;
  return (
    <fieldset className="space-y-4">
      <legend className="text-sm font-medium">Custom fields</legend>
      {fields.map(({ key, name, value, hidden }, index) => (
        <div key={key} className="rounded-control border border-hairline p-3">
          <div className="flex items-end gap-2">
            <TextField
              className="flex-1"
              label={`Name of field ${index + 1}`}
              value={name}
              error={name.trim() === '' && value !== '' ? error : undefined}
              onValue={(value) => put(key, { name: value })}
            />
            <ToolButton
              icon={TrashIcon}
              label={`Remove field ${index + 1}`}
              onClick={() => onChange(fields.filter((field) => field.key !== key))}
            />
          </div>
          <TextField
            className="mt-3"
            label={`Value of field ${index + 1}`}
            type={hidden ? 'password' : 'text'}
            autoComplete={secretAutoComplete}
            value={value}
            onValue={(text) => put(key, { value: text })}
          />
          <CheckField label="Hidden" checked={hidden} onChecked={(isOn) => put(key, { hidden: isOn })} />
        </div>
      ))}
      <QuietButton
        icon={PlusIcon}
        className="-ml-2"
        onClick={() => onChange([...fields, { key: nextKey, name: '', value: '', hidden: true }])}
      >
        Add a field
      </QuietButton>
    </fieldset>
  );
}
