import { LockKeyIcon } from '@castellan/icons/security/lock-key';
import { InfoIcon } from '@castellan/icons/signs/info';
import { Icon } from '../../../ui/icon.tsx';
import type { DeclaredCollection } from '../declared-collection.ts';
import { sayWhatIsSealed } from './sealing-words.ts';

/** Says in the frame of an app which of its records are sealed, and which the server can read. */
export function WhatIsSealed({ of }: { readonly of: readonly DeclaredCollection[] }) {
  return <SealedLines {...sayWhatIsSealed(of)} />;
}

/** A sentence on what is sealed, and one on what the server can read. */
export function SealedLines({ sealed, clear }: ReturnType<typeof sayWhatIsSealed>) {
  return (
    <ul aria-label="What is sealed" className="mt-3 grid gap-1 text-sm text-muted">
      {sealed === undefined ? null : (
        <li className="flex items-start gap-2">
          <Icon drawing={LockKeyIcon} className="mt-0.5 text-verdigris" />
          {sealed}
        </li>
      )}
      {clear === undefined ? null : (
        <li className="flex items-start gap-2">
          <Icon drawing={InfoIcon} className="mt-0.5 text-ultramarine" />
          {clear}
        </li>
      )}
    </ul>
  );
}
