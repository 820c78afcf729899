import { useState } from 'react';
import type { ImportPreview, ImportRejection } from '../../../../domains/vault/contract/vault-tools.ts';
import { QuietButton } from '../../../../ui/button.tsx';

const kindNames = { new: 'new', changed: 'changed', duplicate: 'there already' } as const;

const reasons: Readonly<Record<ImportRejection['reason'], string>> = {
  not_an_item: 'is no item',
  empty: 'is empty',
  too_large: 'is larger than an entry may be',
  columns_missing: 'lacks columns',
  code_unsupported: 'makes codes by a counter or in another way that is not supported',
  not_savable: 'is not in a form an entry can have',
};

const changeNames: Readonly<Record<string, string>> = {
  totp: 'one-time secret',
  expiresAt: 'expiry',
  favorite: 'favourite',
  canary: 'canary mark',
};

/** Rows drawn at once; more are asked for. */
const rowsAtOnce = 100;

/** The dry run of an import: what each item would do, what is refused, what has no place. */
export function ImportTable({ format, preview }: { readonly format: string; readonly preview: ImportPreview }) {
  const { rows, rejected, losses } = preview;
  const count = (kind: string) => rows.filter((row) => row.kind === kind).length;
  const [shown, setShown] = useState(rowsAtOnce);
  const facts = [
    ['new', count('new')],
    ['changed', count('changed')],
    ['there already', count('duplicate')],
    ['rejected', rejected.length],
    ['left behind', losses.length],
  ] as const;
  return (
    <div className="space-y-4">
      <p role="status">{`${format}: ${rows.length === 1 ? '1 entry' : `${rows.length.toLocaleString('en')} entries`} read.`}</p>
      <dl className="flex flex-wrap gap-x-6 gap-y-2 border-y border-hairline py-3">
        {facts.map(([name, number]) => (
          <div key={name} className="flex items-baseline gap-2">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-mono tabular-nums">{number.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
      {rows.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keys.
        <section aria-label="What would be imported" tabIndex={0} className="max-h-96 overflow-auto border-b border-hairline">
          <table className="w-full text-left text-sm">
            <thead className="sticky top-0 bg-surface text-muted">
              <tr>
                <th className="py-2 pr-4 font-normal">Entry</th>
                <th className="py-2 pr-4 font-normal">Username</th>
                <th className="py-2 font-normal">What happens</th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, shown).map((row) => (
                <tr key={row.place} className="border-t border-hairline align-top">
                  <td className="py-2 pr-4 wrap-anywhere">{row.title}</td>
                  <td className="py-2 pr-4 wrap-anywhere">{row.username}</td>
                  <td className="py-2">
                    {row.kind === 'changed'
                      ? `changed: ${row.changes.map((name) => changeNames[name] ?? name).join(', ')}`
                      : kindNames[row.kind]}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {shown < rows.length ? (
        <QuietButton className="-ml-2" onClick={() => setShown(shown + 1000)}>
          {`Show more (${(rows.length - shown).toLocaleString('en')})`}
        </QuietButton>
      ) : null}
      <Notes title="Rejected" lines={rejected.map(({ place, reason }) => `Item ${place} ${reasons[reason]}.`)} />
      <Notes
        title="Skipped: an entry has no field for it"
        lines={losses.map(({ place, title, what }) => (place === 0 ? what : `${title === '' ? `Item ${place}` : title}: ${what}`))}
      />
    </div>
  );
}

function Notes({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <details open={lines.length < 10}>
      <summary className="min-h-11 cursor-pointer py-2">{`${title} (${lines.length.toLocaleString('en')})`}</summary>
      <ul className="max-h-60 list-disc overflow-y-auto pl-5 text-sm text-muted">
        {lines.slice(0, 1000).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
          <li key={index} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </details>
  );
}
