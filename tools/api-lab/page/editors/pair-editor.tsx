import { XIcon } from '@castellan/icons/signs/x';
import { lazy, type ReactNode, Suspense, use } from 'react';
import { QuietButton } from '../../../../web/app/ui/button.tsx';
import { fieldClass } from '../../../../web/app/ui/fields/field-class.ts';
import { verbatim } from '../../../../web/app/ui/fields/verbatim.ts';
import { Icon } from '../../../../web/app/ui/icon.tsx';
import type { Pair } from '../model.ts';
import { dropFile } from '../sending/file-memory.ts';
import { VaultContext } from '../vault-values/vault-context.ts';

// Of no use to visitors.
const VaultValue = lazy(() => import('../vault-values/vault-value.tsx'));
const FileChoice = lazy(() => import('./file-choice.tsx'));

type PairEditorProps = {
  readonly label: string;
  readonly pairs: readonly Pair[];
  readonly onChange: (pairs: readonly Pair[]) => void;
  /** What is to be said of a pair under it. */
  readonly remark?: (pair: Pair) => ReactNode;
  /** What a value may be besides text. */
  readonly takes?: 'vault' | 'files';
};

/** Names with values, each of which may be switched off. */
export function PairEditor({ label, pairs, onChange, remark, takes }: PairEditorProps) {
  const hasVault = use(VaultContext) !== undefined;
  const set = (at: number, changed: Partial<Pair>) => onChange(pairs.map((pair, index) => (index === at ? { ...pair, ...changed } : pair)));
  const input = (at: number, part: 'name' | 'value', pair: Pair) => (
    <input
      aria-label={`${label}: ${part === 'name' ? 'name' : 'value'} ${at + 1}`}
      className={`${fieldClass} font-mono text-sm`}
      value={pair[part]}
      {...verbatim}
      placeholder={part === 'name' ? 'Name' : 'Value'}
      onChange={(event) => set(at, { [part]: event.currentTarget.value })}
    />
  );
  const vaultValue = (at: number, { vault, name }: Pair) => (
    <Suspense>
      <VaultValue
        label={`${label}: ${name || at + 1}`}
        chosen={vault}
        onChoose={(chosen) => set(at, chosen === undefined ? { vault: undefined } : { value: '', vault: chosen })}
      />
    </Suspense>
  );
  const valueField = (at: number, pair: Pair) => {
    if (pair.vault !== undefined) return vaultValue(at, pair);
    if (pair.file === undefined) return input(at, 'value', pair);
    return (
      <Suspense>
        <FileChoice label={`${label}: file ${at + 1}`} file={pair.file} onChoose={(file) => set(at, { file })} />
      </Suspense>
    );
  };
  /** The other kinds of value that a pair may have. */
  const below = (at: number, pair: Pair) => {
    if (takes === 'vault' && hasVault && pair.vault === undefined) return <div className="pl-11">{vaultValue(at, pair)}</div>;
    if (takes !== 'files') return null;
    const isFile = pair.file !== undefined;
    return (
      <button
        type="button"
        className="target ml-11 text-sm text-muted hover:text-ink"
        aria-label={`${isFile ? 'Text instead' : 'File instead'}, ${label.toLowerCase()}: ${pair.name || at + 1}`}
        onClick={() => {
          if (pair.file !== undefined) dropFile(pair.file);
          set(at, isFile ? { file: undefined } : { value: '', file: { name: '' } });
        }}
      >
        {isFile ? 'Text instead' : 'File instead'}
      </button>
    );
  };
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
            <div className={`col-start-2 row-start-2 sm:col-start-3 sm:row-start-1 ${pair.file === undefined ? '' : 'mt-2 sm:mt-0'}`}>
              {valueField(at, pair)}
            </div>
            <button
              type="button"
              aria-label={`${label}: remove ${pair.name || at + 1}`}
              className="target col-start-3 row-start-1 grid place-items-center text-muted hover:text-ink sm:col-start-4"
              onClick={() => {
                if (pair.file !== undefined) dropFile(pair.file);
                onChange(pairs.filter((_, index) => index !== at));
              }}
            >
              <Icon drawing={XIcon} />
            </button>
          </div>
          {remark?.(pair)}
          {below(at, pair)}
        </div>
      ))}
      <QuietButton className="mt-1" onClick={() => onChange([...pairs, { name: '', value: '', enabled: true }])}>
        {`Add to ${label.toLowerCase()}`}
      </QuietButton>
    </fieldset>
  );
}
