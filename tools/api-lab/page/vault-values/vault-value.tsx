import { LockKeyIcon } from '@castellan/icons/security/lock-key';
import { XIcon } from '@castellan/icons/signs/x';
import { use, useState } from 'react';
import { Icon } from '../../../../web/app/ui/icon.tsx';
import type { VaultRef } from '../model.ts';
import { AllowedOrigins } from './allowed-origins.tsx';
import { nameOfRef, useVaultEntries } from './use-vault-entries.ts';
import { VaultContext } from './vault-context.ts';
import { VaultPicker } from './vault-picker.tsx';
import type { VaultSource } from './vault-values.ts';

type VaultValueProps = {
  /** What gets the value, as the labels of the page say it. */
  readonly label: string;
  readonly chosen: VaultRef | undefined;
  readonly onChoose: (ref: VaultRef | undefined) => void;
};

/** The button that lets an entry of the vault be the value, or what was chosen in the place of a field. */
export default function VaultValue({ label, chosen, onChoose }: VaultValueProps) {
  const source = use(VaultContext);
  const [isPicking, setPicking] = useState(false);
  if (chosen === undefined && source === undefined) return null;
  return (
    <>
      {chosen === undefined ? (
        <button
          type="button"
          aria-label={`From the vault, ${label}`}
          className="target inline-flex items-center gap-2 text-sm text-muted hover:text-ink"
          onClick={() => setPicking(true)}
        >
          <Icon drawing={LockKeyIcon} />
          From the vault
        </button>
      ) : (
        <div className="flex min-h-12 items-center gap-2 rounded-control border border-edge bg-plate pl-3.5">
          <Icon drawing={LockKeyIcon} className="shrink-0 text-copper" />
          <button type="button" className="target min-w-0 flex-1 text-left text-sm wrap-anywhere" onClick={() => setPicking(true)}>
            <span className="sr-only">{`${label}, from the vault: `}</span>
            <ChosenName source={source} chosen={chosen} />
          </button>
          <button
            type="button"
            aria-label={`${label}: take no value from the vault`}
            className="target grid place-items-center text-muted hover:text-ink"
            onClick={() => onChoose(undefined)}
          >
            <Icon drawing={XIcon} />
          </button>
        </div>
      )}
      {source === undefined || chosen === undefined ? null : (
        <AllowedOrigins key={chosen.entryId} source={source} entryId={chosen.entryId} label={label} />
      )}
      {source === undefined ? null : (
        <VaultPicker
          open={isPicking}
          source={source}
          chosen={chosen}
          onClose={() => setPicking(false)}
          onChoose={(ref) => {
            onChoose(ref);
            setPicking(false);
          }}
        />
      )}
    </>
  );
}

function ChosenName({ source, chosen }: { readonly source: VaultSource | undefined; readonly chosen: VaultRef }) {
  const entries = useVaultEntries(source);
  return nameOfRef(entries, chosen);
}
