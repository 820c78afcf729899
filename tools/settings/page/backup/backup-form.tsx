import { type FormEvent, useState, useSyncExternalStore } from 'react';
import type { BackupRequest } from '../../../../web/app/domains/backup/make-backup-file.ts';
import { CopyButton } from '../../../../web/app/domains/session/copy-button.tsx';
import { browserVault } from '../../../../web/app/domains/vault/browser-vault.client.ts';
import { secretAutoComplete } from '../../../../web/app/domains/vault/entries/secret-auto-complete.ts';
import { defaultPassphraseOptions, generateSecret } from '../../../../web/app/domains/vault/entries/secret-generator.ts';
import { Button, QuietButton } from '../../../../web/app/ui/button.tsx';
import { SelectField } from '../../../../web/app/ui/fields/select-field.tsx';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';
import type { BackupRefused } from './backup-texts.ts';

type BackupFormProps = {
  /** The work is under way: what was typed is kept for when it fails. */
  readonly isHidden: boolean;
  readonly refused: BackupRefused | undefined;
  readonly onBegin: (wish: BackupRequest) => void;
};

type Way = 'keys' | 'passphrase';

const ways: readonly { readonly id: Way; readonly name: string; readonly hint: string }[] = [
  {
    id: 'keys',
    name: 'With the vault’s unlock methods',
    hint: 'The master password, the recovery key or a passkey that the vault has now. There is nothing more to keep.',
  },
  {
    id: 'passphrase',
    name: 'With a separate passphrase',
    hint: 'Write it down and keep it apart from the file. The standard program age opens the file, too.',
  },
];

/** Six words that are twelve bits each and a half: about 77 bits. */
async function newPassphrase(): Promise<string> {
  const made = await generateSecret({ style: 'passphrase', ...defaultPassphraseOptions });
  return made.ok ? made.value.text : '';
}

let known: readonly { readonly slotId: string; readonly label: string }[] = [];
const passkeysNow = () => {
  const state = browserVault().read();
  const now = state.stage === 'open' ? state.ways.passkeys : known;
  if (now.length !== known.length || now.some(({ slotId }, at) => known[at]?.slotId !== slotId)) known = now;
  return known;
};

/** Asks how the file shall be opened, and for the master or a passkey once more. */
export function BackupForm({ isHidden, refused, onBegin }: BackupFormProps) {
  const passkeys = useSyncExternalStore(browserVault().subscribe, passkeysNow);
  const [way, setWay] = useState<Way>('keys');
  const [passphrase, setPassphrase] = useState('');
  const [prover, setProver] = useState('master');
  const [master, setMaster] = useState('');
  const [lacking, setLacking] = useState<BackupRefused>();
  const shown = lacking ?? refused;
  const textAt = (field: BackupRefused['field']) => (shown?.field === field ? shown.text : undefined);
  const choose = (next: Way) => {
    setWay(next);
    setLacking(undefined);
    if (next === 'passphrase' && passphrase === '') void newPassphrase().then(setPassphrase);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (way === 'passphrase' && passphrase.trim() === '')
      return setLacking({ field: 'passphrase', text: 'Type or generate a passphrase.' });
    if (prover === 'master' && master === '') return setLacking({ field: 'proof', text: 'Enter the master password.' });
    setLacking(undefined);
    onBegin({
      passphrase: way === 'passphrase' ? passphrase : undefined,
      proof: prover === 'master' ? { kind: 'master', master } : { kind: 'passkey', slotId: prover },
    });
    setMaster('');
  };
  return (
    <form className="max-w-md space-y-4" noValidate hidden={isHidden} onSubmit={submit}>
      <fieldset className="space-y-1">
        <legend className="text-sm font-medium">How the file is opened</legend>
        {ways.map(({ id, name, hint }) => (
          <label key={id} className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
            <input
              type="radio"
              name="backup-way"
              className="mt-0.5 size-5 shrink-0 accent-(--copper)"
              checked={way === id}
              onChange={() => choose(id)}
            />
            <span>
              {name}
              <span className="block text-sm text-muted">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {way === 'passphrase' ? (
        <div>
          <TextField
            label="Passphrase of the file"
            hint="Made here at random. You can type another: a weak one is refused."
            className="[&_input]:font-mono"
            value={passphrase}
            error={textAt('passphrase')}
            autoComplete={secretAutoComplete}
            autoCapitalize="none"
            spellCheck={false}
            onValue={setPassphrase}
          />
          <div className="mt-2 flex flex-wrap gap-3">
            <QuietButton onClick={() => void newPassphrase().then(setPassphrase)}>Generate another</QuietButton>
            <CopyButton text={passphrase} copy={browserVault().actions.copySecret}>
              Copy the passphrase
            </CopyButton>
          </div>
        </div>
      ) : null}
      {passkeys.length === 0 ? null : (
        <SelectField
          label="Confirm with"
          value={prover}
          options={[
            { value: 'master', name: 'the master password' },
            ...passkeys.map(({ slotId, label }) => ({ value: slotId, name: `the passkey “${label}”` })),
          ]}
          onValue={setProver}
        />
      )}
      {prover === 'master' ? (
        <TextField
          label="Current master password"
          type="password"
          autoComplete={secretAutoComplete}
          value={master}
          error={textAt('proof')}
          onValue={setMaster}
        />
      ) : (
        <p className={textAt('proof') === undefined ? 'text-muted' : 'text-carmine'}>
          {textAt('proof') ?? 'Your browser will ask for it next.'}
        </p>
      )}
      <Button type="submit">Make the backup</Button>
    </form>
  );
}
