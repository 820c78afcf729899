import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';

/** A tab by its title, which no other of the same tabs has. */
export type Tab = { readonly title: string; readonly content: ReactNode };

type TabsProps = {
  /** What there is to choose from, for screen readers. */
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** The title of the tab that is shown; the first where there is none of that title. */
  readonly chosen: string | undefined;
  readonly onChoose: (title: string) => void;
  /** What stands at the right of the titles. */
  readonly aside?: ReactNode;
};

/** Where the keys lead from one of so many tabs (WAI-ARIA, tabs with automatic activation); elsewhere no key leads. */
function keyTarget(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/** Tabs of which one is shown. Tab reaches the chosen one; arrows, Home and End choose. On paper all are shown, each under its title. */
export function Tabs({ label, tabs, chosen, onChoose, aside }: TabsProps) {
  const id = useId();
  const shown = Math.max(
    0,
    tabs.findIndex(({ title }) => title === chosen),
  );
  const follow = (event: KeyboardEvent<HTMLElement>) => {
    const next = keyTarget(event.key, shown, tabs.length);
    const tab = tabs[next ?? -1];
    if (next === undefined || tab === undefined) return;
    event.preventDefault();
    onChoose(tab.title);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-hairline px-4 print:hidden">
        <div role="tablist" aria-label={label} className="flex gap-x-5" onKeyDown={follow}>
          {tabs.map(({ title }, at) => (
            <button
              key={title}
              type="button"
              role="tab"
              id={`${id}-tab-${at}`}
              aria-controls={`${id}-panel-${at}`}
              aria-selected={at === shown}
              tabIndex={at === shown ? 0 : -1}
              onClick={() => onChoose(title)}
              className={classNames(
                'target -mb-px border-b-2 text-sm',
                at === shown ? 'border-copper font-semibold text-ink' : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {title}
            </button>
          ))}
        </div>
        {aside}
      </div>
      {tabs.map(({ title, content }, at) => (
        <div
          key={title}
          role="tabpanel"
          id={`${id}-panel-${at}`}
          aria-labelledby={`${id}-tab-${at}`}
          className={at === shown ? undefined : 'hidden print:block'}
        >
          <p className="hidden px-4 pt-2 text-sm font-semibold print:block">{title}</p>
          {content}
        </div>
      ))}
    </>
  );
}
