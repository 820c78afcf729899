import { classNames } from '../../../web/app/ui/class-names.ts';
import type { Item } from './threat-answers.ts';
import { dueWords, isOverdue } from './words.ts';

type ThreatItemProps = {
  readonly item: Item;
  readonly today: string;
  /** Its place in the list, from 1; none where the list is not ranked. */
  readonly place?: number;
  /** Has CISA's assessment asked for; none where nobody can be asked. */
  readonly assess?: ((id: string) => void) | undefined;
};

/** One vulnerability: what it is, why it stands where it stands, what to do. */
export function ThreatItem({ item, today, place, assess }: ThreatItemProps) {
  const { id, title, kev, affects, fixedIn, advisories, reason, ssvc } = item;
  const isCve = id.startsWith('CVE-');
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-4 border-t border-hairline py-4">
      <span aria-hidden="true" className="lettering w-8 text-right text-xl text-copper tabular-nums">
        {place}
      </span>
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h3 className="font-semibold wrap-anywhere">
            {title === '' ? id : title}{' '}
            {title === '' ? null : <span className="ml-1 font-mono text-sm font-normal whitespace-nowrap text-muted">{id}</span>}
          </h3>
          {kev === undefined ? null : (
            <span
              className={classNames(
                'text-sm whitespace-nowrap',
                isOverdue(item, today) || affects.length > 0 ? 'text-carmine' : 'text-amber',
              )}
            >
              <span aria-hidden="true">{affects.length > 0 ? '■' : '▲'} </span>
              {`Due ${dueWords(kev.dueOn, today)}`}
            </span>
          )}
        </div>
        <p className="mt-1 text-muted">{reason}</p>
        {fixedIn.length === 0 ? null : (
          <p className="mt-1">
            <span className="text-muted">Fixed in </span>
            <span className="font-mono text-sm wrap-anywhere">{fixedIn.join(', ')}</span>
          </p>
        )}
        <div className="flex flex-wrap items-start gap-x-6">
          <details className="min-w-0 open:basis-full">
            <summary className="cursor-pointer py-3 text-sm text-muted hover:text-ink">Details of {id}</summary>
            <dl className="mb-2 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[9rem_1fr]">
              {affects.length === 0 ? null : <Fact label="Affected">{affects.join(', ')}</Fact>}
              {kev === undefined ? null : (
                <>
                  <Fact label="Product">{`${kev.vendor} ${kev.product}`}</Fact>
                  <Fact label="CISA KEV">{`added ${kev.addedOn}, due ${kev.dueOn}`}</Fact>
                  <Fact label="Required action">{kev.action}</Fact>
                </>
              )}
              {ssvc === undefined ? null : <Fact label="SSVC assessed">{ssvc.assessedAt.slice(0, 10)}</Fact>}
              <Fact label="References">
                <span className="flex flex-wrap gap-x-4">
                  {isCve ? <Outside href={`https://nvd.nist.gov/vuln/detail/${id}`}>NVD</Outside> : null}
                  {advisories.map((advisory) => (
                    <Outside key={advisory} href={`https://osv.dev/vulnerability/${encodeURIComponent(advisory)}`}>
                      {advisory}
                    </Outside>
                  ))}
                </span>
              </Fact>
            </dl>
          </details>
          {ssvc === undefined && isCve && assess !== undefined ? (
            <button
              type="button"
              onClick={() => assess(id)}
              className="target text-sm text-muted underline decoration-1 underline-offset-[6px] hover:text-ink hover:decoration-copper"
            >
              Get CISA SSVC assessment<span className="sr-only">{` of ${id}`}</span>
            </button>
          ) : null}
        </div>
      </div>
    </li>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}

function Outside({ href, children }: { readonly href: string; readonly children: React.ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className="py-1">
      {children}
    </a>
  );
}
