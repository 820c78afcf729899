import { Link } from 'react-router';
import { QuietButton } from '../../../ui/button.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import type { KeptDraft, WaitingEntry } from '../../vault/contract/vault-state.ts';

export type EntryRowsProps = {
  readonly pending: readonly WaitingEntry[];
  readonly drafts: readonly KeptDraft[];
  /** Goes on with what a lock left half-typed; absent away from the vault's own page, which does. */
  readonly onContinue?: (draftId: string) => void;
  readonly onDropDraft: (draftId: string) => void;
};

const moments = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });

/** Entries of the vault that wait: saved without the master, which are added by themselves, and half-typed when it locked. */
export function EntryRows({ pending, drafts, onContinue, onDropDraft }: EntryRowsProps) {
  return (
    <>
      {pending.map(({ id, title, keptAtMs }) => (
        <li key={id} className="border-t border-hairline py-4 first:border-t-0 first:pt-0 last:pb-0">
          <p className="text-sm text-muted">{`Captured while locked, this device, ${moments.format(keptAtMs)}`}</p>
          <p className="mt-2">
            <StatusMark kind="info">{`“${title}” is added automatically once the vault is open.`}</StatusMark>
          </p>
        </li>
      ))}
      {drafts.map((draft) => (
        <li key={draft.id} className="border-t border-hairline py-4 first:border-t-0 first:pt-0 last:pb-0">
          <p className="text-sm text-muted">{`Captured by a lock, this device, ${moments.format(draft.keptAtMs)}`}</p>
          <p className="mt-2">
            <StatusMark kind="info">{draftText(draft)}</StatusMark>
          </p>
          <div className="mt-2 -ml-2 flex flex-wrap gap-x-1">
            {onContinue === undefined ? (
              <Link
                to="/dashboard#vault"
                className="target inline-flex items-center rounded-control px-2 text-ink underline decoration-copper"
              >
                Continue in the vault
              </Link>
            ) : (
              <QuietButton onClick={() => onContinue(draft.id)}>Continue</QuietButton>
            )}
            <QuietButton onClick={() => onDropDraft(draft.id)}>Discard</QuietButton>
          </div>
        </li>
      ))}
    </>
  );
}

function draftText({ entryId, title }: KeptDraft): string {
  const name = title.trim() === '' ? '' : ` “${title}”`;
  return entryId === null
    ? `A new entry${name} was not finished when the vault locked.`
    : `A change of${name} was not saved when the vault locked.`;
}
