import { XIcon } from '@phosphor-icons/react/dist/ssr/X';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { fieldClass } from '../../ui/field-class.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Pair } from './model.ts';

type PairEditorProps = {
  readonly label: string;
  readonly pairs: readonly Pair[];
  readonly onChange: (pairs: readonly Pair[]) => void;
  /** What is to be said of a pair under it. */
  readonly remark?: (pair: Pair) => ReactNode;
};

/** Names with values, each of which may be switched off. */
export function PairEditor({ label, pairs, onChange, remark }: PairEditorProps) {
  const set = (at: number, changed: Partial<Pair>) => onChange(pairs.map((pair, index) => (index === at ? { ...pair, ...changed } : pair)));
  const input = (at: number, part: 'name' | 'value', pair: Pair) => (
    <input
      aria-label={`${label}: ${part === 'name' ? 'name' : 'value'} ${at + 1}`}
      className={`${fieldClass} font-mono text-sm`}
      value={pair[part]}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      placeholder={part === 'name' ? 'Name' : 'Value'}
      onChange={(event) => set(at, { [part]: event.currentTarget.value })}
    />
  );
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{label}</legend>
      {pairs.map((pair, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pairs have no names of their own; they are only added at the end.
        <div key={at} className="mt-2">
          <div className="grid grid-cols-[2.75rem_minmax(0,1fr)_2.75rem] items-center sm:grid-cols-[2.75rem_minmax(0,2fr)_minmax(0,3fr)_2.75rem] sm:gap-x-2">
            <label className="target grid place-items-center">
              <span className="sr-only">{`${label}: send ${pair.name || at + 1}`}</span>
              <input
                type="checkbox"
                className="size-5 accent-(--copper)"
                checked={pair.enabled}
                onChange={(event) => set(at, { enabled: event.currentTarget.checked })}
              />
            </label>
            {input(at, 'name', pair)}
            <div className="col-start-2 row-start-2 sm:col-start-3 sm:row-start-1">{input(at, 'value', pair)}</div>
            <button
              type="button"
              aria-label={`${label}: remove ${pair.name || at + 1}`}
              className="target col-start-3 row-start-1 grid place-items-center text-muted hover:text-ink sm:col-start-4"
              onClick={() => onChange(pairs.filter((_, index) => index !== at))}
            >
              <Icon drawing={XIcon} />
            </button>
          </div>
          {remark?.(pair)}
        </div>
      ))}
      <Button tone="quiet" className="mt-1" onClick={() => onChange([...pairs, { name: '', value: '', enabled: true }])}>
        {`Add to ${label.toLowerCase()}`}
      </Button>
    </fieldset>
  );
}
