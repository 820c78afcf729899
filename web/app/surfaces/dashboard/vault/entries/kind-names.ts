import { CertificateIcon } from '@castellan/icons/apps/certificate';
import { KeyIcon } from '@castellan/icons/security/key';
import { CodeIcon } from '@castellan/icons/signs/code';
import { CardsIcon } from '@castellan/icons/things/cards';
import { CreditCardIcon } from '@castellan/icons/things/credit-card';
import { NoteIcon } from '@castellan/icons/things/note';
import { UserIcon } from '@castellan/icons/things/user';
import type { RecordType } from '../../../../domains/vault/contract/vault-entry.ts';
import type { IconDrawing } from '../../../../ui/icon.tsx';

type KindFace = {
  readonly name: string;
  readonly icon: IconDrawing;
  /** What the entry's one main secret is called. */
  readonly secretName: string;
};

/** How each kind of entry is shown. */
export const kindFaces: Readonly<Record<RecordType, KindFace>> = {
  login: { name: 'Login', icon: UserIcon, secretName: 'Password' },
  note: { name: 'Note', icon: NoteIcon, secretName: 'Password' },
  identity: { name: 'Identity', icon: CertificateIcon, secretName: 'Password' },
  'api-token': { name: 'API token', icon: CodeIcon, secretName: 'Token' },
  key: { name: 'Key', icon: KeyIcon, secretName: 'Private key or secret' },
  card: { name: 'Card', icon: CreditCardIcon, secretName: 'Number' },
  'recovery-codes': { name: 'Recovery codes', icon: CardsIcon, secretName: 'Codes' },
};
