import { PlusIcon } from '@castellan/icons/signs/plus';
import { TrashIcon } from '@castellan/icons/signs/trash';
import { useState } from 'react';
import { SecretField } from '../../../../domains/vault/access/secret-field.tsx';
import { type RecordType, recordTypes } from '../../../../domains/vault/contract/vault-entry.ts';
import { secretAutoComplete } from '../../../../domains/vault/entries/secret-auto-complete.ts';
import { QuietButton } from '../../../../ui/button.tsx';
import { fetchedPart } from '../../../../ui/fetched-part.tsx';
import { CheckField } from '../../../../ui/fields/check-field.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import { TextArea } from '../../../../ui/fields/text-area.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { StrengthLine } from '../access/strength-line.tsx';
import { categoryName } from './categories.ts';
import type { EntryFormErrors, EntryFormState, FormField } from './entry-form-state.ts';
import { kindFaces } from './kind-names.ts';
import { ToolButton } from './record/entry-rows.tsx';
import { SecretArea } from './record/secret-area.tsx';
import { TotpPart } from './record/totp-part.tsx';
import { AddressPart, CardPart, IdentityPart, KeyPart } from './record/typed-parts.tsx';
import { nextKey, ownFieldsOf } from './record/typed-values.ts';

// Fetched when it is first asked for: the list opens without it.
const Generator = fetchedPart(() => import('./generator.tsx').then((file) => file.Generator));

type EntryFieldsProps = {
  readonly form: EntryFormState;
  readonly errors: EntryFormErrors;
  readonly categories: readonly string[];
  readonly onChange: (part: Partial<EntryFormState>) => void;
};

/** The fields of an entry: what its type asks for, then what some entries have besides. */
export function EntryFields({ form, errors, categories, onChange }: EntryFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <SelectField
          label="Kind"
          value={form.kind}
          options={recordTypes.map((value) => ({ value, name: kindFaces[value].name }))}
          onValue={(text) => onChange({ kind: recordTypes.find((kind) => kind === text) ?? 'login' })}
        />
        <TextField
          label="Title"
          value={form.title}
          error={errors.title}
          required
          autoComplete="off"
          autoFocus
          onValue={(value) => onChange({ title: value })}
        />
      </div>
      <TypePart form={form} errors={errors} onChange={onChange} />
      {form.kind === 'note' ? null : <TextArea label="Notes" value={form.notes} onValue={(value) => onChange({ notes: value })} />}
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

function hasMore({ kind, tags, expires, totp, fields, favorite, canary, ...form }: EntryFormState): boolean {
  const has = fieldsOfType(kind);
  const homeless = (!has.username && form.username !== '') || (!has.url && form.url !== '') || (!has.secret && form.password !== '');
  return homeless || tags !== '' || expires !== '' || totp !== '' || ownFieldsOf(kind, fields).length > 0 || favorite || canary;
}

/** Which of the parts that every entry may have the form of a type shows at once; of another one only where it is filled in. */
function fieldsOfType(kind: RecordType) {
  const isAccount = kind === 'login' || kind === 'api-token' || kind === 'recovery-codes';
  return { username: isAccount, url: isAccount, secret: kind !== 'note' && kind !== 'identity' };
}

type PartProps = Omit<EntryFieldsProps, 'categories'>;

function TypePart({ form, errors, onChange }: PartProps) {
  const props = { form, errors, onChange };
  switch (form.kind) {
    case 'note':
      return <TextArea label="Text" rows={10} value={form.notes} error={errors.notes} required onValue={(notes) => onChange({ notes })} />;
    case 'card':
      return <CardPart {...props} />;
    case 'identity':
      return <IdentityPart {...props} />;
    case 'key':
      return <KeyPart {...props} />;
    case 'login':
    case 'api-token':
    case 'recovery-codes':
      return (
        <>
          <UsernameField {...props} />
          {form.kind === 'recovery-codes' ? (
            <SecretArea
              label="Codes"
              value={form.password}
              error={errors.password}
              required
              onValue={(password) => onChange({ password })}
            />
          ) : (
            <PasswordPart {...props} />
          )}
          <AddressPart {...props} />
        </>
      );
  }
}

function UsernameField({ form, onChange }: Pick<PartProps, 'form' | 'onChange'>) {
  return (
    <TextField
      label="Username"
      value={form.username}
      autoComplete="off"
      spellCheck={false}
      autoCapitalize="none"
      onValue={(value) => onChange({ username: value })}
    />
  );
}

function PasswordPart({ form, errors, onChange }: PartProps) {
  const [generating, setGenerating] = useState(false);
  return (
    <div>
      <SecretField
        label={kindFaces[form.kind].secretName}
        value={form.password}
        error={errors.password}
        required={fieldsOfType(form.kind).secret}
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

function MoreFields({ form, errors, onChange }: PartProps) {
  const has = fieldsOfType(form.kind);
  const ownFields = ownFieldsOf(form.kind, form.fields);
  return (
    <>
      {has.username || form.username === '' ? null : <UsernameField form={form} onChange={onChange} />}
      {has.secret || form.password === '' ? null : <PasswordPart form={form} errors={errors} onChange={onChange} />}
      {has.url || form.url === '' ? null : <AddressPart form={form} errors={errors} onChange={onChange} />}
      <TotpPart form={form} errors={errors} onChange={onChange} />
      <TextField label="Tags" value={form.tags} hint="Separated by commas." onValue={(value) => onChange({ tags: value })} />
      <TextField label="Expires" type="date" value={form.expires} onValue={(value) => onChange({ expires: value })} />
      <CustomFields
        fields={ownFields}
        newKey={nextKey(form.fields)}
        error={errors.fields}
        onChange={(own) => onChange({ fields: withOwn(form.fields, ownFields, own) })}
      />
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

/** All fields, with the owner's own as they are now: each where it was, new ones at the end. */
function withOwn(all: readonly FormField[], before: readonly FormField[], own: readonly FormField[]): readonly FormField[] {
  const kept = all.flatMap((field) => (before.includes(field) ? (own.find(({ key }) => key === field.key) ?? []) : field));
  return [...kept, ...own.filter(({ key }) => !all.some((field) => field.key === key))];
}

type CustomFieldsProps = {
  readonly fields: readonly FormField[];
  readonly newKey: number;
  readonly error: string | undefined;
  readonly onChange: (fields: readonly FormField[]) => void;
};

function CustomFields({ fields, newKey, error, onChange }: CustomFieldsProps) {
  const put = (key: number, part: Partial<FormField>) =>
    onChange(fields.map((field) => (field.key === key ? { ...field, ...part } : field)));
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
          <FieldValue label={`Value of field ${index + 1}`} value={value} hidden={hidden} onValue={(text) => put(key, { value: text })} />
          <CheckField label="Hidden" checked={hidden} onChecked={(isOn) => put(key, { hidden: isOn })} />
        </div>
      ))}
      <QuietButton
        icon={PlusIcon}
        className="-ml-2"
        onClick={() => onChange([...fields, { key: newKey, name: '', value: '', hidden: true }])}
      >
        Add a field
      </QuietButton>
    </fieldset>
  );
}

type FieldValueProps = Pick<FormField, 'value' | 'hidden'> & { readonly label: string; readonly onValue: (value: string) => void };

/** One line, or several where there are: a field of one line would join them. */
function FieldValue({ label, value, hidden, onValue }: FieldValueProps) {
  // It stays as it began, so that the caret does.
  const [isLong] = useState(value.includes('\n'));
  if (isLong)
    return hidden ? (
      <SecretArea label={label} value={value} onValue={onValue} />
    ) : (
      <TextArea label={label} value={value} onValue={onValue} />
    );
  return (
    <TextField
      className="mt-3"
      label={label}
      type={hidden ? 'password' : 'text'}
      autoComplete={secretAutoComplete}
      value={value}
      onValue={onValue}
    />
  );
}
