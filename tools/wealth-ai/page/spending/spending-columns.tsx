import { moneyText } from '../../../../web/app/domains/money/money-records.ts';
import { classNames } from '../../../../web/app/ui/class-names.ts';
import { scale } from '../../../../web/app/ui/plot/scale.ts';

type SpendingColumnsProps = {
  readonly label: string;
  readonly currency: string;
  /** A month each: its name in words, what stands below it, what was spent, and what of it the chosen category was. */
  readonly columns: readonly {
    readonly month: string;
    readonly name: string;
    readonly mark: string;
    readonly minor: number;
    readonly partMinor: number | undefined;
  }[];
  readonly chosen: string | undefined;
  readonly onChoose: (month: string) => void;
};

const [lineCount, height] = [9, 120];

/** What each month came to as engraved columns, each a button that leads to its entries. The chosen category stands out of the whole. */
export function SpendingColumns({ label, currency, columns, chosen, onChoose }: SpendingColumnsProps) {
  const tall = scale([0, Math.max(1, ...columns.map(({ minor }) => minor))], [0, height]);
  return (
    <ol aria-label={label} className="grid auto-cols-[minmax(1.5rem,1fr)] grid-flow-col items-end overflow-x-auto border-b border-ink">
      {columns.map(({ month, name, mark, minor, partMinor }) => {
        const part = partMinor ?? minor;
        return (
          <li key={month}>
            <button
              type="button"
              aria-pressed={month === chosen}
              aria-label={`${name}: ${moneyText(part, currency)} ${currency}`}
              onClick={() => onChoose(month)}
              className={classNames('block w-full hover:bg-raised', month === chosen && 'bg-raised')}
            >
              <svg
                aria-hidden="true"
                viewBox={`-3 0 ${lineCount * 3 + 7} ${height}`}
                preserveAspectRatio="none"
                className="block h-44 w-full"
              >
                {partMinor === undefined ? null : <Engraving tall={tall(Math.max(0, minor))} ink="var(--hairline)" />}
                <Engraving tall={tall(Math.max(0, part))} ink={month === chosen ? 'var(--copper)' : 'var(--verdigris)'} />
              </svg>
              <span className={classNames('block py-1 font-mono text-sm', month === chosen ? 'text-ink' : 'text-muted')}>{mark}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** Lines side by side, the outer ones finer, as a burin shades a round column. */
const burin = Array.from({ length: lineCount }, (_, at) => {
  const width = 0.7 + 1.3 * Math.sin(((at + 1) / (lineCount + 1)) * Math.PI);
  return { x: at * 3 + 2 - width / 2, width };
});

function Engraving({ tall, ink }: { readonly tall: number; readonly ink: string }) {
  return burin.map(({ x, width }) => <rect key={x} x={x} y={height - tall} width={width} height={tall} fill={ink} />);
}
