import { lazy, Suspense, use } from 'react';
import { SelectField } from '../../../../web/app/ui/fields/select-field.tsx';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';
import { verbatim } from '../../../../web/app/ui/fields/verbatim.ts';
import type { Auth, VaultRef } from '../model.ts';
import { VaultContext } from '../vault-values/vault-context.ts';

// Of no use to visitors.
const VaultValue = lazy(() => import('../vault-values/vault-value.tsx'));

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

/** Fields whose value may be in the vault, by kind. */
const vaultFields: Readonly<Partial<Record<Auth['kind'], readonly string[]>>> = {
  basic: ['username', 'password'],
  bearer: ['token'],
  apikey: ['value'],
};

type AuthEditorProps = { readonly auth: Auth; readonly mayInherit?: boolean; readonly onChange: (auth: Auth) => void };

/** How a request proves who it comes from. */
export function AuthEditor({ auth, mayInherit = true, onChange }: AuthEditorProps) {
  const kinds = (Object.keys(empty) as Auth['kind'][]).filter((kind) => mayInherit || kind !== 'inherit');
  const hasVault = use(VaultContext) !== undefined;
  const fields = Object.entries(auth).filter(
    (field): field is [string, string] => typeof field[1] === 'string' && !['kind', 'in'].includes(field[0]),
  );
  const refs: Readonly<Record<string, VaultRef | undefined>> = 'vault' in auth ? (auth.vault ?? {}) : {};
  const vaultValue = (name: string) => (
    <Suspense>
      <VaultValue
        label={labels[name] ?? name}
        chosen={refs[name]}
        onChoose={(chosen) => {
          const { [name]: _former, ...others } = refs;
          const vault = chosen === undefined ? others : { ...others, [name]: chosen };
          onChange({ ...auth, [name]: '', vault: Object.keys(vault).length === 0 ? undefined : vault } as Auth);
        }}
      />
    </Suspense>
  );
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
        onValue={(value) => onChange(empty[kinds.find((kind) => kind === value) ?? 'none'])}
      />
      <div className="grid gap-4 empty:hidden sm:grid-cols-2">
        {fields.map(([name, value]) =>
          refs[name] !== undefined ? (
            <div key={name} className="grid content-start gap-2">
              <p className="text-sm font-medium" aria-hidden="true">
                {labels[name] ?? name}
              </p>
              {vaultValue(name)}
            </div>
          ) : (
            <div key={name}>
              <TextField
                label={labels[name] ?? name}
                // A secret may be a variable, which should be readable.
                type={secrets.has(name) && !value.includes('{{') && value !== '' ? 'password' : 'text'}
                value={value}
                {...verbatim}
                onValue={(value) => onChange({ ...auth, [name]: value } as Auth)}
              />
              {hasVault && vaultFields[auth.kind]?.includes(name) === true ? vaultValue(name) : null}
            </div>
          ),
        )}
        {'in' in auth ? (
          <SelectField
            label={auth.kind === 'oauth2' ? 'Client sent in' : 'Sent in'}
            value={auth.in}
            options={places}
            onValue={(value) => onChange({ ...auth, in: value } as Auth)}
          />
        ) : null}
      </div>
    </div>
  );
}
