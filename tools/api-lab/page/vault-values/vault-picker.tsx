import { useState } from 'react';
import { Button, GhostButton, QuietButton } from '../../../../web/app/ui/button.tsx';
import { Dialog } from '../../../../web/app/ui/dialog.tsx';
import { SelectField } from '../../../../web/app/ui/fields/select-field.tsx';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import type { VaultRef } from '../model.ts';
import { useVaultEntries } from './use-vault-entries.ts';
import type { VaultEntry, VaultSource } from './vault-values.ts';

type VaultPickerProps = {
  readonly open: boolean;
  readonly source: VaultSource;
  readonly chosen: VaultRef | undefined;
  readonly onChoose: (ref: VaultRef) => void;
  readonly onClose: () => void;
};

/** More are found by typing. */
const maxListed = 50;

/** Chooses an entry of the vault and the part of it that is sent. */
export function VaultPicker({ open, onClose, ...rest }: VaultPickerProps) {
  return (
    <Dialog
      open={open}
      title="Value from the vault"
      description="Only a reference is kept. The value is read when a request is sent, and sent by the server alone: it handles the value in transit and neither stores nor logs it. You are asked about each new place that it would go to. Each reading is in the activity log."
      onClose={onClose}
    >
      <Choice {...rest} onClose={onClose} />
    </Dialog>
  );
}

function Choice({ source, chosen, onChoose, onClose }: Omit<VaultPickerProps, 'open'>) {
  const entries = useVaultEntries(source);
  const [query, setQuery] = useState('');
  const [entryId, setEntryId] = useState(chosen?.entryId);
  const [part, setPart] = useState(chosen === undefined ? 'password' : chosen.part === 'field' ? `field:${chosen.name}` : chosen.part);
  const [fields, setFields] = useState<readonly string[] | 'unreadable'>(chosen?.part === 'field' ? [chosen.name] : []);
  const found = entries.filter((entry) => matches(entry, query));
  const listed = found.slice(0, maxListed);
  const entry = entries.find(({ id }) => id === entryId);
  const choose = (id: string) => {
    setEntryId(id);
    setFields([]);
    setPart('password');
  };
  const take = () => {
    if (entry === undefined) return;
    const given: VaultRef = part.startsWith('field:')
      ? { entryId: entry.id, part: 'field', name: part.slice('field:'.length) }
      : { entryId: entry.id, part: part === 'username' ? 'username' : 'password' };
    onChoose(given);
  };
  return (
    <div className="grid gap-5">
      <TextField label="Search the entries" value={query} autoComplete="off" autoFocus onValue={setQuery} />
      <fieldset className="min-w-0">
        <legend className="sr-only">Entry</legend>
        <div className="max-h-56 overflow-y-auto border-y border-hairline">
          {listed.map(({ id, title, username }) => (
            <label key={id} className="target flex items-center gap-3 border-b border-hairline px-1 last:border-b-0">
              <input
                type="radio"
                name="vault-entry"
                className="size-5 shrink-0 accent-(--copper)"
                checked={id === entryId}
                onChange={() => choose(id)}
              />
              <span className="min-w-0 flex-1 wrap-anywhere">{title}</span>
              <span className="max-w-[45%] truncate text-sm text-muted">{username}</span>
            </label>
          ))}
          {listed.length === 0 ? (
            <p className="py-4 text-muted">{entries.length === 0 ? 'The vault is empty.' : 'No entries match.'}</p>
          ) : null}
        </div>
        {found.length > maxListed ? (
          <p className="mt-2 text-sm text-muted">{`${maxListed} of ${found.length} are listed. Type to find the others.`}</p>
        ) : null}
      </fieldset>
      {entry === undefined ? null : (
        <div className="grid justify-items-start gap-2">
          <SelectField
            label="Part"
            className="w-full"
            value={part}
            options={[
              { value: 'password', name: 'Password' },
              ...(entry.username === '' ? [] : [{ value: 'username', name: 'User name' }]),
              ...(fields === 'unreadable' ? [] : fields.map((name) => ({ value: `field:${name}`, name }))),
            ]}
            onValue={setPart}
          />
          <FieldNames key={entry.id} source={source} entryId={entry.id} onRead={setFields} />
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <GhostButton onClick={onClose}>Cancel</GhostButton>
        <Button aria-disabled={entry === undefined} onClick={take}>
          Use this value
        </Button>
      </div>
    </div>
  );
}

type FieldNamesProps = {
  readonly source: VaultSource;
  readonly entryId: string;
  readonly onRead: (names: readonly string[] | 'unreadable') => void;
};

/** The names of an entry's own fields are sealed as its password is: they are read when they are asked for. */
function FieldNames({ source, entryId, onRead }: FieldNamesProps) {
  const [state, setState] = useState<'unread' | 'reading' | 'none' | 'some' | 'unreadable'>('unread');
  const read = async () => {
    setState('reading');
    const names = await source.fieldNames(entryId);
    onRead(names ?? 'unreadable');
    setState(names === undefined ? 'unreadable' : names.length === 0 ? 'none' : 'some');
  };
  return (
    <div role="status">
      {state === 'unread' || state === 'reading' ? (
        <QuietButton className="-ml-2" busy={state === 'reading'} onClick={() => void read()}>
          Show its own fields too
        </QuietButton>
      ) : null}
      {state === 'none' ? <p className="text-sm text-muted">It has no custom fields with a unique name.</p> : null}
      {state === 'some' ? <p className="text-sm text-muted">Its own fields are among the parts.</p> : null}
      {state === 'unreadable' ? <StatusMark kind="warning">The entry cannot be read.</StatusMark> : null}
    </div>
  );
}

function matches({ title, username }: VaultEntry, query: string): boolean {
  const text = `${title} ${username}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
