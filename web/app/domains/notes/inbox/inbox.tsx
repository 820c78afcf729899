import { TrayIcon } from '@castellan/icons/things/tray';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { GhostButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useToast } from '../../../ui/toast/toast-region.tsx';
import type { CollectionState, Edit } from '../../records/collection-state.ts';
import type { CollectionInHand } from '../../records/use-collection.ts';
import { changeCapture, settleCapture, type VaultInbox } from '../../vault/captures/vault-inbox.ts';
import type { Captured, CapturedNote } from '../../vault/contract/vault-drafts.ts';
import type { Note } from '../note.ts';
import { CaptureRow } from './capture-row.tsx';
import type { CaptureTaker, TakenCapture } from './capture-taker.ts';
import { EntryRows, type EntryRowsProps } from './entry-rows.tsx';
import { asOwnNote, intoDailyNote, mergedCaptures } from './merge-capture.ts';
import { putBackAll, takenBack, undoOf } from './take-back.ts';
import { TakenRow } from './taken-row.tsx';

type InboxProps = EntryRowsProps & {
  readonly inbox: VaultInbox;
  readonly hand: Pick<CollectionInHand<Note>, 'edit' | 'undo'> & {
    readonly state: Pick<CollectionState<Note>, 'rows' | 'removed' | 'status'>;
  };
};

/** Captures that are shown at once: the notes beneath are what most openings are for. */
const step = 5;

/**
 * What was typed while the vault was locked and is in no record or entry yet, once it is open: captures of every kind, entries that were
 * saved without the master, and forms that a lock left half-typed.
 */
export function Inbox({ inbox, hand, ...entries }: InboxProps) {
  const captures = useSyncExternalStore(inbox.subscribe, inbox.read);
  const toast = useToast();
  const [shown, setShown] = useState(step);
  const settling = useRef(new Set<string>());
  const { rows, removed, status } = hand.state;
  const known = useMemo(() => [...rows, ...removed], [rows, removed]);
  const isReady = status === 'ready';
  const merged = useMemo(() => mergedCaptures(rows), [rows]);
  const waiting = captures.filter(({ id }) => !merged.has(id));
  // What a crash left behind after it had become a note.
  useEffect(() => {
    for (const { id } of captures) if (merged.has(id) && !settling.current.has(id)) void settleCapture(inbox, id);
  }, [captures, merged, inbox]);
  const settle = async (ids: readonly string[]) => Promise.all(ids.map((id) => settleCapture(inbox, id)));
  const accept = async (some: readonly CapturedNote[], edits: readonly Edit[], title: string) => {
    const ids = some.map(({ id }) => id);
    for (const id of ids) settling.current.add(id);
    const kept = await hand.edit(edits);
    if (!kept.ok) {
      for (const id of ids) settling.current.delete(id);
      const reason = kept.failure.code === 'locked' ? 'The vault is locked' : 'The browser could not keep this change';
      return toast({ title: 'Not kept', description: `${reason}, so nothing was changed.`, tone: 'alert' });
    }
    const puttingBack = await settle(ids);
    for (const id of ids) settling.current.delete(id);
    toast({ title, action: { label: 'Undo', onPress: takenBack(hand.undo, puttingBack, toast) } });
  };
  const keepOwn = (some: readonly CapturedNote[]) =>
    accept(
      some,
      some.flatMap((capture) => asOwnNote(capture, known)),
      some.length === 1 ? 'Kept as a note' : `Kept as ${some.length} notes`,
    );
  const addToDaily = async (capture: CapturedNote) => {
    const change = intoDailyNote(capture, rows, known);
    if (change === undefined) {
      return toast({ title: 'Not added', description: 'That day’s note is full. Save this as a separate note.', tone: 'alert' });
    }
    return accept([capture], change, 'Added to the note of that day');
  };
  const take = async (capture: TakenCapture, taker: CaptureTaker, chosen: string | undefined, title: string) => {
    const wasThere = taker.plan(capture, chosen).isThere === true;
    if (!(await taker.keep(capture, chosen))) {
      return toast({ title: 'Not kept', description: 'Nothing was changed: this could not be kept here now.', tone: 'alert' });
    }
    const puttingBack = await settle([capture.id]);
    const onPress = wasThere ? putBackAll(puttingBack) : takenBack(undoOf(taker.undoTool), puttingBack, toast);
    toast({ title: wasThere ? 'It was there already' : title, action: { label: 'Undo', onPress } });
  };
  const discard = async ({ id }: Captured) => {
    const puttingBack = await settle([id]);
    toast({ title: 'Capture discarded', action: { label: 'Undo', onPress: putBackAll(puttingBack) } });
  };
  const waitingNotes = waiting.filter((capture) => capture.kind === 'note');
  const count = waiting.length + entries.pending.length + entries.drafts.length;
  if (count === 0) return null;
  return (
    <Panel
      title="Inbox"
      aside={
        <span className="flex items-center gap-3 text-muted">
          <span className="font-mono text-sm">{count.toLocaleString('en-GB')}</span>
          <Icon drawing={TrayIcon} className="text-2xl text-copper" />
        </span>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="max-w-prose text-muted">
          {isReady || waitingNotes.length === 0
            ? 'Typed on this device while the vault was locked. Anyone who uses this device can add to it, so read it before you save it.'
            : status === 'failed'
              ? 'Your notes cannot be reached now. What was captured stays here until they can.'
              : 'Opening your notes.'}
        </p>
        {waitingNotes.length > 1 ? (
          <GhostButton disabled={!isReady} onClick={() => void keepOwn(waitingNotes)}>
            {`Keep all ${waitingNotes.length} as notes`}
          </GhostButton>
        ) : null}
      </div>
      <ul aria-label="Inbox" className="mt-4">
        <EntryRows {...entries} />
        {waiting
          .slice(0, shown)
          .map((capture) =>
            capture.kind === 'note' ? (
              <CaptureRow
                key={capture.id}
                capture={capture}
                isReady={isReady}
                onKeep={() => void keepOwn([capture])}
                onDaily={() => void addToDaily(capture)}
                onDiscard={() => void discard(capture)}
                onChange={(thing) => changeCapture(inbox, capture.id, thing)}
              />
            ) : (
              <TakenRow
                key={capture.id}
                capture={capture}
                onKeep={(taker, chosen, words) => void take(capture, taker, chosen, words)}
                onDiscard={() => void discard(capture)}
                onChange={(thing) => changeCapture(inbox, capture.id, thing)}
              />
            ),
          )}
      </ul>
      {waiting.length > shown ? (
        <GhostButton className="mt-3 w-full" onClick={() => setShown(shown + step)}>
          {`Show ${Math.min(step, waiting.length - shown)} more of ${waiting.length - shown}`}
        </GhostButton>
      ) : null}
    </Panel>
  );
}
