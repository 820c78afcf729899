import { type FormEvent, useState } from 'react';
import type { BackupSecret } from '../../../../web/app/domains/vault/contract/vault-backup.ts';
import { secretAutoComplete } from '../../../../web/app/domains/vault/entries/secret-auto-complete.ts';
import { GhostButton } from '../../../../web/app/ui/button.tsx';
import { SelectField } from '../../../../web/app/ui/fields/select-field.tsx';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';

type Way = 'master' | 'recovery' | 'passphrase';

/** What is typed by each way, in words. */
const ways: Readonly<Record<Way, { readonly name: string; readonly hint: string }>> = {
  master: { name: 'Master password', hint: 'The one that the vault had when the backup was made.' },
  recovery: { name: 'Recovery key', hint: 'The one that the vault had when the backup was made.' },
  passphrase: { name: 'Passphrase', hint: 'The one that was chosen for this file.' },
};

/** How a chosen file is opened; `undefined` while that is not known. */
export type FileOpener = 'keys' | 'passphrase' | undefined;

type OpenBackupFormProps = {
  readonly openedBy: 'keys' | 'passphrase';
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly onOpen: (secret: BackupSecret) => void;
};

/** Asks for what opens a backup. */
export function OpenBackupForm({ openedBy, busy, error, onOpen }: OpenBackupFormProps) {
  const [chosen, setChosen] = useState<'master' | 'recovery'>('master');
  const [text, setText] = useState('');
  const way: Way = openedBy === 'passphrase' ? 'passphrase' : chosen;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || text === '') return;
    onOpen(secretOf(way, text));
    setText('');
  };
  return (
    <form noValidate onSubmit={submit} className="mt-4 grid max-w-96 gap-4">
      {openedBy === 'keys' ? (
        <SelectField
          label="Open it with"
          value={chosen}
          options={[
            { value: 'master', name: ways.master.name },
            { value: 'recovery', name: ways.recovery.name },
          ]}
          onValue={(value) => setChosen(value === 'recovery' ? 'recovery' : 'master')}
        />
      ) : null}
      <TextField
        label={openedBy === 'keys' ? `${ways[way].name} of the backup` : ways[way].name}
        type="password"
        autoComplete={secretAutoComplete}
        hint={ways[way].hint}
        value={text}
        error={error}
        onValue={setText}
      />
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
