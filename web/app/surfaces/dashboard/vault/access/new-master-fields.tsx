import { minNewCost } from '../../../../domains/vault/access/master-cost.ts';
import { SecretField } from '../../../../domains/vault/access/secret-field.tsx';
import { StrengthLine } from './strength-line.tsx';

/** A new master as it was typed twice. */
export type NewMaster = { readonly master: string; readonly again: string };

export const noNewMaster: NewMaster = { master: '', again: '' };

/** Characters a new master has at least (spec §9). */
const minCharacters = 8;

/** What is wrong with a new master, in the specification's words, or `undefined`. */
export function newMasterError({ master, again }: NewMaster): string | undefined {
  if (Array.from(master).length < minCharacters) return 'Use at least 8 characters.';
  if (master !== again) return 'Passwords do not match.';
  return undefined;
}

/** The two fields of a new master. */
export function NewMasterFields({
  value,
  onChange,
  error,
  autoFocus = false,
}: {
  readonly value: NewMaster;
  readonly onChange: (value: NewMaster) => void;
  readonly error: string | undefined;
  readonly autoFocus?: boolean;
}) {
  const tooShort = error === 'Use at least 8 characters.';
  return (
    <>
      <SecretField
        label="New master password"
        value={value.master}
        autoFocus={autoFocus}
        error={tooShort ? error : undefined}
        hint="At least 8 characters. Six unrelated words are better than a short password."
        onValue={(text) => onChange({ ...value, master: text })}
      />
      <StrengthLine password={value.master} cost={minNewCost} />
      <SecretField
        label="Confirm master password"
        value={value.again}
        error={tooShort ? undefined : error}
        onValue={(text) => onChange({ ...value, again: text })}
      />
    </>
  );
}
