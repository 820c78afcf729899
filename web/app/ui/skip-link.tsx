import type { MouseEvent } from 'react';

/** The first stop of the Tab key: jumps over the navigation to the element with the id `target`. Drawn only while focused. */
export function SkipLink({ target = 'main' }: { readonly target?: string }) {
  return (
    <a
      href={`#${target}`}
      onClick={(event) => jumpTo(target, event)}
      className="sr-only focus:not-sr-only focus:fixed focus:top-4 focus:left-6 focus:z-50 focus:inline-flex focus:min-h-11 focus:items-center focus:rounded-control focus:bg-raised focus:px-5 focus:text-ink"
    >
      Skip to content
    </a>
  );
}

/** Leaves the address alone: many pages keep in its fragment which view is open, and would leave that view. */
function jumpTo(target: string, event: MouseEvent): void {
  const element = document.getElementById(target);
  if (element === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.scrollIntoView();
}
