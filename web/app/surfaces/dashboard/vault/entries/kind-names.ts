import { CardsIcon } from '@phosphor-icons/react/dist/ssr/Cards';
import { CodeIcon } from '@phosphor-icons/react/dist/ssr/Code';
import { CreditCardIcon } from '@phosphor-icons/react/dist/ssr/CreditCard';
import { KeyIcon } from '@phosphor-icons/react/dist/ssr/Key';
import { NoteIcon } from '@phosphor-icons/react/dist/ssr/Note';
import { UserIcon } from '@phosphor-icons/react/dist/ssr/User';
import type { EntryKind } from '../../../../domains/vault/contract/vault-entry.ts';
import type { IconDrawing } from '../../../../ui/icon.tsx';

type KindFace = {
  readonly name: string;
  readonly icon: IconDrawing;
  /** What the entry's one main secret is called. */
  readonly secretName: string;
};

/** How each kind of entry is shown. */
export const kindFaces: Readonly<Record<EntryKind, KindFace>> = {
  login: { name: 'Login', icon: UserIcon, secretName: 'Password' },
  note: { name: 'Note', icon: NoteIcon, secretName: 'Password' },
  'api-token': { name: 'API token', icon: CodeIcon, secretName: 'Token' },
  key: { name: 'SSH or GPG key', icon: KeyIcon, secretName: 'Passphrase' },
  card: { name: 'Card', icon: CreditCardIcon, secretName: 'Number' },
  'recovery-codes': { name: 'Recovery codes', icon: CardsIcon, secretName: 'Codes' },
};
