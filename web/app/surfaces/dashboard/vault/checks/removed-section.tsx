import { useEffect, useState } from 'react';
import { commonFailureText } from '../../../../domains/vault/access/failure-text.ts';
import type { HeldItem } from '../../../../domains/vault/contract/held-item.ts';
import type { RemovedDay, RemovedEntry } from '../../../../domains/vault/contract/vault-removed.ts';
import { whileWanted } from '../../../../lib/while-wanted.ts';
import { AlertDialog } from '../../../../ui/alert-dialog.tsx';
import { QuietButton } from '../../../../ui/button.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { useToast } from '../../../../ui/toast/toast-region.tsx';
import { heldCount, heldNames } from '../access/held-text.ts';
import { type OpenState, useVault } from '../vault-context.ts';
import { momentText } from './moment-text.ts';
import { RemovedRecords } from './removed-records.tsx';

/** Entries, and records of other apps, that were removed or overwritten within 30 days, and the ways to bring them back or to erase them. */
export function RemovedSection({ state }: { readonly state: OpenState }) {
  const { removed } = useVault().actions;
  const toast = useToast();
  const { read, failed, readMore, readAgain } = useRemoved(state.verification.epoch);
  const [erasing, setErasing] = useState(false);
  const [held, setHeld] = useState<readonly HeldItem[]>([]);
  const bringBack = async ({ id }: RemovedEntry) => {
    const brought = await removed.bringBack(id);
    if (brought.ok) return toast({ title: 'Entry Added', description: 'It is back in the list.' });
    toast({ title: 'Failed to save password entry', description: commonFailureText(brought.failure), tone: 'alert' });
  };
  const erase = async () => {
    const erased = await removed.eraseAll(held);
    setErasing(false);
    setHeld([]);
    if (!erased.ok && erased.failure.code === 'not_read_back') return setHeld(erased.failure.held);
    if (!erased.ok) return toast({ title: 'Error', description: commonFailureText(erased.failure), tone: 'alert' });
    toast({ title: 'Erased', description: 'Removed and overwritten data is gone.' });
    readAgain();
  };
  if (failed !== undefined) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-x-4">
        <p className="text-carmine">{failed}</p>
        <QuietButton onClick={readAgain}>Try again</QuietButton>
      </div>
    );
  }
  if (read === undefined) return <Spinner label="Loading removed items" />;
  const { entries, days, next } = read;
  const shown = entries.filter(
    (entry) => entry.how === 'removed' || state.items.some(({ id, finding }) => id === entry.entryId && finding !== null),
  );
  return (
    <>
      <p className="record-note max-w-prose text-sm">
        Removed and overwritten data is kept, encrypted, for 30 days. Earlier versions of an existing entry are in its history.
      </p>
      {shown.length === 0 ? (
        <p className="text-muted">Nothing was removed in the last 30 days.</p>
      ) : (
        <ul className="divide-y divide-hairline border-y border-hairline">
          {shown.map((entry) => (
            <li key={entry.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
              <span className="min-w-0 flex-1 basis-48">
                <span className="block wrap-anywhere">{entry.title ?? 'It cannot be opened with this vault’s key.'}</span>
                <span className="block text-sm text-muted">{`${entry.how} ${momentText(entry.removedAt)}`}</span>
              </span>
              {entry.title === undefined ? null : (
                <QuietButton disabled={state.offline} aria-label={`Bring back: ${entry.title}`} onClick={() => void bringBack(entry)}>
                  Bring back
                </QuietButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {next === undefined ? null : (
        <QuietButton className="mt-3 -ml-2" onClick={readMore}>
          Older ones
        </QuietButton>
      )}
      <RemovedRecords state={state} days={days} />
      {state.tier === 'secrets' || (entries.length === 0 && days.length === 0) ? null : (
        <p className="mt-3 text-muted">Erasing needs the master password: everything that stays is verified first.</p>
      )}
      {entries.length === 0 && days.length === 0 ? null : (
        <QuietButton className="mt-3 -ml-2" disabled={state.offline || state.tier !== 'secrets'} onClick={() => setErasing(true)}>
          Erase everything
        </QuietButton>
      )}
      <AlertDialog
        open={erasing}
        title="Erase what is kept for 30 days?"
        description="Do this after a key rotation if the old key may have leaked: removed and overwritten data is still encrypted with it. Every entry and record that stays is verified first. Erased data cannot be recovered."
        confirm={{ label: 'Erase', destroys: true, onWork: erase }}
        onClose={() => setErasing(false)}
      />
      <AlertDialog
        open={held.length > 0}
        title={`Nothing was erased: ${heldCount(held)} cannot be read`}
        description={`Not what the vault lists, or not readable: ${heldNames(held, state.items)}. What is kept for 30 days may be the only copy that opens. Bring it back first, or erase it and lose that.`}
        confirm={{ label: 'Erase anyway', destroys: true, onWork: erase }}
        onClose={() => setHeld([])}
      />
    </>
  );
}

type Removed = {
  readonly entries: readonly RemovedEntry[];
  readonly days: readonly RemovedDay[];
  readonly next: number | undefined;
};

function useRemoved(epoch: number) {
  const { removed } = useVault().actions;
  const [read, setRead] = useState<Removed>();
  const [failed, setFailed] = useState<string>();
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another epoch may mean that something was removed.
  useEffect(() => {
    return whileWanted(Promise.all([removed.entries(), removed.days()]), ([entries, days]) => {
      if (entries.ok && days.ok) setRead({ ...entries.value, days: days.value });
      const failure = entries.ok ? (days.ok ? undefined : days.failure) : entries.failure;
      setFailed(failure && commonFailureText(failure));
    });
  }, [removed, epoch, turn]);
  const readMore = async () => {
    const older = await removed.entries(read?.next);
    if (!older.ok) return setFailed(commonFailureText(older.failure));
    setRead((present) => present && { days: present.days, entries: [...present.entries, ...older.value.entries], next: older.value.next });
  };
  return { read, failed, readMore: () => void readMore(), readAgain: () => setTurn(turn + 1) };
}
