import { LockKeyIcon } from '@castellan/icons/security/lock-key';
import { type FormEvent, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { AppCapture } from '../../../web/app/domains/notes/app-captures.tsx';
import { longestBody, type Note, noteName, noteOfText, notes } from '../../../web/app/domains/notes/note.ts';
import { dropFilesOf, removeNotes, restoreNotes } from '../../../web/app/domains/notes/note-trash.ts';
import { RecordList } from '../../../web/app/domains/records/list/record-list.tsx';
import { RecordSection } from '../../../web/app/domains/records/list/record-section.tsx';
import { RecordTools } from '../../../web/app/domains/records/list/record-tools.tsx';
import { SealedGate } from '../../../web/app/domains/records/sealed-gate.tsx';
import { SyncConflicts } from '../../../web/app/domains/records/sync-conflicts.tsx';
import { Trash } from '../../../web/app/domains/records/trash/trash.tsx';
import { type CollectionInHand, useCollection } from '../../../web/app/domains/records/use-collection.ts';
import { useEditToast } from '../../../web/app/domains/records/use-edit-toast.ts';
import { type Day, dayLabel } from '../../../web/app/domains/tasks/day.ts';
import { SecretRoot } from '../../../web/app/domains/vault/secret-root.tsx';
import { vaultOpenness } from '../../../web/app/domains/vault/vault-openness.ts';
import { AlertDialog } from '../../../web/app/ui/alert-dialog.tsx';
import { Button, GhostButton } from '../../../web/app/ui/button.tsx';
import { fetchedPart } from '../../../web/app/ui/fetched-part.tsx';
import { TextArea } from '../../../web/app/ui/fields/text-area.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { arrangeNotes, searchNotes } from './arrange-notes.ts';
import { legacyNotes } from './legacy-notes.ts';
import { LegacyPanel } from './legacy-panel.tsx';
import { NoteCard } from './note-card.tsx';
import { NoteDialog, newNote } from './note-dialog.tsx';
import { useProductivity } from './productivity-context.tsx';
import { undoTool } from './undo-tool.ts';

const NotesInbox = fetchedPart(async () => (await import('../../../web/app/domains/notes/inbox/notes-inbox.client.tsx')).NotesInbox);

/** Notes: today's, what is pinned, and the days before. Sealed: without the open vault they are counted and no more. */
export default function NotesView() {
  const { today } = useProductivity();
  const draw = useCallback(() => <SealedNotes today={today} />, [today]);
  return <SecretRoot draw={draw} />;
}

function SealedNotes({ today }: { readonly today: Day }) {
  const hand = useCollection(notes, undoTool);
  const isWaiting = useSyncExternalStore(vaultOpenness.subscribe, vaultOpenness.hasWaiting);
  return (
    <>
      <SealedGate state={hand.state} noun={['note', 'notes']}>
        {() => (
          <>
            {isWaiting ? <NotesInbox hand={hand} /> : null}
            <OpenNotes hand={hand} today={today} />
          </>
        )}
      </SealedGate>
      <AppCapture state={hand.state} kind="note" />
    </>
  );
}

type Props = { readonly hand: CollectionInHand<Note> };

function OpenNotes({ hand, today }: Props & { readonly today: Day }) {
  const [query, setQuery] = useState('');
  const [editing, setEditing] = useState<string>();
  const [deleting, setDeleting] = useState<string>();
  const { tell } = useEditToast(hand.undo);
  const { rows, removed, unsent, link } = hand.state;
  const found = searchNotes(rows, query);
  const { pinned, today: todays, earlier } = arrangeNotes(found, today);
  const searching = query.trim() !== '';
  const doomed = rows.find(({ id }) => id === deleting);
  useNewNote(() => setEditing(newNote));
  const list = (title: string, some: readonly Note[], empty?: string) => (
    <RecordSection key={title} title={title} count={some.length}>
      <RecordList rows={some} empty={empty === undefined ? null : <p className="record-note">{empty}</p>}>
        {(note) => (
          <NoteCard
            key={note.id}
            note={note}
            waits={unsent.has(note.id) && link !== 'reachable'}
            onEdit={() => setEditing(note.id)}
            onPin={() => void tell(hand.change(note.id, { pinned: !note.pinned }))}
            onDelete={() => setDeleting(note.id)}
          />
        )}
      </RecordList>
    </RecordSection>
  );
  return (
    <>
      <SyncConflicts collection={hand} textField="body" lostIs="is a version of the note" />
      <div className="mt-4 grid gap-x-6 gap-y-9 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div>
          <Composer hand={hand} />
          {rows.length === 0 ? null : (
            <RecordTools
              find={{ label: 'Search notes', value: query, onValue: setQuery }}
              said={searching ? `${found.length} of ${rows.length}` : 'Words, or #tag. Searches stay in this browser.'}
            />
          )}
          {pinned.length > 0 ? list('Pinned', pinned) : null}
          {searching && todays.length === 0 ? null : list('Today’s notes', todays, 'Nothing is noted today yet.')}
          {earlier.map(([day, some]) => list(dayLabel(day, today, 'long'), some))}
          {searching && found.length === 0 ? <p className="text-muted">No note has all of these words.</p> : null}
          <Trash
            collection={notes}
            hand={{
              ...hand,
              restore: (...ids) =>
                restoreNotes(
                  undoTool,
                  removed.filter(({ id }) => ids.includes(id)),
                ),
            }}
            noun="note"
            today={today}
            tell={tell}
            onDeleted={(note) => {
              void dropVersionsOf(note.id);
              void dropFilesOf(undoTool, note);
            }}
          />
        </div>
        <div>
          <Sealed count={rows.length} />
          <LegacyPanel source={legacyNotes} collection={notes} hand={hand} noun="notes" />
        </div>
      </div>
      <NoteDialog hand={hand} id={editing} tell={tell} onClose={() => setEditing(undefined)} />
      <AlertDialog
        open={doomed !== undefined}
        title="Delete this note?"
        description={`“${noteName(doomed ?? {})}” will be removed. Undo brings it back, and so does the trash for 30 days.`}
        confirm={{
          label: 'Delete',
          destroys: true,
          onConfirm: () => {
            if (doomed !== undefined) void tell(removeNotes(undoTool, rows, [doomed.id]), 'Note deleted');
            setDeleting(undefined);
          },
        }}
        onClose={() => setDeleting(undefined)}
      />
    </>
  );
}

/** Begins the note that `#notes?new` asks for, once the vault is open; the address then forgets it, and with it the browser's history. */
function useNewNote(begin: () => void) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const isWanted = hash === '#notes?new';
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another wish is a reason to begin again.
  useEffect(() => {
    if (!isWanted) return;
    void navigate('#notes', { replace: true, preventScrollReset: true });
    begin();
  }, [isWanted]);
}

function Composer({ hand }: Props) {
  const [text, setText] = useState('');
  const [announced, setAnnounced] = useState('');
  const { tell } = useEditToast(hand.undo);
  const add = async () => {
    const note = noteOfText(text);
    if (note === undefined || !(await tell(hand.add(note).kept))) return;
    setText('');
    setAnnounced('Note added');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void add();
  };
  return (
    <form onSubmit={submit}>
      <TextArea
        label="New note"
        // Browsers keep what stands in fields to fill a page in again, and keep it readable.
        autoComplete="off"
        rows={4}
        maxLength={longestBody}
        value={text}
        placeholder={'A first line that is its title\nand what there is to say'}
        onValue={setText}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void add();
        }}
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">A short first line becomes the title. Ctrl or Cmd with Enter adds.</p>
        <Button type="submit">Add note</Button>
      </div>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </form>
  );
}

function Sealed({ count }: { readonly count: number }) {
  const lock = async () => {
    const { browserVault } = await import('../../../web/app/domains/vault/browser-vault.client.ts');
    browserVault().actions.lock('button');
  };
  return (
    <RecordSection title="Sealed">
      <StatusMark className="mt-3" kind="success">
        {count === 1 ? 'One note, open in this tab.' : `${count} notes, open in this tab.`}
      </StatusMark>
      <p className="mt-3 text-sm text-muted">
        The server and this browser’s storage hold ciphertext. They reveal only how many notes there are, when each was written and roughly
        how long it is.
      </p>
      <GhostButton icon={LockKeyIcon} className="mt-4 w-full" onClick={() => void lock()}>
        Lock the vault
      </GhostButton>
    </RecordSection>
  );
}

async function dropVersionsOf(id: string): Promise<void> {
  const { dropVersions } = await import('../../../web/app/domains/notes/drop-versions.ts');
  await dropVersions(id);
}
