import { useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { classNames } from '../../ui/class-names.ts';

export type View = { readonly id: string; readonly title: string };

/** The view that the address's fragment names; the first where it names none. */
export function useView<const Views extends readonly [View, ...View[]]>(views: Views): Views[number] {
  const { hash } = useLocation();
  // No server sees a fragment: the first drawing in the browser is the server's, or React would draw the whole page again.
  const isHydrated = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  return (isHydrated ? views.find(({ id }) => hash === `#${id}`) : undefined) ?? views[0];
}

/** The parts of a page of which one is shown, as links to their fragments: back and bookmarks work. */
export function ViewLinks({ label, views, current }: { readonly label: string; readonly views: readonly View[]; readonly current: View }) {
  return (
    <nav aria-label={label} className="mt-4 flex gap-x-6 overflow-x-auto border-b border-hairline">
      {views.map(({ id, title }) => (
        <Link
          key={id}
          to={`#${id}`}
          preventScrollReset
          aria-current={id === current.id ? 'page' : undefined}
          className={classNames(
            'target -mb-px inline-flex shrink-0 items-center border-b-2 whitespace-nowrap no-underline',
            id === current.id ? 'border-copper font-semibold text-ink' : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
