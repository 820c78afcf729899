import { CheckIcon } from '@castellan/icons/signs/check';
import { XIcon } from '@castellan/icons/signs/x';
import { useEffect, useRef } from 'react';
import { type LogTab, type LogView, logTabs, logViews } from '../../../domains/security/log-filter.ts';
import { Icon } from '../../../ui/icon.tsx';

/** How a view stands, where that is known: sound or not, or how many there are. */
export type ViewMark = 'sound' | 'broken' | number | undefined;

type LogTabsProps = {
  readonly tab: LogTab;
  readonly onTab: (tab: LogTab) => void;
  readonly view: LogView | undefined;
  readonly onView: (view: LogView | undefined) => void;
  readonly marks: Readonly<Record<LogView, ViewMark>>;
  /** The id of what the views are shown in. */
  readonly panelId: string;
};

/** What kinds the list shows, at the left; and what there is beside the list, at the right. */
export function LogTabs({ tab, onTab, view, onView, marks, panelId }: LogTabsProps) {
  // Status opens above the list, so that the chosen tab still says what the list shows.
  const isListShown = view === undefined || view === 'status';
  const row = useRef<HTMLDivElement>(null);
  // On a phone the row is wider than the screen, and a link may have chosen what lies beyond its edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is what is scrolled for.
  useEffect(() => {
    row.current
      ?.querySelector(view === undefined ? '[aria-pressed="true"]' : '[aria-expanded="true"]')
      ?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [tab, view]);
  return (
    <div ref={row} className="log-tabs">
      <fieldset>
        <legend className="sr-only">Kind of activity</legend>
        {logTabs.map(({ id, title }) => (
          <button key={id} type="button" aria-pressed={isListShown && tab === id} onClick={() => onTab(id)}>
            {title}
          </button>
        ))}
      </fieldset>
      <fieldset className="log-views">
        <legend className="sr-only">Beside the list</legend>
        {logViews.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            aria-expanded={view === id}
            aria-controls={view === id ? panelId : undefined}
            onClick={() => onView(view === id ? undefined : id)}
          >
            {title}
            <Mark mark={marks[id]} />
          </button>
        ))}
      </fieldset>
    </div>
  );
}

function Mark({ mark }: { readonly mark: ViewMark }) {
  if (mark === undefined) return null;
  if (typeof mark === 'number') return <b> {mark}</b>;
  return (
    <span className={mark === 'sound' ? 'text-verdigris' : 'text-carmine'}>
      <Icon drawing={mark === 'sound' ? CheckIcon : XIcon} />
      <span className="sr-only">{mark === 'sound' ? ' in order' : ' not in order'}</span>
    </span>
  );
}
