import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { Auth } from './model.ts';

const empty: Readonly<Record<Auth['kind'], Auth>> = {
  inherit: { kind: 'inherit' },
  none: { kind: 'none' },
  basic: { kind: 'basic', username: '', password: '' },
  bearer: { kind: 'bearer', token: '' },
  apikey: { kind: 'apikey', name: '', value: '', in: 'header' },
  oauth2: { kind: 'oauth2', tokenUrl: '', clientId: '', clientSecret: '', scope: '', in: 'header' },
};

const names: Readonly<Record<Auth['kind'], string>> = {
  inherit: 'As the collection',
  none: 'None',
  basic: 'Basic',
  bearer: 'Bearer token',
  apikey: 'API key',
  oauth2: 'OAuth 2, client credentials',
};

const labels: Readonly<Record<string, string>> = {
  username: 'User name',
  password: 'Password',
  token: 'Token',
  name: 'Name',
  value: 'Value',
  tokenUrl: 'Address of the token',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  scope: 'Scope',
};

const secrets = new Set(['password', 'token', 'value', 'clientSecret']);

type AuthEditorProps = { readonly auth: Auth; readonly mayInherit?: boolean; readonly onChange: (auth: Auth) => void };

/** How a request proves who it comes from. */
export function AuthEditor({ auth, mayInherit = true, onChange }: AuthEditorProps) {
  const kinds = (Object.keys(empty) as Auth['kind'][]).filter((kind) => mayInherit || kind !== 'inherit');
  const fields = Object.entries(auth).filter(([name]) => name !== 'kind' && name !== 'in');
  const places =
    auth.kind === 'oauth2'
      ? [
          { value: 'header', name: 'Authorization header' },
          { value: 'body', name: 'Body' },
        ]
      : [
          { value: 'header', name: 'Header' },
          { value: 'query', name: 'Query' },
        ];
  return (
    <div className="grid gap-4">
      <SelectField
        label="Authentication"
        value={auth.kind}
        options={kinds.map((kind) => ({ value: kind, name: names[kind] }))}
        onChange={(event) => onChange(empty[kinds.find((kind) => kind === event.currentTarget.value) ?? 'none'])}
      />
      <div className="grid gap-4 empty:hidden sm:grid-cols-2">
        {fields.map(([name, value]) => (
          <TextField
            key={name}
            label={labels[name] ?? name}
            // A secret may be a variable, which should be readable.
            type={secrets.has(name) && !value.includes('{{') && value !== '' ? 'password' : 'text'}
            value={value}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => onChange({ ...auth, [name]: event.currentTarget.value } as Auth)}
          />
        ))}
        {'in' in auth ? (
          <SelectField
            label={auth.kind === 'oauth2' ? 'Client sent in' : 'Sent in'}
            value={auth.in}
            options={places}
            onChange={(event) => onChange({ ...auth, in: event.currentTarget.value } as Auth)}
          />
        ) : null}
      </div>
    </div>
  );
}
