import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../visually-hidden.tsx';
import type { LineAids } from './line-controller.ts';

/** What stands below a command line: what Tab found, or the line that a search of the history found. Said once, as it changes. */
export function LineAidsView({ aids }: { readonly aids: LineAids }) {
  const { candidates, chosen, search } = aids;
  return (
    <>
      {search === undefined ? null : (
        <p aria-hidden="true" className="mt-2 min-h-6 wrap-anywhere whitespace-pre-wrap text-muted">
          {search.found ?? 'nothing found yet'}
        </p>
      )}
      {candidates.length === 0 ? null : (
        <p aria-hidden="true" translate="no" className="mt-2 flex max-h-24 flex-wrap gap-x-5 gap-y-0.5 overflow-hidden text-muted">
          {candidates.slice(0, maxShown).map((candidate, place) => (
            <span key={candidate} className={classNames(place === chosen && 'text-copper underline underline-offset-4')}>
              {candidate}
            </span>
          ))}
          {candidates.length > maxShown ? <span>and {candidates.length - maxShown} more</span> : null}
        </p>
      )}
      <VisuallyHidden>
        <span role="status">{said(aids)}</span>
      </VisuallyHidden>
    </>
  );
}

const maxShown = 40;

function said({ candidates, chosen, search, nothing }: LineAids): string {
  if (search !== undefined) return search.found === undefined ? 'Searching the history' : `Found: ${search.found}`;
  if (nothing) return 'Nothing to complete. Press Tab again to leave the line.';
  if (chosen !== undefined) return candidates[chosen] ?? '';
  return candidates.length === 0 ? '' : `${candidates.length} fit: ${candidates.slice(0, maxShown).join(', ')}`;
}
