import { useMemo, useState } from 'react';
import { counted } from '../knowledge/counted.ts';
import { leftOutWords, readLeftOut } from '../knowledge/inventory.ts';

/** More of one reason are counted: a list of thousands is read by nobody, and slows the page. */
const maxShown = 200;

/** Components of an inventory that are not looked up, by reason. What is folded away is not drawn. */
export function LeftOutList({ name, text }: { readonly name: string; readonly text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { total, counts, named } = useMemo(() => readLeftOut(text), [text]);
  if (total === 0) return null;
  const reasons = [...counts].sort(([, one], [, other]) => other - one);
  return (
    <details className="min-w-0 basis-full" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="cursor-pointer py-2.5 text-sm text-muted hover:text-ink">
        {`${counted(total, 'component')} not looked up`}
        <span className="sr-only">{` of ${name}`}</span>
      </summary>
      {isOpen
        ? reasons.map(([reason, count]) => {
            const ones = named.filter((one) => one.reason === reason).slice(0, maxShown);
            return (
              <section key={reason} className="mb-4 border-l border-hairline pl-4">
                <h3 className="text-sm font-semibold">{`${count.toLocaleString('en')} ${leftOutWords[reason]}`}</h3>
                <ul className="mt-1 grid gap-x-6 font-mono text-sm sm:grid-cols-2">
                  {ones.map((one) => (
                    <li key={`${one.name}\t${one.version}\t${one.detail}`} className="min-w-0 wrap-anywhere">
                      {[one.name, one.version].filter((part) => part !== '').join(' ')}
                      {one.detail === '' ? null : <span className="text-muted">{` (${one.detail})`}</span>}
                    </li>
                  ))}
                </ul>
                {count > ones.length ? (
                  <p className="mt-1 text-sm text-muted">{`and ${(count - ones.length).toLocaleString('en')} more`}</p>
                ) : null}
              </section>
            );
          })
        : null}
    </details>
  );
}
