import { ArrowLeftIcon } from '@castellan/icons/arrows/arrow-left';
import { PencilSimpleIcon } from '@castellan/icons/signs/pencil-simple';
import { SidebarSimpleIcon } from '@castellan/icons/signs/sidebar-simple';
import { TrashIcon } from '@castellan/icons/signs/trash';
import { XIcon } from '@castellan/icons/signs/x';
import { BookOpenIcon } from '@castellan/icons/things/book-open';
import { ClockCounterClockwiseIcon } from '@castellan/icons/things/clock-counter-clockwise';
import { PushPinIcon } from '@castellan/icons/things/push-pin';
import { folderFromText, folderOf, joinPath } from '@castellan/notes/note-path';
import { findSubpath } from '@castellan/notes/resolve-link';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { longestBody, longestTitle, type Note, noteName, readTags } from '../../../web/app/domains/notes/note.ts';
import { hasLongLine } from '../../../web/app/domains/notes/shown/long-line.ts';
import type { FollowedLink } from '../../../web/app/domains/notes/shown/note-surround.ts';
import { capturedLabel } from '../../../web/app/domains/notes/taken-in.ts';
import { indexOf, type LinkGraph, pathOf, tagsOf } from '../../../web/app/domains/notes/vault-notes.ts';
import { classNames } from '../../../web/app/ui/class-names.ts';
import { fetchedPart } from '../../../web/app/ui/fetched-part.tsx';
import { Icon } from '../../../web/app/ui/icon.tsx';
import { IconButton } from '../../../web/app/ui/icon-button.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { useToast } from '../../../web/app/ui/toast/toast-region.tsx';
import type { Mention } from '../knowledge/mentions.ts';
import type { LinkSource } from './editor/complete-links.ts';
import type { Insertion } from './editor/note-editor.tsx';
import type { FilesInHand } from './files/files-in-hand.ts';
import { LineField } from './line-field.tsx';
import { NoteMargin } from './margin/note-margin.tsx';
import type { NotesHand } from './notes-hand.ts';
import { useNoteText } from './use-note-text.ts';

/** The editor is most of the page's code: it comes once a note is open. */
const NoteEditor = fetchedPart(async () => (await import('./editor/note-editor.tsx')).NoteEditor);

const ReadingView = fetchedPart(async () => (await import('./reading/reading-view.tsx')).ReadingView);

/** What is typed and what came from elsewhere, where they cannot be merged. */
const ClashNotice = fetchedPart(async () => (await import('./clash-notice.tsx')).ClashNotice);

export type NoteSheetProps = {
  readonly note: Note;
  readonly hand: NotesHand;
  readonly graph: LinkGraph | undefined;
  readonly source: LinkSource;
  readonly files: FilesInHand | undefined;
  readonly isReading: boolean;
  /** Two notes share the room: the margin stands below the text. */
  readonly isNarrow: boolean;
  /** A text that is put in where the cursor is or was, once for each object. */
  readonly inserted: Insertion | undefined;
  /** Where in the note a link led. */
  readonly subpath: string | undefined;
  readonly tell: (kept: ReturnType<NotesHand['change']>) => Promise<boolean>;
  /** Gives the note another title or folder; answers with what is wrong with it. */
  readonly onRename: (values: Partial<Pick<Note, 'title' | 'path'>>) => Promise<string | undefined>;
  readonly onFollow: (link: FollowedLink) => void;
  readonly onReading: () => void;
  /** Makes a place of another note that names this one a link to it. */
  readonly onLink: (from: Note, mention: Mention) => void;
  readonly onHistory: () => void;
  readonly onDelete: () => void;
  /** Opens another note beside this one, or closes this one, which is beside another. */
  readonly beside: { readonly label: string; readonly onPress: () => void };
};

/** One note as a page: its name, its text, and the margin in which other notes speak of it. */
export function NoteSheet(props: NoteSheetProps) {
  const { note, hand, graph, source, files, isReading, isNarrow, subpath, inserted, tell, onRename, onFollow } = props;
  const text = useNoteText(note, hand, tell, isReading ? 'read' : 'write');
  const show = useToast();
  const index = indexOf(note);
  const [place, setPlace] = useState<{ readonly at: number }>();
  const [cursor, setCursor] = useState(0);
  const [insertion, setInsertion] = useState<Insertion>();
  useEffect(() => {
    if (inserted !== undefined) setInsertion(inserted);
  }, [inserted]);
  const path = pathOf(note);
  const captured = capturedLabel(note);
  const inText = tagsOf(note).slice(note.tags.length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link leads once; later edits of the note move nobody.
  useEffect(() => {
    const at = subpath === undefined ? undefined : findSubpath(index, subpath);
    if (at !== undefined) setPlace({ at });
  }, [subpath]);
  const words = useMemo(() => note.body.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu)?.length ?? 0, [note.body]);
  const isLongLine = useMemo(() => hasLongLine(note.body), [note.body]);
  const rename = async (values: Partial<Pick<Note, 'title' | 'path'>>) => {
    await text.flush();
    return onRename(values);
  };
  const take = async (given: readonly File[], isPasted: boolean, at: number | undefined) => {
    if (files === undefined) return show({ title: hand.isSample ? 'Samples take no files' : 'Files are still being loaded' });
    await files.attach(note, given, isPasted, (links, isLate) => setInsertion({ text: links, at: isLate ? undefined : at }));
  };
  return (
    <article
      aria-label={noteName(note)}
      data-sheet={note.id}
      className="flex min-h-0 flex-col rounded-card border border-hairline bg-surface lg:h-full"
    >
      <NoteBar {...props} path={path} onLinks={(links) => setInsertion({ text: links, at: undefined })} />
      <div
        className={classNames(
          'grid min-h-0 flex-1 content-start lg:overflow-y-auto',
          !isNarrow && 'xl:grid-cols-[minmax(0,1fr)_15rem] xl:content-stretch xl:overflow-hidden',
        )}
      >
        <div data-note-body="" className={classNames('min-h-0 min-w-0 px-4 pt-5 pb-10 sm:px-8', !isNarrow && 'xl:overflow-y-auto')}>
          <LineField
            key={`title:${note.title}`}
            label="Title"
            value={note.title}
            maxLength={longestTitle}
            isTitle
            placeholder={noteName(note)}
            onSave={(title) => rename({ title })}
          />
          <div className="mt-3 mb-5 grid grid-cols-2 gap-x-4 gap-y-2 border-b border-hairline pb-4 sm:gap-x-6">
            <LineField
              key={`folder:${folderOf(path)}`}
              label="Folder"
              value={folderOf(path)}
              placeholder="At the top"
              onSave={(typed) => {
                const folder = folderFromText(typed);
                return rename({ path: joinPath(folder, path.slice(path.lastIndexOf('/') + 1)) });
              }}
            />
            <LineField
              key={`tags:${note.tags.join()}`}
              label="Tags"
              value={note.tags.join(', ')}
              placeholder="None"
              onSave={async (typed) => {
                await tell(hand.change(note.id, { tags: [...readTags(typed)] }));
                return undefined;
              }}
            />
            <p className="flex flex-wrap gap-x-4 col-span-2 text-sm text-muted">
              <span>{words === 1 ? '1 word' : `${words.toLocaleString('en-GB')} words`}</span>
              <span className="min-w-0 wrap-anywhere">{inText.map((tag) => `#${tag}`).join(' ')}</span>
            </p>
            {isLongLine ? (
              <p className="col-span-2 mt-1 text-sm text-muted">A line of more than 50,000 characters is shown with its marks.</p>
            ) : null}
            {captured === undefined ? null : <p className="col-span-2 mt-1 text-sm text-muted wrap-anywhere">{captured}</p>}
          </div>
          {text.clash === undefined ? null : <ClashNotice name={noteName(note)} clash={text.clash} />}
          {text.isTooLong ? (
            <p role="alert" className="mb-5">
              <StatusMark kind="warning">{`The text is longer than ${longestBody.toLocaleString('en-GB')} characters. Shorten it; until then it is not saved.`}</StatusMark>
            </p>
          ) : null}
          {isReading ? (
            <ReadingView text={text.shown} place={place} source={source} onFollow={onFollow} onWrite={text.write} onCursor={setCursor} />
          ) : (
            <NoteEditor
              text={text.shown}
              place={place}
              source={source}
              insertion={insertion}
              onChange={text.type}
              onCursor={setCursor}
              onFollow={onFollow}
              onFiles={(given, isPasted, at) => void take(given, isPasted, at)}
            />
          )}
        </div>
        <aside
          aria-label={isNarrow ? `Margin of ${noteName(note)}` : 'Margin'}
          className={classNames(
            'border-t border-hairline px-4 py-5 sm:px-8',
            !isNarrow && 'xl:min-h-0 xl:overflow-y-auto xl:border-t-0 xl:border-l-3 xl:border-double xl:border-l-copper xl:px-5',
          )}
        >
          <NoteMargin
            backlinks={graph === undefined ? undefined : (graph.backlinks.get(note.id) ?? [])}
            headings={index.headings}
            cursor={cursor}
            mentions={{ note, rows: hand.state.rows, onLink: props.onLink }}
            onHeading={({ from }) => setPlace({ at: from })}
          >
            {graph && files?.drawSection(note, graph)}
          </NoteMargin>
        </aside>
      </div>
    </article>
  );
}

type NoteBarProps = NoteSheetProps & { readonly path: string; readonly onLinks: (links: string) => void };

/** Where the note lies, and what can be done with it. */
function NoteBar({ note, hand, files, isReading, beside, path, tell, onReading, onHistory, onDelete, onLinks }: NoteBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-1 border-b border-hairline px-2 py-1 sm:px-4">
      <Link to="#" preventScrollReset className="target inline-flex items-center gap-2 rounded-control px-2 text-sm no-underline lg:hidden">
        <Icon drawing={ArrowLeftIcon} />
        All notes
      </Link>
      <p className="hidden min-w-0 flex-1 truncate px-2 font-mono text-sm text-muted lg:block">{path}</p>
      <span className="ml-auto flex">
        <IconButton
          className="shrink-0"
          drawing={isReading ? PencilSimpleIcon : BookOpenIcon}
          label={isReading ? 'Write in this note' : 'Read this note'}
          title={isReading ? 'Write in this note' : 'Read this note'}
          onClick={onReading}
        />
        <IconButton
          className="shrink-0"
          drawing={beside.label.startsWith('Close') ? XIcon : SidebarSimpleIcon}
          label={beside.label}
          title={beside.label}
          onClick={beside.onPress}
        />
        <IconButton
          className="shrink-0"
          drawing={PushPinIcon}
          label="Pin this note"
          title="Pin this note"
          pressed={note.pinned}
          onClick={() => void tell(hand.change(note.id, { pinned: !note.pinned }))}
        />
        {files?.drawButton(note, onLinks)}
        {hand.isSample ? null : (
          <IconButton
            className="shrink-0"
            drawing={ClockCounterClockwiseIcon}
            label="Versions of this note"
            title="Versions of this note"
            onClick={onHistory}
          />
        )}
        <IconButton className="shrink-0" drawing={TrashIcon} label="Delete this note" title="Delete this note" onClick={onDelete} />
      </span>
    </div>
  );
}
