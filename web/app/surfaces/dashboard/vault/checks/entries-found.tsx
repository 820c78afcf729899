import type { ReactNode } from 'react';
import { classNames } from '../../../../ui/class-names.ts';

/** An entry that something was found of. */
export type FoundEntry = { readonly id: string; readonly name: string /** What is said of it at the right. */; readonly aside?: string };

type EntriesFoundProps = {
  readonly title: ReactNode;
  /** What it means, and what to do. */
  readonly text: string;
  readonly entries: readonly FoundEntry[];
  readonly isOpen?: boolean;
  readonly onOpen: (id: string) => void;
};

const maxShown = 500;

/** One finding as a row that unfolds to its entries, each the way to it. */
export function EntriesFound({ title, text, entries, isOpen = false, onOpen }: EntriesFoundProps) {
  return (
    <details open={isOpen} className="record group">
      <summary className="record-line cursor-pointer list-none">
        <span className="min-w-0 flex-1 py-1.5">
          <span className="block leading-snug">{title}</span>
          <span className="block text-sm text-muted">{text}</span>
        </span>
        <span className="tabular-nums">{entries.length.toLocaleString('en-GB')}</span>
        <span aria-hidden="true" className="w-4 text-center text-muted transition-transform group-open:rotate-90">
          ›
        </span>
      </summary>
      <ul className="max-h-80 overflow-y-auto border-t border-hairline pl-4">
        {entries.slice(0, maxShown).map(({ id, name, aside }, at) => (
          <li key={id} className={classNames('record-line', at > 0 && 'border-t border-hairline')}>
            <span className="record-words">
              <button type="button" data-record-title className="record-title" onClick={() => onOpen(id)}>
                {name}
              </button>
            </span>
            {aside === undefined ? null : <span className="text-right text-sm text-carmine">{aside}</span>}
          </li>
        ))}
      </ul>
      {entries.length > maxShown ? (
        <p className="record-note text-sm">{`and ${(entries.length - maxShown).toLocaleString('en-GB')} more`}</p>
      ) : null}
    </details>
  );
}
