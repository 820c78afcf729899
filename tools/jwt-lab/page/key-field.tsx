import { CheckField } from '../../../web/app/ui/fields/check-field.tsx';
import { TextArea } from '../../../web/app/ui/fields/text-area.tsx';
import { verbatim } from '../../../web/app/ui/fields/verbatim.ts';
import { formOf, type KeyForm } from '../knowledge/read-keys.ts';

type KeyFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly isBase64Url: boolean;
  readonly onBase64Url: (is: boolean) => void;
  readonly failure: string | undefined;
};

const said: Readonly<Record<KeyForm, string>> = {
  none: 'A JWK, a JWK Set, PEM, or a plain secret.',
  jwk: 'Read as a JWK or a JWK Set.',
  pem: 'Read as PEM.',
  secret: 'Read as a plain secret.',
};

/** Where a key is pasted, in any of its forms. */
export function KeyField({ label, value, onChange, isBase64Url, onBase64Url, failure }: KeyFieldProps) {
  const form = formOf(value);
  return (
    <div>
      <TextArea
        label={label}
        rows={6}
        value={value}
        {...verbatim}
        translate="no"
        aria-describedby="key-form"
        className="[&_textarea]:font-mono [&_textarea]:text-sm"
        onValue={onChange}
      />
      <p id="key-form" role="status" className={`mt-2 text-sm ${failure === undefined ? 'text-muted' : 'text-carmine'}`}>
        {failure ?? (form === 'secret' && isBase64Url ? 'Read as a secret in base64url.' : said[form])}
      </p>
      {form === 'secret' ? <CheckField label="The secret is base64url" checked={isBase64Url} onChecked={onBase64Url} /> : null}
    </div>
  );
}
