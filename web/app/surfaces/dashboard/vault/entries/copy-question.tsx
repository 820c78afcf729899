import { useSyncExternalStore } from 'react';
import { storedCopyChoice } from '../../../../domains/vault/away/copy-choice.ts';
import { QuietButton } from '../../../../ui/button.tsx';
import type { OpenState } from '../vault-context.ts';
import { Notice } from '../vault-notice.tsx';

/** The question whether the vault may open here without the server: once on each device, after an unlock with all keys. */
export function CopyQuestion({ state: { tier, kind, offline } }: { readonly state: OpenState }) {
  const isAnswered = useSyncExternalStore(storedCopyChoice.subscribe, hasAnswer, () => true);
  if (isAnswered || tier !== 'secrets' || kind !== 'present' || offline) return null;
  return (
    <Notice>
      <p className="max-w-prose py-1.5">
        Open the vault on this device without the server? An encrypted copy then stays here for seven days after each contact: anyone who
        takes this disk can try master passwords on it. The master password opens it from your next unlock with it on.
      </p>
      <span className="flex gap-x-6">
        <QuietButton onClick={() => storedCopyChoice.write(true)}>Allow on this device</QuietButton>
        <QuietButton onClick={() => storedCopyChoice.write(false)}>No</QuietButton>
      </span>
    </Notice>
  );
}

function hasAnswer(): boolean {
  return storedCopyChoice.read() !== undefined;
}
