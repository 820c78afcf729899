import { type ReactNode, useState } from 'react';
import { classNames } from '../../../web/app/ui/class-names.ts';
import type { Branch } from './find-notes.ts';

const shelves = ['Notes', 'Folders', 'Tags', 'Files'] as const;

type Shelf = (typeof shelves)[number];

type NoteShelfProps = {
  readonly folders: () => readonly Branch[];
  readonly tags: () => readonly Branch[];
  /** Has the search show what a folder or tag holds. */
  readonly onQuery: (query: string) => void;
  /** What is drawn of the files; without it they have no shelf. */
  readonly drawFiles: (() => ReactNode) | undefined;
  /** The list of notes itself. */
  readonly children: ReactNode;
};

/** What stands left of the page: the notes, or the folders and tags that lead to them. */
export function NoteShelf({ folders, tags, drawFiles, onQuery, children }: NoteShelfProps) {
  const [shelf, setShelf] = useState<Shelf>('Notes');
  const choose = (query: string) => {
    onQuery(query);
    setShelf('Notes');
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <fieldset aria-label="Show" className="flex border-b border-hairline">
        {shelves.slice(0, drawFiles === undefined ? 3 : 4).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === shelf}
            onClick={() => setShelf(name)}
            className={classNames(
              'target -mb-px flex-1 border-b-2 px-2 text-sm',
              name === shelf ? 'border-copper text-ink' : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {name}
          </button>
        ))}
      </fieldset>
      {shelf === 'Notes' ? (
        <div className="min-h-0 flex-1">{children}</div>
      ) : shelf === 'Files' ? (
        <div className="max-h-[70dvh] min-h-0 overflow-y-auto lg:max-h-none">{drawFiles?.()}</div>
      ) : shelf === 'Folders' ? (
        <Tree branches={folders()} empty="No notes in folders yet." onChoose={(name) => choose(`path:"${name}/"`)} />
      ) : (
        <Tree
          branches={tags()}
          mark="#"
          empty="No note has a tag yet."
          onChoose={(name) => choose(`#${/\s/.test(name) ? `"${name}"` : name}`)}
        />
      )}
    </div>
  );
}

function Tree({
  branches,
  mark = '',
  empty,
  onChoose,
}: {
  readonly branches: readonly Branch[];
  readonly mark?: string;
  readonly empty: string;
  readonly onChoose: (name: string) => void;
}) {
  if (branches.length === 0) return <p className="py-4 text-muted">{empty}</p>;
  return (
    <ul className="max-h-[70dvh] min-h-0 overflow-y-auto lg:max-h-none">
      {branches.map(({ name, depth, count }) => (
        <li key={name} className="border-t border-hairline first:border-t-0">
          <button
            type="button"
            onClick={() => onChoose(name)}
            className="flex min-h-11 w-full items-center justify-between gap-3 px-3 text-left hover:bg-raised"
          >
            <span className="flex min-w-0 wrap-anywhere">
              {/* The depth is drawn by spaces of the page's own measure: the policy takes no inline styles. */}
              {Array.from({ length: Math.min(depth, 6) }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
                <span key={index} aria-hidden="true" className="w-4 shrink-0 border-l border-hairline" />
              ))}
              <span className="sr-only">{depth === 0 ? '' : name.slice(0, name.lastIndexOf('/') + 1)}</span>
              {`${mark}${name.slice(name.lastIndexOf('/') + 1)}`}
            </span>
            <span className="font-mono text-sm text-muted">{count.toLocaleString('en-GB')}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
