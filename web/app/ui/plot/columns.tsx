import { scale } from './scale.ts';

type ColumnsProps = {
  readonly label: string;
  /** What each column stands for in words, what stands below it, and how high it is. */
  readonly columns: readonly { readonly name: string; readonly mark: string; readonly count: number }[];
};

const lines = [1, 5, 9, 13, 17];

/** A few columns engraved as fine lines, with their figures in a list for whoever does not see them. */
export function Columns({ label, columns }: ColumnsProps) {
  const height = scale([0, Math.max(1, ...columns.map(({ count }) => count))], [0, 100]);
  return (
    <ol aria-label={label} className="grid auto-cols-fr grid-flow-col items-end gap-1">
      {columns.map(({ name, mark, count }) => {
        const tall = Math.max(1, height(count));
        return (
          <li key={name} className="grid justify-items-center gap-1 text-sm">
            <span aria-hidden="true" className="font-mono text-muted">
              {count === 0 ? '' : count}
            </span>
            <svg aria-hidden="true" viewBox="0 0 20 100" preserveAspectRatio="none" className="h-28 w-full text-copper">
              {lines.map((x) => (
                <rect key={x} x={x} y={100 - tall} width="1.6" height={tall} fill={count === 0 ? 'var(--hairline)' : 'currentColor'} />
              ))}
            </svg>
            <span aria-hidden="true">{mark}</span>
            <span className="sr-only">{`${name}: ${count}`}</span>
          </li>
        );
      })}
    </ol>
  );
}
