import { useState } from 'react';
import type { EntrySecrets, EntryVersion } from '../../../../domains/vault/contract/vault-entry.ts';
import { QuietButton } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';

type HistoryDialogProps = {
  readonly secrets: EntrySecrets | null;
  readonly onRestore: (version: EntryVersion) => Promise<void>;
  readonly onClose: () => void;
};

/** The entry's earlier versions, newest first; restoring one makes it the newest, and loses nothing. */
export default function HistoryDialog({ secrets, onRestore, onClose }: HistoryDialogProps) {
  return (
    <Dialog
      open={secrets !== null}
      title="History"
      description="The last 20 versions. Restoring one keeps the current one in the history."
      onClose={onClose}
    >
      <ol className="divide-y divide-hairline border-y border-hairline">
        {secrets?.history.map((version) => (
          <VersionRow key={version.replacedAt} version={version} onRestore={onRestore} />
        ))}
      </ol>
    </Dialog>
  );
}

function VersionRow({
  version,
  onRestore,
}: {
  readonly version: EntryVersion;
  readonly onRestore: (version: EntryVersion) => Promise<void>;
}) {
  const [shown, setShown] = useState(false);
  const { details, secrets, replacedAt } = version;
  const time = new Date(replacedAt).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <li className="py-3">
      <p className="font-mono text-sm text-muted">{`until ${time}`}</p>
      <p className="wrap-anywhere">{details.username === '' ? details.title : `${details.title} · ${details.username}`}</p>
      <p className="font-mono wrap-anywhere" translate="no">
        {shown ? secrets.password : '••••••••••••'}
      </p>
      <div className="-ml-2 flex gap-x-4">
        <QuietButton aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? 'Hide' : 'Show'}
        </QuietButton>
        <QuietButton onWork={() => onRestore(version)}>Restore</QuietButton>
      </div>
    </li>
  );
}
