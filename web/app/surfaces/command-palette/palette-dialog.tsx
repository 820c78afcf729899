import { MagnifyingGlassIcon } from '@castellan/icons/signs/magnifying-glass';
import { type ComponentType, startTransition, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import type { Command } from '../../domains/commands/command.ts';
import { QuietButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Waiting } from '../../ui/spinner.tsx';
import type { PaletteBodyProps } from './palette-rows.tsx';
import './palette.css';
import { whileWanted } from '../../lib/while-wanted.ts';
import { verbatim } from '../../ui/fields/verbatim.ts';

/** What draws the list beneath the field. */
type PaletteBody = ComponentType<PaletteBodyProps>;

type PaletteDialogProps = {
  readonly open: boolean;
  /** What the palette is called. */
  readonly title: string;
  /** What the field is for, and what it says while it is empty. */
  readonly label: string;
  readonly placeholder: string;
  /** Fetches what draws the list; asked at each opening. */
  readonly load: () => Promise<PaletteBody>;
  readonly onClose: () => void;
  readonly onChoose: (command: Command) => void;
};

/** Keys that are the list's while the focus stays in the field. */
const listKeys = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Enter'];

/**
 * The palette: a field (combobox) over a list that it commands (WAI-ARIA APG, combobox with a listbox). The field is there at
 * once; what is typed and pressed before the list has come is kept for it.
 */
export function PaletteDialog({ open, title, ...sheet }: PaletteDialogProps) {
  const { onClose } = sheet;
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open && element.current?.open === false) element.current.showModal();
    if (!open && element.current?.open === true) element.current.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does with the keys what a click beside the sheet does.
    <dialog
      ref={element}
      aria-label={title}
      className="dialog palette"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        // The event of an earlier close may come when it is open again.
        if (open && element.current?.open === false) onClose();
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      {open ? <PaletteSheet {...sheet} /> : null}
    </dialog>
  );
}

function PaletteSheet({ label, placeholder, load, onClose, onChoose }: Omit<PaletteDialogProps, 'open' | 'title'>) {
  const [query, setQuery] = useState('');
  // A letter is on the screen before what it finds is: the list follows when the letter is painted, and may be some letters behind.
  const listedQuery = useDeferredValue(query);
  const [active, setActive] = useState<string>();
  const [turn, setTurn] = useState(0);
  const list = usePaletteList(load, turn);
  const listId = useId();
  const press = useRef<(key: string) => void>(undefined);
  const early = useRef<string[]>([]);
  return (
    <>
      <div className="palette-field">
        <Icon drawing={MagnifyingGlassIcon} className="text-muted" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type in it.
          autoFocus
          data-autofocus=""
          role="combobox"
          aria-label={label}
          aria-expanded={list !== undefined && list !== 'failed'}
          aria-controls={listId}
          aria-activedescendant={active}
          aria-autocomplete="list"
          {...verbatim}
          maxLength={600}
          placeholder={placeholder}
          value={query}
          onChange={(event) => {
            // A line that is typed on begins at the best again: what was pressed for the one before is not for this one.
            early.current.length = 0;
            setQuery(event.currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (!listKeys.includes(event.key) || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
            event.preventDefault();
            if (press.current === undefined || listedQuery !== query) early.current.push(event.key);
            else press.current(event.key);
          }}
        />
        <button type="button" className="palette-close" onClick={onClose}>
          <kbd>Esc</kbd>
          <span className="sr-only">Close</span>
        </button>
      </div>
      {list === undefined ? (
        <Waiting label="Loading the commands" className="min-h-24 text-xl" />
      ) : list === 'failed' ? (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-x-4 px-5 py-3">
          The commands could not be loaded.
          <QuietButton onClick={() => setTurn(turn + 1)}>Try again</QuietButton>
        </div>
      ) : (
        <list.Body
          id={listId}
          query={listedQuery}
          onQuery={setQuery}
          press={press}
          early={early}
          onActive={setActive}
          onChoose={onChoose}
        />
      )}
    </>
  );
}

/** `undefined` while it is on its way. */
function usePaletteList(load: () => Promise<PaletteBody>, turn: number): { readonly Body: PaletteBody } | 'failed' | undefined {
  const [list, setList] = useState<{ readonly Body: PaletteBody } | 'failed'>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks again.
  useEffect(() => {
    setList(undefined);
    return whileWanted(
      load(),
      (Body) => startTransition(() => setList({ Body })),
      () => setList('failed'),
    );
  }, [load, turn]);
  return list;
}
