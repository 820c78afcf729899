import { lostStaysMs, maxVersions } from '@castellan/notes/note-history';
import { diffLines, diffWordsWithSpace } from 'diff';
import { useMemo, useState } from 'react';
import { versionsOf } from '../../../web/app/domains/notes/keep-versions.ts';
import type { Note } from '../../../web/app/domains/notes/note.ts';
import { type NoteVersion, noteVersions } from '../../../web/app/domains/notes/note-version.ts';
import { useCollection } from '../../../web/app/domains/records/use-collection.ts';
import { Button } from '../../../web/app/ui/button.tsx';
import { classNames } from '../../../web/app/ui/class-names.ts';
import { Dialog } from '../../../web/app/ui/dialog.tsx';
import { Spinner } from '../../../web/app/ui/spinner.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import type { NotesHand } from './notes-hand.ts';

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

type HistoryDialogProps = {
  readonly note: Note;
  readonly hand: NotesHand;
  readonly tell: (kept: ReturnType<NotesHand['change']>, title?: string) => Promise<boolean>;
  readonly onClose: () => void;
};

/** The states that a note had, each beside what it says now, and the way back to one. */
export function HistoryDialog({ note, hand, tell, onClose }: HistoryDialogProps) {
  const { state } = useCollection(noteVersions);
  const versions = versionsOf(note.id, state.rows);
  const [chosenId, choose] = useState<string>();
  const chosen = versions.find(({ id }) => id === chosenId) ?? versions[0];
  const restore = async () => {
    if (chosen === undefined) return;
    await hand.keepVersions([note], Date.now(), 'always');
    if (await tell(hand.change(note.id, { body: chosen.body }), 'Version restored')) onClose();
  };
  return (
    <Dialog
      open
      title="Versions"
      description={`Up to ${maxVersions} earlier states of this note, kept at most every ten minutes while it is edited. What was not kept of a conflict stays for ${lostStaysMs / 86_400_000} days at least.`}
      onClose={onClose}
      actions={
        chosen === undefined || chosen.body === note.body ? undefined : <Button onClick={() => void restore()}>Restore this text</Button>
      }
    >
      {state.status === 'loading' ? (
        <Spinner label="Opening the versions" />
      ) : state.status === 'failed' ? (
        <StatusMark kind="warning">The server does not answer, and this browser has no copy of the versions.</StatusMark>
      ) : chosen === undefined ? (
        <p className="text-muted">No earlier versions yet. The first is saved when you edit the note.</p>
      ) : (
        <>
          <ul aria-label="Earlier states" className="max-h-48 overflow-y-auto border-y border-hairline">
            {versions.map((version) => (
              <li key={version.id}>
                <button
                  type="button"
                  aria-pressed={version.id === chosen.id}
                  onClick={() => choose(version.id)}
                  className={classNames(
                    'min-h-11 w-full px-3 py-1.5 text-left',
                    version.id === chosen.id ? 'bg-raised text-ink' : 'text-muted hover:text-ink',
                  )}
                >
                  {nameOf(version)}
                </button>
              </li>
            ))}
          </ul>
          <OtherFields version={chosen} title={note.title} />
          <Difference before={chosen.body} after={note.body} />
        </>
      )}
    </Dialog>
  );
}

function nameOf({ created_at, lost }: NoteVersion): string {
  const at = moment.format(new Date(created_at));
  return lost === null ? `Until ${at}` : `Not kept of a conflict, ${at}`;
}

/** What differed besides the text in a side that was not kept. */
function OtherFields({ version: { title, lost }, title: present }: { readonly version: NoteVersion; readonly title: string }) {
  const fields = lost === null ? [] : [...(title === present ? [] : [['title', title]]), ...Object.entries(lost)];
  if (fields.length === 0) return null;
  return (
    <dl className="mt-4 text-sm">
      {fields.map(([field, value]) => (
        <div key={String(field)} className="wrap-anywhere">
          <dt className="inline text-muted">{`${fieldNames[String(field)] ?? String(field)}: `}</dt>
          <dd className="inline">{Array.isArray(value) ? value.join(', ') : String(value ?? 'none')}</dd>
        </div>
      ))}
    </dl>
  );
}

const fieldNames: Readonly<Record<string, string>> = { title: 'Title', path: 'File', tags: 'Tags', pinned: 'Pinned' };

type Part = { readonly value: string; readonly added: boolean; readonly removed: boolean };

/** Above this many characters together, lines are compared and not words. */
const longForWords = 20_000;

function Difference({ before, after }: { readonly before: string; readonly after: string }) {
  const parts = useMemo((): readonly Part[] | undefined => {
    const options = { timeout: 500 };
    if (before.length + after.length > longForWords) return diffLines(before, after, options);
    return diffWordsWithSpace(before, after, options);
  }, [before, after]);
  if (parts === undefined) return <p className="mt-4 text-muted">The two texts differ too much to be compared here.</p>;
  if (!parts.some(({ added, removed }) => added || removed)) return <p className="mt-4 text-muted">It says what the note says now.</p>;
  return (
    <>
      <p className="mt-4 text-sm text-muted">
        From then to now: <ins className="text-verdigris">added</ins>, <del className="text-carmine">removed</del>.
      </p>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
        tabIndex={0}
        aria-label="Difference"
        className="mt-2 max-h-72 overflow-y-auto rounded-control border border-hairline bg-plate p-3 text-sm whitespace-pre-wrap wrap-anywhere"
      >
        {shorten(parts).map(({ value, added, removed }, index) => {
          const Mark = added ? 'ins' : removed ? 'del' : 'span';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name but their place.
            <Mark key={index} className={added ? 'text-verdigris' : removed ? 'text-carmine' : 'text-muted'}>
              {value}
            </Mark>
          );
        })}
      </section>
    </>
  );
}

const around = 160;

/** Long stretches that both have are cut to what stands around a change. */
function shorten(parts: readonly Part[]): readonly Part[] {
  return parts.map((part, index) => {
    if (part.added || part.removed || part.value.length <= around * 2) return part;
    const head = index === 0 ? '' : part.value.slice(0, around);
    const tail = index === parts.length - 1 ? '' : part.value.slice(-around);
    return { ...part, value: `${head} … ${tail}` };
  });
}
