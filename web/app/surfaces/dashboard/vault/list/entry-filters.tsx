import { MagnifyingGlassIcon } from '@castellan/icons/signs/magnifying-glass';
import { QuestionIcon } from '@castellan/icons/signs/question';
import { lazy, type Ref, Suspense, useId, useState } from 'react';
import { classNames } from '../../../../ui/class-names.ts';
import { fieldClass } from '../../../../ui/fields/field-class.ts';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { categoryName } from '../entries/categories.ts';
import type { EntryOrder } from './entry-order.ts';

// Fetched when it is asked for: the list opens without it.
const SearchHelp = lazy(() => import('./search-help.tsx'));

/** Which entries are looked at. */
export type EntryShelf = 'all' | 'favourites' | 'trash';

export type EntryFilter = {
  readonly query: string;
  readonly category: string | undefined;
  readonly shelf: EntryShelf;
  readonly order: EntryOrder;
};

export const everything: EntryFilter = { query: '', category: undefined, shelf: 'all', order: 'title' };

type EntryFiltersProps = {
  readonly filter: EntryFilter;
  readonly categories: readonly string[];
  readonly searchRef: Ref<HTMLInputElement>;
  readonly onChange: (part: Partial<EntryFilter>) => void;
  readonly onLeave: () => void;
};

/** Search and category. */
export function EntryFilters({ filter, categories, searchRef, onChange, onLeave }: EntryFiltersProps) {
  const [helped, setHelped] = useState(false);
  const helpId = useId();
  const options = [{ value: '', name: 'All categories' }, ...categories.map((value) => ({ value, name: categoryName(value) }))];
  return (
    <search className="flex flex-col gap-2">
      <div className="flex gap-2">
        <div className="relative min-w-0 flex-1">
          <Icon drawing={MagnifyingGlassIcon} className="pointer-events-none absolute top-3.5 left-3 text-muted" />
          <input
            ref={searchRef}
            type="search"
            aria-label="Search entries"
            aria-keyshortcuts="/"
            placeholder="Search entries"
            autoComplete="off"
            spellCheck={false}
            value={filter.query}
            className={classNames(fieldClass, 'pr-10 pl-9')}
            onChange={(event) => onChange({ query: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && filter.query !== '') onChange({ query: '' });
              else if (event.key === 'ArrowDown' || event.key === 'Enter' || event.key === 'Escape') onLeave();
              else return;
              event.preventDefault();
            }}
          />
          <button
            type="button"
            aria-label="Search operators"
            aria-expanded={helped}
            aria-controls={helped ? helpId : undefined}
            onClick={() => setHelped(!helped)}
            className="target absolute top-0.5 right-0 inline-grid place-items-center rounded-control text-muted hover:text-ink"
          >
            <Icon drawing={QuestionIcon} />
          </button>
        </div>
        <SelectField
          label="Category"
          labelHidden
          className="w-40 shrink-0 max-sm:w-36"
          value={filter.category ?? ''}
          options={options}
          onValue={(value) => onChange({ category: value === '' ? undefined : value })}
        />
      </div>
      {helped ? (
        <Suspense>
          <SearchHelp id={helpId} onPick={(example) => onChange({ query: `${filter.query.trimEnd()} ${example}`.trimStart() })} />
        </Suspense>
      ) : null}
    </search>
  );
}
