import type { ReactNode } from 'react';
import type { VaultItem } from '../../../../domains/vault/contract/vault-state.ts';
import { classNames } from '../../../../ui/class-names.ts';
import type { EntryShelf } from '../list/entry-filters.tsx';
import type { VaultToolName } from './vault-tool-panel.tsx';

type VaultBarProps = {
  readonly items: readonly VaultItem[];
  readonly shelf: EntryShelf;
  /** The tool that stands in the place of the list. */
  readonly tool: VaultToolName | null;
  /** How many entries the last health check found something wrong with; `null` before there was one. */
  readonly problems: number | null;
  /** Whether there is anything to use a tool on: a vault, and its keys. */
  readonly hasTools: boolean;
  readonly canWrite: boolean;
  readonly onShelf: (shelf: EntryShelf) => void;
  readonly onTool: (name: VaultToolName) => void;
};

const tools: readonly { readonly id: VaultToolName; readonly name: string; readonly writes?: boolean }[] = [
  { id: 'health', name: 'Health' },
  { id: 'security', name: 'Security' },
  { id: 'generator', name: 'Generator' },
  { id: 'import', name: 'Import', writes: true },
  { id: 'export', name: 'Export' },
];

/** What there is to look at in the open vault: at the left what the list shows, at the right what is done with the whole of it. */
export function VaultBar({ items, shelf, tool, problems, hasTools, canWrite, onShelf, onTool }: VaultBarProps) {
  const kept = items.filter(({ details }) => details.trashedAt === null);
  const shelves = [
    { id: 'all', name: 'Entries', count: kept.length },
    { id: 'favourites', name: 'Favourites', count: kept.filter(({ details }) => details.favorite).length },
    { id: 'trash', name: 'Trash', count: items.length - kept.length },
  ] as const;
  return (
    <div className="flex flex-wrap justify-between gap-x-6 border-b border-hairline">
      <fieldset className="-mb-px flex" aria-label="Shelf">
        {shelves.map(({ id, name, count }) => (
          <BarButton key={id} isOn={tool === null && shelf === id} onClick={() => onShelf(id)}>
            {name}
            <span aria-hidden="true" className="ml-1.5 font-semibold tabular-nums">
              {count.toLocaleString('en')}
            </span>
          </BarButton>
        ))}
      </fieldset>
      {hasTools ? (
        <nav aria-label="Vault tools" className="-mb-px flex flex-wrap max-md:w-full max-md:justify-between">
          {tools.map(({ id, name, writes = false }) => (
            <BarButton key={id} isOn={tool === id} disabled={writes && !canWrite} onClick={() => onTool(id)}>
              {name}
              {id === 'health' && problems !== null && problems > 0 ? (
                <span aria-hidden="true" className="ml-1.5 font-semibold text-amber tabular-nums">
                  {problems.toLocaleString('en')}
                </span>
              ) : null}
            </BarButton>
          ))}
        </nav>
      ) : null}
    </div>
  );
}

type BarButtonProps = {
  readonly isOn: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
};

function BarButton({ isOn, disabled = false, onClick, children }: BarButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      disabled={disabled}
      onClick={onClick}
      className={classNames(
        'min-h-11 border-b-2 border-transparent px-3 text-sm whitespace-nowrap text-muted hover:text-ink max-md:px-1',
        'aria-pressed:border-copper aria-pressed:text-ink disabled:opacity-55',
      )}
    >
      {children}
    </button>
  );
}
