import { CaretDownIcon } from '@castellan/icons/arrows/caret-down';
import { useId } from 'react';
import type { Condition } from '../../../domains/security/log-query.ts';
import { QuietButton } from '../../../ui/button.tsx';
import { usePopup } from '../../../ui/hooks/use-popup.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { LogFact } from './log-facts.ts';

type LogNarrowProps = { readonly facts: readonly LogFact[]; readonly onFilter: (condition: Condition) => void };

/** One menu of all that a row's values can narrow the list to, or take out of it. */
export function LogNarrow({ facts, onFilter }: LogNarrowProps) {
  const { isOpen, setOpen, host, button } = usePopup<HTMLDivElement>();
  const id = useId();
  const choose = (condition: Condition) => {
    setOpen(false);
    button.current?.focus();
    onFilter(condition);
  };
  return (
    <div ref={host} className="log-narrow">
      <QuietButton ref={button} aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={() => setOpen(!isOpen)}>
        Filter by this row
        <Icon drawing={CaretDownIcon} />
      </QuietButton>
      {isOpen ? (
        <ul id={id} className="log-narrow-sheet">
          {facts.map(({ label, text, filter }) =>
            filter === undefined ? null : (
              <li key={label}>
                <span className="log-narrow-label">{label}</span>
                <span className="log-narrow-value">{text}</span>
                <button type="button" aria-label={`Filter for this ${label}`} onClick={() => choose({ ...filter, excluded: false })}>
                  Filter for
                </button>
                <button type="button" aria-label={`Filter out this ${label}`} onClick={() => choose({ ...filter, excluded: true })}>
                  Filter out
                </button>
              </li>
            ),
          )}
        </ul>
      ) : null}
    </div>
  );
}
