import { useState } from 'react';
import type { TextChange } from '../../knowledge/text-change.ts';
import { PropertiesForm } from './properties-form.tsx';

type FirstPropertyProps = {
  /** Puts the first property, with the lines around it, at the top of the note. */
  readonly onAdd: (change: TextChange) => void;
};

/** Offers a note without properties its first one. */
export function FirstProperty({ onAdd }: FirstPropertyProps) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen)
    return (
      <div className="note-text mb-4">
        <PropertiesForm text="" onChange={onAdd} onReveal={undefined} />
      </div>
    );
  return (
    <button
      type="button"
      className="target mb-2 text-sm text-muted underline underline-offset-2 hover:text-ink"
      onClick={() => setOpen(true)}
    >
      Add a property
    </button>
  );
}
