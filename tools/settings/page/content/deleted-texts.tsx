import { useState } from 'react';
import { Button } from '../../../../web/app/ui/button.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { SavedTime } from './edit-foot.tsx';
import { NotLoaded } from './json-workplace.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { useContentEdit } from './use-content-edit.ts';

type DeletedTextsProps = { readonly names: readonly string[]; readonly isWritable: boolean; readonly onBack: (name: string) => void };

/** Texts that were deleted, folded until they are looked for. */
export function DeletedTexts({ names, isWritable, onBack }: DeletedTextsProps) {
  const [open, setOpen] = useState(false);
  if (names.length === 0) return null;
  return (
    <details className="settings-fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{`Deleted, and kept: ${names.length}`}</summary>
      {open ? (
        <ul>
          {names.map((name) => (
            <li key={name}>
              <DeletedText name={name} isWritable={isWritable} onBack={() => onBack(name)} />
            </li>
          ))}
        </ul>
      ) : null}
    </details>
  );
}

type DeletedTextProps = { readonly name: string; readonly isWritable: boolean; readonly onBack: () => void };

function DeletedText({ name, isWritable, onBack }: DeletedTextProps) {
  const edit = useContentEdit(name);
  if (edit.file === undefined) return <NotLoaded edits={[edit]} />;
  const [last] = edit.file.versions;
  const { notice } = edit;
  return (
    <>
      <div className="content-version">
        <span className="min-w-0">
          <span className="font-mono text-sm wrap-anywhere">{name}</span>
          {last === undefined ? null : (
            <span className="passport-note">
              Deleted <SavedTime savedAt={last.savedAt} />
            </span>
          )}
        </span>
        {last === undefined || !isWritable ? null : (
          <Button tone="quiet" onWork={() => edit.restore(last.id, onBack)} aria-label={`Bring back ${name}`} className="content-restore">
            Bring back
          </Button>
        )}
      </div>
      <p role="status">
        {notice === undefined || notice.kind === 'saved' ? null : (
          <StatusMark kind="failure">
            {notice.kind === 'failed'
              ? notice.text
              : notice.kind === 'invalid'
                ? `Not brought back: it ${notice.faults[0]?.problem ?? 'has faults'}.`
                : notice.kind === 'conflict'
                  ? 'Not brought back: there is a new file of that name.'
                  : `Not brought back: the server may not write there (${notice.reason}).`}
          </StatusMark>
        )}
      </p>
      <ProofDialog waiting={edit.waiting} onClose={edit.giveUpProof} />
    </>
  );
}
