import { PlusIcon } from '@castellan/icons/signs/plus';
import { TrashIcon } from '@castellan/icons/signs/trash';
import { SecretField } from '../../../../../domains/vault/access/secret-field.tsx';
import { cardKindOf, typedFieldsOf } from '../../../../../domains/vault/contract/vault-entry.ts';
import { QuietButton } from '../../../../../ui/button.tsx';
import { TextField } from '../../../../../ui/fields/text-field.tsx';
import { type EntryFormErrors, type EntryFormState, isAddress } from '../entry-form-state.ts';
import { ToolButton } from './entry-rows.tsx';
import { SecretArea } from './secret-area.tsx';
import { addressFieldsOf, typedValue, withAddress, withTypedValue } from './typed-values.ts';
import { useFingerprint } from './use-fingerprint.ts';

type TypedPartProps = {
  readonly form: EntryFormState;
  readonly errors: EntryFormErrors;
  readonly onChange: (part: Partial<EntryFormState>) => void;
};

type TypedInputProps = Pick<TypedPartProps, 'form' | 'onChange'> & {
  readonly name: string;
  readonly error?: string | undefined;
  readonly className?: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly inputMode?: 'numeric' | 'email' | 'tel';
};

/** A field that the type names. */
function TypedInput({ form, onChange, name, ...rest }: TypedInputProps) {
  const hidden = typedFieldsOf(form.kind).some((field) => field.name === name && field.hidden);
  const Input = hidden ? SecretField : TextField;
  return (
    <Input
      {...rest}
      label={name}
      autoComplete="off"
      value={typedValue(form.fields, name)}
      onValue={(value) => onChange({ fields: withTypedValue(form.fields, name, value, hidden) })}
    />
  );
}

/** A card: number, holder, expiry and the codes that go with it. */
export function CardPart({ form, errors, onChange }: TypedPartProps) {
  const input = { form, onChange };
  return (
    <>
      <SecretField
        label="Number"
        value={form.password}
        error={errors.password}
        hint={cardKindOf(form.password)}
        required
        inputMode="numeric"
        onValue={(value) => onChange({ password: value })}
      />
      <TypedInput {...input} name="Cardholder" />
      <div className="grid gap-4 sm:grid-cols-3">
        <TypedInput {...input} name="Expiry" placeholder="MM/YYYY" />
        <TypedInput {...input} name="Security code" inputMode="numeric" />
        <TypedInput {...input} name="PIN" inputMode="numeric" />
      </div>
    </>
  );
}

/** A person: names, how to reach them, where they live, and the numbers of their documents. */
export function IdentityPart({ form, errors, onChange }: TypedPartProps) {
  const input = { form, onChange };
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TypedInput {...input} name="First name" error={errors.name} />
        <TypedInput {...input} name="Last name" />
        <TypedInput {...input} name="Middle name" />
        <TypedInput {...input} name="Company" />
        <TypedInput {...input} name="Email" inputMode="email" />
        <TypedInput {...input} name="Phone" inputMode="tel" />
        <TypedInput {...input} name="Birth date" placeholder="YYYY-MM-DD" />
      </div>
      <fieldset className="grid gap-4 border-t border-hairline pt-3 sm:grid-cols-2">
        <legend className="text-sm font-medium text-muted">Address</legend>
        {['Street', 'Street 2', 'Street 3', 'Postcode', 'City', 'State', 'Country'].map((name) => (
          <TypedInput key={name} {...input} name={name} />
        ))}
      </fieldset>
      <fieldset className="grid gap-4 border-t border-hairline pt-3 sm:grid-cols-2">
        <legend className="text-sm font-medium text-muted">Documents</legend>
        {['Passport number', 'Licence number', 'Social security number'].map((name) => (
          <TypedInput key={name} {...input} name={name} />
        ))}
      </fieldset>
    </>
  );
}

/** A key: what is secret of it, and what may be known. */
export function KeyPart({ form, errors, onChange }: TypedPartProps) {
  const input = { form, onChange };
  const fingerprint = useFingerprint(typedValue(form.fields, 'Public key'));
  return (
    <>
      <SecretArea
        label="Private key or secret"
        value={form.password}
        error={errors.password}
        required
        onValue={(value) => onChange({ password: value })}
      />
      <TypedInput {...input} name="Passphrase" />
      <TypedInput {...input} name="Public key" />
      {fingerprint === undefined ? null : (
        <p className="text-sm text-muted">
          Computed from the public key: <span className="font-mono wrap-anywhere text-ink">{fingerprint}</span>
        </p>
      )}
      <TypedInput {...input} name="Fingerprint" />
    </>
  );
}

/** Where a login is used: its address, and any number of others. */
export function AddressPart({ form, errors, onChange }: TypedPartProps) {
  const others = addressFieldsOf(form.fields);
  const put = (key: number, value: string) =>
    onChange({ fields: form.fields.map((field) => (field.key === key ? { ...field, value } : field)) });
  return (
    <>
      <TextField
        label="URL"
        type="url"
        value={form.url}
        error={errors.url}
        placeholder="https://"
        autoComplete="off"
        onValue={(value) => onChange({ url: value })}
      />
      {others.map(({ key, value }, index) => (
        <div key={key} className="flex items-end gap-2">
          <TextField
            className="flex-1"
            label={`URL ${index + 2}`}
            type="url"
            value={value}
            error={isAddress(value) ? undefined : errors.urls}
            autoComplete="off"
            onValue={(text) => put(key, text)}
          />
          <ToolButton
            icon={TrashIcon}
            label={`Remove URL ${index + 2}`}
            onClick={() => onChange({ fields: form.fields.filter((field) => field.key !== key) })}
          />
        </div>
      ))}
      {form.url.trim() === '' ? null : (
        <QuietButton icon={PlusIcon} className="-ml-2" onClick={() => onChange({ fields: withAddress(form.fields) })}>
          Add another URL
        </QuietButton>
      )}
    </>
  );
}
