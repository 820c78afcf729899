import { type FormEvent, useState } from 'react';
import type { BackupSecret, BackupWayIn } from '../../../../web/app/domains/vault/contract/vault-backup.ts';
import { secretAutoComplete } from '../../../../web/app/domains/vault/entries/secret-auto-complete.ts';
import { GhostButton } from '../../../../web/app/ui/button.tsx';
import { SelectField } from '../../../../web/app/ui/fields/select-field.tsx';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';

type Way = 'master' | 'recovery' | 'passphrase';

/** What is typed by each way, in words. */
const ways: Readonly<Record<Way, { readonly name: string; readonly hint: string }>> = {
  master: { name: 'Master password', hint: 'The one that the vault had when the backup was made.' },
  recovery: { name: 'Recovery key', hint: 'The one that the vault had when the backup was made.' },
  passphrase: { name: 'Passphrase', hint: 'The one that was chosen for this file.' },
};

/** How a chosen file is opened. */
export type FileOpener = { readonly kind: 'keys'; readonly passkeys: readonly BackupWayIn[] } | { readonly kind: 'passphrase' };

type OpenBackupFormProps = {
  readonly openedBy: FileOpener;
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly onOpen: (secret: BackupSecret) => void;
  readonly onPasskey: (passkey: BackupWayIn) => void;
};

/** Asks for what opens a backup. */
export function OpenBackupForm({ openedBy, busy, error, onOpen, onPasskey }: OpenBackupFormProps) {
  const [chosen, setChosen] = useState('master');
  const [text, setText] = useState('');
  const passkeys = openedBy.kind === 'keys' ? openedBy.passkeys : [];
  const passkey = passkeys.find(({ credentialId }) => credentialId === chosen);
  const way: Way = openedBy.kind === 'passphrase' ? 'passphrase' : chosen === 'recovery' ? 'recovery' : 'master';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (passkey !== undefined) return onPasskey(passkey);
    if (text === '') return;
    onOpen(secretOf(way, text));
    setText('');
  };
  return (
    <form noValidate onSubmit={submit} className="mt-4 grid max-w-96 gap-4">
      {openedBy.kind === 'keys' ? (
        <SelectField
          label="Open it with"
          value={chosen}
          options={[
            { value: 'master', name: ways.master.name },
            { value: 'recovery', name: ways.recovery.name },
            ...passkeys.map(({ credentialId, label }) => ({ value: credentialId, name: `The passkey “${label}”` })),
          ]}
          onValue={setChosen}
        />
      ) : null}
      {passkey === undefined ? (
        <TextField
          label={openedBy.kind === 'keys' ? `${ways[way].name} of the backup` : ways[way].name}
          type="password"
          autoComplete={secretAutoComplete}
          hint={ways[way].hint}
          value={text}
          error={error}
          onValue={setText}
        />
      ) : (
        <div>
          <p className="text-sm text-muted">Your browser will ask for it next. A passkey works only at the address that it was made for.</p>
          <p role="alert" className="mt-2 empty:hidden">
            {error === undefined ? null : <StatusMark kind="failure">{error}</StatusMark>}
          </p>
        </div>
      )}
      <GhostButton type="submit" busy={busy} className="justify-self-start">
        Open and rehearse
      </GhostButton>
    </form>
  );
}

function secretOf(way: Way, text: string): BackupSecret {
  switch (way) {
    case 'master':
      return { kind: 'master', master: text };
    case 'recovery':
      return { kind: 'recovery', key: text };
    case 'passphrase':
      return { kind: 'passphrase', passphrase: text };
  }
}
