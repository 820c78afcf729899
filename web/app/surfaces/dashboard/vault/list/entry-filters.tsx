import { MagnifyingGlassIcon } from '@castellan/icons/signs/magnifying-glass';
import { QuestionIcon } from '@castellan/icons/signs/question';
import { type Ref, useId, useState } from 'react';
import { classNames } from '../../../../ui/class-names.ts';
import { fieldClass } from '../../../../ui/fields/field-class.ts';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { categoryName } from './categories.ts';
import { SearchHelp } from './search-help.tsx';

/** Which entries are looked at. */
export type EntryShelf = 'all' | 'favourites' | 'trash';

export type EntryFilter = { readonly query: string; readonly category: string | undefined; readonly shelf: EntryShelf };

export const everything: EntryFilter = { query: '', category: undefined, shelf: 'all' };

const shelves: readonly { readonly id: EntryShelf; readonly name: string }[] = [
  { id: 'all', name: 'Entries' },
  { id: 'favourites', name: 'Favourites' },
  { id: 'trash', name: 'Trash' },
];

type EntryFiltersProps = {
  readonly filter: EntryFilter;
  readonly categories: readonly string[];
  readonly found: number;
  readonly searchRef: Ref<HTMLInputElement>;
  readonly onChange: (part: Partial<EntryFilter>) => void;
  readonly onLeave: () => void;
};

/** Search, category and shelf; how many entries they leave is announced. */
export function EntryFilters({ filter, categories, found, searchRef, onChange, onLeave }: EntryFiltersProps) {
  const [helped, setHelped] = useState(false);
  const helpId = useId();
  const options = [{ value: '', name: 'All categories' }, ...categories.map((value) => ({ value, name: categoryName(value) }))];
  return (
    <search className="flex flex-col gap-2">
      <div className="relative">
        <Icon drawing={MagnifyingGlassIcon} className="pointer-events-none absolute top-3.5 left-3.5 text-muted" />
        <input
          ref={searchRef}
          type="search"
          aria-label="Search entries"
          aria-keyshortcuts="/"
          placeholder="Search entries"
          autoComplete="off"
          spellCheck={false}
          value={filter.query}
          className={classNames(fieldClass, 'pr-12 pl-11')}
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
          className="target absolute top-0.5 right-0.5 inline-grid place-items-center rounded-control text-muted hover:text-ink"
        >
          <Icon drawing={QuestionIcon} />
        </button>
      </div>
      {helped ? (
        <SearchHelp id={helpId} onPick={(example) => onChange({ query: `${filter.query.trimEnd()} ${example}`.trimStart() })} />
      ) : null}
      <SelectField
        label="Category"
        labelHidden
        value={filter.category ?? ''}
        options={options}
        onValue={(value) => onChange({ category: value === '' ? undefined : value })}
      />
      <div className="flex items-center justify-between gap-2">
        <fieldset className="flex" aria-label="Shelf">
          {shelves.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              aria-pressed={filter.shelf === id}
              onClick={() => onChange({ shelf: id })}
              className="target border-b-2 border-transparent px-2.5 text-sm text-muted hover:text-ink aria-pressed:border-copper aria-pressed:text-ink"
            >
              {name}
            </button>
          ))}
        </fieldset>
        <p role="status" className="font-mono text-sm text-muted tabular-nums">
          {found.toLocaleString('en')}
          <span className="sr-only"> found</span>
        </p>
      </div>
    </search>
  );
}
