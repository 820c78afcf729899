import { useState } from 'react';
import type { VaultItem } from '../../../../domains/vault/contract/vault-state.ts';
import { AlertDialog } from '../../../../ui/alert-dialog.tsx';
import { QuietButton } from '../../../../ui/button.tsx';
import { categoryName } from '../entries/categories.ts';
import { useBatch } from './use-batch.ts';
import type { Marks } from './use-marks.ts';

type SelectionBarProps = {
  readonly marks: Marks;
  readonly categories: readonly string[];
  readonly isTrash: boolean;
};

/** How many entries are marked, and what can be done with them, in the place of the order. */
export default function SelectionBar({ marks, categories, isTrash }: SelectionBarProps) {
  const batch = useBatch();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const { items } = marks;
  const isNone = items.length === 0 || busy;
  const work = async (act: () => Promise<boolean>) => {
    setBusy(true);
    const isDone = await act();
    setBusy(false);
    setAsking(false);
    if (isDone) marks.end();
  };
  const makesFavourite = items.some(({ details }) => !details.favorite);
  return (
    <section aria-label="Selected entries" className="border-b border-copper text-sm [&_button]:text-sm">
      <div className="flex min-h-11 items-center gap-2">
        <p role="status" className="mr-auto tabular-nums">
          {`${items.length.toLocaleString('en')} selected`}
        </p>
        <QuietButton onClick={marks.all}>Select all</QuietButton>
        <QuietButton onClick={marks.end}>Done</QuietButton>
      </div>
      <div className="-ml-2 flex min-h-11 flex-wrap items-center gap-2">
        {isTrash ? (
          <QuietButton disabled={isNone} onClick={() => void work(() => batch.restore(items))}>
            Restore
          </QuietButton>
        ) : (
          <>
            <MoveChoice categories={categories} disabled={isNone} onMove={(category) => void work(() => batch.move(items, category))} />
            <QuietButton disabled={isNone} onClick={() => void work(() => batch.setFavourite(items, makesFavourite))}>
              {makesFavourite || items.length === 0 ? 'Favourite' : 'No favourite'}
            </QuietButton>
          </>
        )}
        <QuietButton disabled={isNone} className="text-carmine!" onClick={() => setAsking(true)}>
          {isTrash ? 'Delete permanently' : 'Delete'}
        </QuietButton>
      </div>
      <DeleteQuestion
        items={items}
        isOpen={asking}
        isTrash={isTrash}
        onDelete={() => work(() => (isTrash ? batch.removeForever(items) : batch.trash(items)))}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}

type MoveChoiceProps = { readonly categories: readonly string[]; readonly disabled: boolean; readonly onMove: (category: string) => void };

/** The categories that there are. The browser's own control closes by itself, whatever it is operated by. */
function MoveChoice({ categories, disabled, onMove }: MoveChoiceProps) {
  return (
    <label className={disabled ? 'opacity-55' : undefined}>
      <span className="sr-only">Move to</span>
      <select
        value=""
        disabled={disabled}
        className="min-h-11 max-w-36 rounded-control bg-transparent px-1 text-ink"
        onChange={(event) => onMove(event.currentTarget.value)}
      >
        <option value="" disabled>
          Move to…
        </option>
        {categories.map((category) => (
          <option key={category} value={category}>
            {categoryName(category)}
          </option>
        ))}
      </select>
    </label>
  );
}

type DeleteQuestionProps = {
  readonly items: readonly VaultItem[];
  readonly isOpen: boolean;
  readonly isTrash: boolean;
  readonly onDelete: () => Promise<void>;
  readonly onClose: () => void;
};

/** How many are named; of the others the number is. */
const named = 8;

function DeleteQuestion({ items, isOpen, isTrash, onDelete, onClose }: DeleteQuestionProps) {
  const count = items.length === 1 ? '1 entry' : `${items.length.toLocaleString('en')} entries`;
  const titles = items.slice(0, named).map(({ details }) => `“${details.title}”`);
  const names = items.length > named ? [...titles, `${(items.length - named).toLocaleString('en')} more`] : titles;
  return (
    <AlertDialog
      open={isOpen}
      title={isTrash ? `Delete ${count} permanently?` : `Delete ${count}?`}
      description={`${names.join(', ')}. ${
        isTrash
          ? 'They are deleted with their history. You can restore them within 30 days under Security.'
          : 'They move to the trash, where you can restore them for 30 days.'
      }`}
      confirm={{ label: 'Delete', destroys: true, onWork: onDelete }}
      onClose={onClose}
    />
  );
}
