import { MagnifyingGlassIcon } from '@castellan/icons/signs/magnifying-glass';
import { useEffect, useId, useState } from 'react';
import { type LogFilter, logSpans, logTabs } from '../../../domains/security/log-filter.ts';
import { Icon } from '../../../ui/icon.tsx';

type LogFiltersProps = {
  readonly filter: LogFilter;
  readonly onChange: (change: Partial<LogFilter>) => void;
  readonly problems: readonly string[];
  /** How many rows are left. */
  readonly found: number;
};

/** What narrows the list: tabs, search, span of time, and failures alone. */
export function LogFilters({ filter, onChange, problems, found }: LogFiltersProps) {
  const spanId = useId();
  return (
    <div className="space-y-4">
      <fieldset className="log-tabs">
        <legend className="sr-only">Kind of activity</legend>
        {logTabs.map(({ id, title }) => (
          <button key={id} type="button" aria-pressed={filter.tab === id} onClick={() => onChange({ tab: id })}>
            {title}
          </button>
        ))}
      </fieldset>
      <div className="log-controls">
        <Search search={filter.search} problems={problems} onSearch={(search) => onChange({ search })} />
        <div>
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
        </div>
        <label className="flex min-h-12 items-center gap-2.5 whitespace-nowrap">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-copper"
            checked={filter.failedOnly}
            onChange={(event) => onChange({ failedOnly: event.currentTarget.checked })}
          />
          Failed Only
        </label>
      </div>
      <p role="status" className="sr-only">
        {found} {found === 1 ? 'row' : 'rows'} found
      </p>
    </div>
  );
}

function Search({
  search,
  problems,
  onSearch,
}: {
  readonly search: string;
  readonly problems: readonly string[];
  readonly onSearch: (search: string) => void;
}) {
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
    <div>
      <div className="relative">
        <Icon drawing={MagnifyingGlassIcon} className="pointer-events-none absolute top-3.5 left-3.5 text-muted" />
        <input
          type="search"
          aria-label="Search logs"
          aria-describedby={`${id}-hint`}
          placeholder="Search logs..."
          maxLength={500}
          spellCheck={false}
          autoComplete="off"
          className="min-h-12 w-full rounded-control border border-edge bg-plate pr-3.5 pl-11 text-base text-ink placeholder:text-muted"
          value={draft}
          onChange={(event) => {
            setDraft(event.currentTarget.value);
            setSent(event.currentTarget.value);
            onSearch(event.currentTarget.value);
          }}
        />
      </div>
      <p id={`${id}-hint`} className="mt-1.5 font-mono text-sm text-muted">
        Filter by type:, ip:, status:, agent:, session:, after: or before:
      </p>
      <p role="status" className="text-sm text-amber">
        {problems.join('. ')}
      </p>
    </div>
  );
}
