import { folderOf } from '@castellan/notes/note-path';
import { useId, useMemo, useState } from 'react';
import { type Note, noteName } from '../../../../web/app/domains/notes/note.ts';
import { indexOf, pathOf } from '../../../../web/app/domains/notes/vault-notes.ts';
import { classNames } from '../../../../web/app/ui/class-names.ts';
import { Dialog } from '../../../../web/app/ui/dialog.tsx';
import { matchNames } from '../../knowledge/match-names.ts';

type NoteSwitcherProps = {
  readonly open: boolean;
  /** The newest first. */
  readonly notes: readonly Note[];
  readonly title: string;
  /** Whether Enter opens the note beside the one that is open. */
  readonly isBeside: boolean;
  readonly onOpen: (id: string, isBeside: boolean) => void;
  /** Makes a note of the typed name; absent where one of these is to be chosen. */
  readonly onCreate: ((title: string) => void) | undefined;
  readonly onClose: () => void;
};

const mostShown = 50;

/** Finds a note by its name, its aliases or its folder, and opens it; by keyboard alone, too. */
export function NoteSwitcher(props: NoteSwitcherProps) {
  const { open, title, onClose } = props;
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      {open ? <SwitcherList {...props} /> : null}
    </Dialog>
  );
}

function SwitcherList({ notes, isBeside, onOpen, onCreate, onClose }: NoteSwitcherProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const named = useMemo(
    () => notes.map((note) => ({ id: note.id, name: noteName(note), aliases: indexOf(note).aliases, folder: folderOf(pathOf(note)) })),
    [notes],
  );
  const found = useMemo(() => matchNames(named, typed, mostShown), [named, typed]);
  const title = typed.trim();
  const chosen = Math.min(at, Math.max(0, found.length - 1));
  const take = (index: number, beside: boolean) => {
    const match = found[index];
    onClose();
    if (match !== undefined) onOpen(match.note.id, beside);
    else if (title !== '') onCreate?.(title);
  };
  const move = (to: number) => {
    setAt(to);
    document.getElementById(`${id}-${to}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <>
      <input
        data-autofocus=""
        role="combobox"
        aria-label="Name of the note"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length === 0 ? undefined : `${id}-${chosen}`}
        aria-describedby={`${id}-help`}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'ArrowDown') move(found.length === 0 ? 0 : (chosen + 1) % found.length);
          else if (event.key === 'ArrowUp') move(found.length === 0 ? 0 : (chosen + found.length - 1) % found.length);
          else if (event.key !== 'Enter') return;
          else if (event.shiftKey && title !== '' && onCreate !== undefined) take(-1, false);
          else take(chosen, isBeside || event.ctrlKey || event.metaKey);
          event.preventDefault();
        }}
        className="min-h-12 w-full rounded-control border border-edge bg-plate px-3.5 text-base text-ink"
      />
      <div id={`${id}-list`} role="listbox" aria-label="Notes of this name" className="mt-3 max-h-[50dvh] overflow-y-auto">
        {found.map(({ note, name }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the field choose.
          // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and names the chosen one.
          <div
            key={note.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={(event) => take(index, isBeside || event.ctrlKey || event.metaKey)}
            className={classNames(
              'min-h-11 cursor-pointer border-l-2 px-3 py-2',
              index === chosen ? 'border-copper bg-raised' : 'border-transparent hover:bg-raised',
            )}
          >
            <span className="block wrap-anywhere">{name}</span>
            {note.folder === '' && name === note.name ? null : (
              <span className="block truncate text-sm text-muted">{name === note.name ? note.folder : `also called ${note.name}`}</span>
            )}
          </div>
        ))}
      </div>
      <p id={`${id}-help`} className="mt-3 text-sm text-muted">
        {helpOf(found.length > 0, title !== '', isBeside, onCreate !== undefined)}
      </p>
    </>
  );
}

function helpOf(isFound: boolean, isTyped: boolean, isBeside: boolean, isMade: boolean): string {
  if (!isMade) return isFound ? 'Enter chooses.' : 'Nothing is called so.';
  if (!isFound) return isTyped ? 'No note is called so. Enter makes it.' : 'There is no note yet.';
  return `Enter opens${isBeside ? ' it beside' : ', with Ctrl or Cmd beside the open note'}. Shift with Enter makes a new note.`;
}
