import { useMemo, useState } from 'react';
import { mainCurrency } from '../../../../web/app/domains/money/money-book.ts';
import { moneyText } from '../../../../web/app/domains/money/money-records.ts';
import { QuietButton } from '../../../../web/app/ui/button.tsx';
import { classNames } from '../../../../web/app/ui/class-names.ts';
import { SelectField } from '../../../../web/app/ui/fields/select-field.tsx';
import { Panel } from '../../../../web/app/ui/panel.tsx';
import { PlotTable } from '../../../../web/app/ui/plot/plot-table.tsx';
import { TableFrame } from '../../../../web/app/ui/table-frame.tsx';
import { EntryDialog } from '../entry-dialog.tsx';
import { LedgerList } from '../ledger/ledger-list.tsx';
import { useWealth } from '../wealth-context.tsx';
import { entriesOf, type Spending, spendingOf } from './spending.ts';
import { SpendingColumns } from './spending-columns.tsx';

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthMark = new Intl.DateTimeFormat('en-GB', { month: 'narrow', timeZone: 'UTC' });
const inWords = (month: string, format = monthName) => format.format(new Date(`${month}-01T12:00:00Z`));

/** What was spent by month and category: columns, the figures beside them, and the entries of whichever is pressed. */
export default function SpendingView() {
  const { book, today } = useWealth();
  const [count, setCount] = useState(12);
  const [month, setMonth] = useState(today.slice(0, 7));
  const [category, setCategory] = useState<string>();
  const [editing, setEditing] = useState<string>();
  const currencies = [...new Set(book.accounts.map((account) => account.currency))];
  const [wished, setCurrency] = useState<string>();
  const currency = wished ?? mainCurrency(book);
  const spending = useMemo(() => spendingOf(book, currency, today.slice(0, 7), count), [book, currency, today, count]);
  const at = spending.months.indexOf(month);
  const own = category === undefined ? undefined : spending.spent.find((one) => one.category === category);
  const entries = useMemo(() => entriesOf(book, spending, currency, month, own?.category), [book, spending, currency, month, own]);
  const amount = (minor: number) => `${moneyText(minor, currency)}\u00a0${currency}`;
  const what = own === undefined ? 'Spent' : own.category || 'Without a category';
  return (
    <div className="grid gap-6">
      <Panel title={own === undefined ? `Spending by month, ${currency}` : `${what} by month, ${currency}`}>
        <div className="flex flex-wrap gap-4">
          <SelectField
            label="For"
            value={String(count)}
            options={[6, 12, 24].map((months) => ({ value: String(months), name: `${months} months` }))}
            onValue={(value) => {
              setCount(Number(value));
              setMonth(today.slice(0, 7));
            }}
          />
          {currencies.length > 1 ? (
            <SelectField
              label="Currency"
              value={currency}
              options={currencies.map((code) => ({ value: code, name: code }))}
              onValue={setCurrency}
            />
          ) : null}
        </div>
        <div className="mt-4 grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]">
          <div>
            <SpendingColumns
              label={`${what} by month`}
              currency={currency}
              chosen={month}
              onChoose={setMonth}
              columns={spending.months.map((one, index) => ({
                ...{ month: one, name: inWords(one), mark: inWords(one, monthMark), minor: spending.totals[index] ?? 0 },
                partMinor: own === undefined ? undefined : (own.months[index] ?? 0),
              }))}
            />
            <PlotTable
              label="Spending by category and month"
              summary="By category and month"
              columns={['Month', 'All', ...spending.spent.map((one) => one.category || 'Without a category')]}
              rows={spending.months.map((one, index) => [
                ...([one, moneyText(spending.totals[index] ?? 0, currency)] as const),
                ...spending.spent.map((sums) => moneyText(sums.months[index] ?? 0, currency)),
              ])}
            />
          </div>
          <Categories spending={spending} at={at} currency={currency} chosen={own?.category} onChoose={setCategory} />
        </div>
        <Income spending={spending} at={at} month={inWords(month)} amount={amount} />
      </Panel>
      <Panel
        title={`${what} in ${inWords(month)}: ${amount((own === undefined ? spending.totals : own.months)[at] ?? 0)}`}
        count={entries.length}
        aside={own === undefined ? undefined : <QuietButton onClick={() => setCategory(undefined)}>All categories</QuietButton>}
      >
        {entries.length === 0 ? (
          <p className="text-muted">Nothing.</p>
        ) : (
          <LedgerList key={`${month}${own?.category}`} entries={entries} ofMany chosen={undefined} onOpen={({ id }) => setEditing(id)} />
        )}
      </Panel>
      <EntryDialog id={editing} account={undefined} onClose={() => setEditing(undefined)} />
    </div>
  );
}

type CategoriesProps = {
  readonly spending: Spending;
  /** The place of the chosen month. */
  readonly at: number;
  readonly currency: string;
  readonly chosen: string | undefined;
  readonly onChoose: (category: string | undefined) => void;
};

/** Each category: what it was in the chosen month, in a month on average since the ledger begins, and in all. */
function Categories({ spending: { months, spent, totals }, at, currency, chosen, onChoose }: CategoriesProps) {
  const { book } = useWealth();
  const begun = book.entries[0]?.day.slice(0, 7) ?? '';
  const counted = Math.max(1, months.filter((month) => month >= begun).length);
  const cells = (sums: readonly number[], total: number) =>
    [sums[at] ?? 0, Math.round(total / counted), total].map((minor) => moneyText(minor, currency));
  const all = totals.reduce((sum, minor) => sum + minor, 0);
  if (spent.length === 0) return <p className="text-muted">Nothing was spent in these months.</p>;
  return (
    <TableFrame label="Spending by category">
      <table className="w-full text-sm tabular-nums">
        <thead>
          <tr className="border-b-3 border-double border-edge text-muted">
            <th scope="col" className="py-2 text-left font-normal">
              Category
            </th>
            {[inWords(months[at] ?? '2000-01').split(' ')[0] ?? '', 'Average', 'Total'].map((name, index) => (
              <th key={name} scope="col" className={classNames('py-2 pl-3 text-right font-normal', index === 1 && 'max-sm:hidden')}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[{ category: undefined, months: totals, totalMinor: all }, ...spent].map((one) => (
            <tr key={one.category ?? 'everything'} className="border-b border-hairline">
              <th scope="row" className="text-left font-normal">
                <button
                  type="button"
                  aria-pressed={one.category === chosen}
                  onClick={() => onChoose(one.category === chosen ? undefined : one.category)}
                  className={classNames(
                    'target text-left wrap-anywhere hover:text-copper',
                    one.category === chosen && 'font-semibold text-copper',
                  )}
                >
                  {one.category ?? 'Everything'}
                  {one.category === '' ? 'Without a category' : ''}
                </button>
              </th>
              {cells(one.months, one.totalMinor).map((text, index) => (
                <td
                  key={String(index)}
                  className={classNames('pl-3 text-right whitespace-nowrap', index === 1 && 'text-muted max-sm:hidden')}
                >
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

type IncomeProps = {
  readonly spending: Spending;
  readonly at: number;
  readonly month: string;
  readonly amount: (minor: number) => string;
};

/** What came in the chosen month, in a sentence: it is no spending. */
function Income({ spending: { income, totals }, at, month, amount }: IncomeProps) {
  const came = income.reduce((sum, one) => sum + (one.months[at] ?? 0), 0);
  const left = came - (totals[at] ?? 0);
  return (
    <p className="mt-4 text-sm text-muted">
      {`In ${month} ${amount(came)} came in: ${left < 0 ? `${amount(-left)} less than was spent` : `${amount(left)} more than was spent`}. Transfers between your accounts are neither.`}
    </p>
  );
}
