import { addMonths } from '@castellan/money/day';
import { useMemo, useState } from 'react';
import { assignment } from '../../../../web/app/domains/money/envelope-records.ts';
import { mainCurrency } from '../../../../web/app/domains/money/money-book.ts';
import { moneyText } from '../../../../web/app/domains/money/money-records.ts';
import { QuietButton } from '../../../../web/app/ui/button.tsx';
import { classNames } from '../../../../web/app/ui/class-names.ts';
import { Panel } from '../../../../web/app/ui/panel.tsx';
import { TableFrame } from '../../../../web/app/ui/table-frame.tsx';
import { useWealth } from '../wealth-context.tsx';
import { EnvelopeRow } from './envelope-row.tsx';
import { envelopesOf } from './envelopes.ts';
import { NewEnvelope } from './new-envelope.tsx';
import { StartDialog } from './start-dialog.tsx';
import { TargetDialog } from './target-dialog.tsx';
import { fillTargets, needOf } from './targets.ts';

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Envelopes of a month: what each brought along, what is put in, what was spent, what is left, and what its target still needs. */
export default function EnvelopesView() {
  const { book, today } = useWealth();
  const [month, setMonth] = useState(today.slice(0, 7));
  const [isStarting, setStarting] = useState(false);
  const [aiming, setAiming] = useState<string>();
  const currency = mainCurrency(book);
  const sums = useMemo(() => envelopesOf(book, month, currency), [book, month, currency]);
  const { envelopes, readyMinor } = sums;
  const rows = envelopes.map((envelope) => {
    const target = book.targets.find((one) => one.currency === currency && one.category === envelope.category);
    return { envelope, target, need: target === undefined ? undefined : needOf(target, envelope, month) };
  });
  const move = (by: number) => setMonth(addMonths(`${month}-01`, by).slice(0, 7));
  return (
    <Panel
      title={`Envelopes of ${monthName.format(new Date(`${month}-01T12:00:00Z`))}, ${currency}`}
      aside={
        <span className="-mr-2 flex">
          <QuietButton onClick={() => move(-1)}>Earlier</QuietButton>
          <QuietButton onClick={() => move(1)}>Later</QuietButton>
        </span>
      }
    >
      <p role="status" className={classNames('lettering text-xl', readyMinor < 0 && 'text-carmine')}>
        {readyMinor < 0
          ? `${amountOf(-readyMinor, currency)} more is in envelopes or spent than there is.`
          : `${amountOf(readyMinor, currency)} to put into envelopes.`}
      </p>
      <StartWords currency={currency} month={month} sums={sums} onStart={() => setStarting(true)} />
      <Behind
        month={month}
        currency={currency}
        readyMinor={readyMinor}
        behind={rows.flatMap(({ envelope, need }) =>
          need === undefined || need.behindMinor === 0 ? [] : [{ ...envelope, behindMinor: need.behindMinor }],
        )}
      />
      {envelopes.length === 0 ? (
        <p className="mt-4 text-muted">No envelope yet. Name a category below, and put something in.</p>
      ) : (
        <TableFrame label="Envelopes" className="mt-4">
          <table className="w-full tabular-nums">
            <thead>
              <tr className="border-b-3 border-double border-edge text-left text-sm text-muted">
                <th scope="col" className="py-2 font-normal">
                  Envelope
                </th>
                {['Carried', 'Put in', 'Spent', 'Left'].map((name) => (
                  <th key={name} scope="col" className={classNames('py-2 pl-4 text-right font-normal', wideOnly(name))}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <EnvelopeRow
                  key={`${month}${row.envelope.category}`}
                  {...row}
                  month={month}
                  currency={currency}
                  onTarget={() => setAiming(row.envelope.category)}
                />
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
      <NewEnvelope month={month} currency={currency} />
      <StartDialog currency={isStarting ? currency : undefined} onClose={() => setStarting(false)} />
      <TargetDialog category={aiming} currency={currency} onClose={() => setAiming(undefined)} />
    </Panel>
  );
}

/** A phone shows what is put in and what is left. */
const wideOnly = (name: string) => (name === 'Carried' || name === 'Spent' ? 'max-sm:hidden' : undefined);

/** An amount with its currency, in one piece. */
const amountOf = (minor: number, currency: string) => `${moneyText(minor, currency)}\u00a0${currency}`;

type StartWordsProps = {
  readonly currency: string;
  readonly month: string;
  readonly sums: ReturnType<typeof envelopesOf>;
  readonly onStart: () => void;
};

/** From when on the envelopes count, what counted in none of them, and what the cards have to do with it. */
function StartWords({ currency, month, sums, onStart }: StartWordsProps) {
  const { book } = useWealth();
  const { startMinor, uncountedMinor } = sums;
  const start = book.starts.get(currency);
  const cards = book.accounts.filter(
    (account) =>
      account.type === 'card' && account.currency === currency && account.off_budget !== true && (book.balances.get(account.id) ?? 0) < 0,
  );
  const owed = cards.reduce((sum, { id }) => sum - (book.balances.get(id) ?? 0), 0);
  const from =
    start === undefined
      ? 'Everything counts, from the first entry on.'
      : month < start.slice(0, 7)
        ? `Envelopes begin on ${start}: until then this is what the accounts had.`
        : `Counted from ${start}, with the ${amountOf(startMinor, currency)} that the accounts had before that day.`;
  return (
    <>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-muted">
        {from}
        <QuietButton onClick={onStart}>{start === undefined ? 'Start from today’s balance' : 'Change'}</QuietButton>
      </p>
      {uncountedMinor === 0 ? null : (
        <p className="text-sm text-amber">
          {`${amountOf(uncountedMinor, currency)} was spent without an envelope: it is in none, and is subtracted from what there is to put in.`}
        </p>
      )}
      {owed === 0 ? null : (
        <p className="text-sm text-muted">
          {`${amountOf(owed, currency)} is owed on ${cards.map(({ name }) => name).join(', ')}. Envelopes paid for it at the purchase, so paying the card is a transfer and changes no envelope.`}
        </p>
      )}
    </>
  );
}

type BehindProps = {
  readonly month: string;
  readonly currency: string;
  readonly readyMinor: number;
  readonly behind: readonly { readonly category: string; readonly assignedMinor: number; readonly behindMinor: number }[];
};

/** What all targets of the month still need, and one press that puts it in as far as there is money. */
function Behind({ month, currency, readyMinor, behind }: BehindProps) {
  const { hand, tell } = useWealth();
  if (behind.length === 0) return null;
  const sum = behind.reduce((total, { behindMinor }) => total + behindMinor, 0);
  const filled = fillTargets(behind, readyMinor);
  const all = filled.reduce((total, { minor }) => total + minor, 0);
  const before = new Map(behind.map(({ category, assignedMinor }) => [category, assignedMinor]));
  const put = () =>
    hand.put(...filled.map(({ category, minor }) => assignment(month, category, currency, (before.get(category) ?? 0) + minor)));
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-amber">
      {behind.length === 1
        ? `“${behind[0]?.category}” needs ${amountOf(sum, currency)} more this month.`
        : `${behind.length} envelopes need ${amountOf(sum, currency)} more this month.`}
      {all === 0 ? null : (
        <QuietButton onClick={() => void tell(put(), 'Put into envelopes')}>{`Put in ${amountOf(all, currency)}`}</QuietButton>
      )}
    </p>
  );
}
