import { useEffect, useState } from 'react';
import type { ProofForm } from '../../../../domains/vault/access/proof-fields.tsx';
import type { WayIn } from '../../../../domains/vault/contract/vault-security.ts';
import { whileWanted } from '../../../../lib/while-wanted.ts';
import { CheckField } from '../../../../ui/fields/check-field.tsx';
import { useVault } from '../vault-context.ts';

type KeepPasskeyFieldsProps = {
  readonly proof: ProofForm;
  /** The slots of those that are kept. */
  readonly value: readonly string[];
  readonly onChange: (slotIds: readonly string[]) => void;
};

/** Which passkeys go on opening the vault after its key was rotated: none by itself. What the vault did not add is not offered. */
export function KeepPasskeyFields({ proof, value, onChange }: KeepPasskeyFieldsProps) {
  const passkeys = useListedPasskeys();
  if (passkeys.length === 0) return null;
  return (
    <fieldset className="border-t border-hairline pt-4">
      <legend className="sr-only">Passkeys that still unlock the vault</legend>
      <p className="text-muted">A passkey that you keep gets the new key. Keep none that someone else may have.</p>
      <div className="mt-2 space-y-2">
        {passkeys.map(({ slotId, label }) => (
          <CheckField
            key={slotId}
            className="wrap-anywhere"
            label={`Keep “${label}”`}
            hint={proof.way === slotId ? 'It is asked for twice: as the proof, and for the fresh key.' : 'It is asked for once.'}
            checked={value.includes(slotId)}
            onChecked={(isOn) => onChange(isOn ? [...value, slotId] : value.filter((kept) => kept !== slotId))}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** The passkeys that open the vault now, and are what its manifest lists. */
function useListedPasskeys(): readonly WayIn[] {
  const { waysIn } = useVault().actions.security;
  const [passkeys, setPasskeys] = useState<readonly WayIn[]>([]);
  useEffect(() => {
    return whileWanted(waysIn(), (asked) => {
      if (asked.ok) setPasskeys(asked.value.filter(({ kind, listed }) => kind === 'passkey' && listed));
    });
  }, [waysIn]);
  return passkeys;
}
