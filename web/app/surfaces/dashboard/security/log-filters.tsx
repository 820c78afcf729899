import { MagnifyingGlassIcon } from '@castellan/icons/signs/magnifying-glass';
import { useEffect, useId, useState } from 'react';
import { type LogFilter, logSpans } from '../../../domains/security/log-filter.ts';
import { Icon } from '../../../ui/icon.tsx';

type LogFiltersProps = {
  readonly filter: LogFilter;
  readonly onChange: (change: Partial<LogFilter>) => void;
  readonly problems: readonly string[];
  /** How many rows are left. */
  readonly found: number;
};

/** What narrows the list besides its tabs: search, span of time, and failures alone. */
export function LogFilters({ filter, onChange, problems, found }: LogFiltersProps) {
  const spanId = useId();
  return (
    <div className="log-controls">
      <Search search={filter.search} problems={problems} onSearch={(search) => onChange({ search })} />
      <label htmlFor={spanId} className="sr-only">
        Time
      </label>
      <select
        id={spanId}
        className="field-select"
        value={filter.span}
        onChange={(event) => onChange({ span: logSpans.find(({ id }) => id === event.currentTarget.value)?.id ?? 'all' })}
      >
        {logSpans.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      <label className="log-failed-only">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-copper"
          checked={filter.failedOnly}
          onChange={(event) => onChange({ failedOnly: event.currentTarget.checked })}
        />
        Failed Only
      </label>
      <p role="status" className="sr-only">
        {found} {found === 1 ? 'row' : 'rows'} found
      </p>
    </div>
  );
}

type SearchProps = Pick<LogFiltersProps, 'problems'> & {
  readonly search: string;
  readonly onSearch: (search: string) => void;
};

function Search({ search, problems, onSearch }: SearchProps) {
  const id = useId();
  // The address follows the field a moment later; the field follows the address only where something else changed it.
  const [draft, setDraft] = useState(search);
  const [sent, setSent] = useState(search);
  useEffect(() => {
    if (search === sent) return;
    setSent(search);
    setDraft(search);
  }, [search, sent]);
  return (
    <div className="log-search">
      <Icon drawing={MagnifyingGlassIcon} />
      <input
        type="search"
        aria-label="Search logs"
        aria-describedby={`${id}-hint`}
        placeholder="Search logs..."
        maxLength={500}
        spellCheck={false}
        autoComplete="off"
        value={draft}
        onChange={(event) => {
          setDraft(event.currentTarget.value);
          setSent(event.currentTarget.value);
          onSearch(event.currentTarget.value);
        }}
      />
      <div className="log-search-words">
        <p role="status" className="text-amber empty:hidden">
          {problems.join('. ')}
        </p>
        <p id={`${id}-hint`} className="log-hint">
          Filter by <code>type:</code> <code>ip:</code> <code>status:</code> <code>agent:</code> <code>session:</code> <code>after:</code>{' '}
          <code>before:</code>
        </p>
      </div>
    </div>
  );
}
