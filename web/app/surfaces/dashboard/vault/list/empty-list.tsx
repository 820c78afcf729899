import type { ReactNode } from 'react';
import type { CheckedEntries } from '../../../../domains/vault/entries/entry-search.ts';
import { GhostButton, QuietButton } from '../../../../ui/button.tsx';
import { RosetteLock } from '../unlock/rosette-lock.tsx';
import type { OpenState } from '../vault-context.ts';
import type { EntryFilter } from './entry-filters.tsx';

type EmptyListProps = {
  readonly state: OpenState;
  readonly filter: EntryFilter;
  readonly checked: Partial<CheckedEntries>;
  readonly onAdd: () => void;
  readonly onImport: () => void;
  readonly onReset: () => void;
};

/** Why the list shows nothing, and what to do about it: a vault without entries offers the two ways to the first ones. */
export function EmptyList({ state, filter, checked, onAdd, onImport, onReset }: EmptyListProps) {
  const isUnfiltered = filter.query === '' && filter.category === undefined && filter.shelf === 'all';
  const closed = state.tier === 'none' && state.kind !== 'none';
  if (!isUnfiltered) {
    return (
      <Said text={missingCheckOf(filter.query, checked) ?? emptyShelves[shelfOf(filter)]}>
        <QuietButton onClick={onReset}>Show everything</QuietButton>
      </Said>
    );
  }
  if (closed) return <Said text="The entries are encrypted." />;
  return (
    <div className="grid justify-items-center gap-4 py-8 text-center">
      <RosetteLock status="locked" className="w-40 opacity-40 *:text-edge" />
      <p className="text-muted">No entries yet.</p>
      {state.offline ? null : (
        <div className="flex flex-wrap justify-center gap-3">
          <GhostButton onClick={onAdd}>Add Password</GhostButton>
          <GhostButton onClick={onImport}>Import passwords</GhostButton>
        </div>
      )}
    </div>
  );
}

function Said({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <div className="grid min-h-40 place-items-center text-center text-muted">
      <div>
        <p>{text}</p>
        {children}
      </div>
    </div>
  );
}

const emptyShelves = { found: 'No entries match.', favourites: 'No favourites yet.', trash: 'The trash is empty.' } as const;

function shelfOf({ query, category, shelf }: EntryFilter): keyof typeof emptyShelves {
  return query !== '' || category !== undefined || shelf === 'all' ? 'found' : shelf;
}

/** What to do first, where the query asks for what only a check that was not made knows. */
function missingCheckOf(query: string, checked: Partial<CheckedEntries>): string | undefined {
  if (checked.weak === undefined && /(?:^|\s)-?is:(?:weak|reused)\b/i.test(query))
    return 'Run the health check first: it finds what is weak or reused.';
  if (checked.breached === undefined && /(?:^|\s)-?is:breached\b/i.test(query))
    return 'Check against known breaches first: Health has the button.';
  return undefined;
}
