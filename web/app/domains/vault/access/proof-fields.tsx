import { SelectField } from '../../../ui/fields/select-field.tsx';
import type { Proof } from '../contract/vault-security.ts';
import type { VaultWays } from '../contract/vault-state.ts';
import { SecretField } from './secret-field.tsx';

/** What the owner presents once more, as it is typed. `way`: `master`, `recovery`, or a passkey's slot. */
export type ProofForm = { readonly way: string; readonly text: string };

export const noProof: ProofForm = { way: 'master', text: '' };

/** What was typed as a proof, or `undefined` where nothing was. */
export function proofOf({ way, text }: ProofForm): Proof | undefined {
  if (way !== 'master' && way !== 'recovery') return { kind: 'passkey', slotId: way };
  if (text.trim() === '') return undefined;
  return way === 'master' ? { kind: 'master', master: text } : { kind: 'recovery', key: text };
}

type ProofFieldsProps = {
  readonly ways: Pick<VaultWays, 'recoveryKey' | 'passkeys'>;
  readonly value: ProofForm;
  readonly error: string | undefined;
  readonly autoFocus?: boolean;
  readonly onChange: (value: ProofForm) => void;
};

/** Asks for what opens the vault's key: an open screen alone changes no way in. */
export function ProofFields({ ways, value, error, autoFocus = true, onChange }: ProofFieldsProps) {
  const options = [
    { value: 'master', name: 'the master password' },
    ...(ways.recoveryKey ? [{ value: 'recovery', name: 'the recovery key' }] : []),
    ...ways.passkeys.map(({ slotId, label }) => ({ value: slotId, name: `the passkey “${label}”` })),
  ];
  return (
    <>
      {options.length === 1 ? null : (
        <SelectField label="Confirm with" value={value.way} options={options} onValue={(value) => onChange({ way: value, text: '' })} />
      )}
      {value.way === 'master' || value.way === 'recovery' ? (
        <SecretField
          label={value.way === 'master' ? 'Current master password' : 'Recovery key'}
          value={value.text}
          error={error}
          autoFocus={autoFocus && value.way === 'master'}
          onValue={(text) => onChange({ ...value, text })}
        />
      ) : (
        <p className={error === undefined ? 'text-muted' : 'text-carmine'}>{error ?? 'Your browser will ask for it next.'}</p>
      )}
    </>
  );
}
