import type { SpfStep } from '../knowledge/check-host.ts';
import type { SpfTree } from '../knowledge/spf-tree.ts';

/** Every record that a policy leads to, each set in by its depth, with what it costs on a ruler of ten. */
export function SpfTreeDrawing({ tree }: { readonly tree: SpfTree }) {
  if (tree.record === '' && tree.nodes.every(({ problem }) => problem === ''))
    return <p className="mt-3 text-muted">There is no SPF record.</p>;
  return (
    <>
      <LookupRuler spent={tree.lookups} />
      <ul className="mt-3 border-b border-hairline">
        {tree.nodes.map(({ depth, domain, via, record, lookups, problem }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes, and a domain may be led to twice.
          <li key={index} className="border-t border-hairline py-2" style={{ paddingInlineStart: `${Math.min(depth, 8) * 1.25}rem` }}>
            <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
              <span className="font-semibold break-all">
                {depth === 0 ? domain : `└ ${via || domain}`}
                {depth === 0 ? null : <span className="sr-only"> (at depth {depth})</span>}
              </span>
              <span className="text-muted tabular-nums">
                {lookups} {lookups === 1 ? 'lookup' : 'lookups'}
              </span>
            </p>
            {record === '' ? null : <p className="mt-1 font-mono text-sm text-muted [overflow-wrap:anywhere]">{record}</p>}
            {problem === '' ? null : <p className="mt-1 text-sm text-carmine">{problem}</p>}
          </li>
        ))}
      </ul>
      {tree.isCut ? <p className="mt-2 text-sm text-amber">The policy has more records, which were not read.</p> : null}
    </>
  );
}

function LookupRuler({ spent }: { readonly spent: number }) {
  return (
    <div className="mt-3 flex items-center gap-4">
      <svg aria-hidden="true" viewBox="0 0 204 16" preserveAspectRatio="none" className="h-4 w-full max-w-md">
        {Array.from({ length: 51 }, (_, tick) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the ticks of a ruler have no other name.
            key={tick}
            x={tick * 4}
            y={tick % 5 === 0 ? 0 : 5}
            width="1"
            height={tick % 5 === 0 ? 16 : 11}
            fill={tick > spent * 5 ? 'var(--hairline)' : spent > 10 ? 'var(--carmine)' : 'var(--copper)'}
          />
        ))}
      </svg>
      <p className="text-sm whitespace-nowrap text-muted">
        <b className="lettering text-lg text-ink tabular-nums">{spent}</b> of 10 lookups
      </p>
    </div>
  );
}

const marks: Readonly<Record<SpfStep['outcome'], { readonly sign: string; readonly ink: string }>> = {
  record: { sign: '¶', ink: 'text-muted' },
  match: { sign: '✓', ink: 'text-verdigris' },
  'no match': { sign: '·', ink: 'text-muted' },
  error: { sign: '✕', ink: 'text-carmine' },
  redirect: { sign: '→', ink: 'text-copper' },
};

/** What a receiver does with one mail, step by step. */
export function SpfTrace({ steps }: { readonly steps: readonly SpfStep[] }) {
  return (
    <ol className="mt-3 border-b border-hairline">
      {steps.map(({ depth, domain, term, outcome, detail, lookups }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes, and a term may be tried twice.
          key={index}
          className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] gap-x-3 border-t border-hairline py-2 text-sm"
          style={{ paddingInlineStart: `${Math.min(depth, 8) * 1.25}rem` }}
        >
          <span aria-hidden="true" className={marks[outcome].ink}>
            {marks[outcome].sign}
          </span>
          <span>
            <span className="font-mono [overflow-wrap:anywhere]">{term}</span>
            {outcome === 'record' ? <span className="block text-muted">Record of {domain}</span> : null}
            {detail === '' ? null : <span className="block text-muted [overflow-wrap:anywhere]">{detail}</span>}
          </span>
          <span className="text-right">
            <span className={marks[outcome].ink}>{outcome === 'record' ? '' : outcome}</span>
            <span className="block text-muted tabular-nums">{lookups}/10</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
