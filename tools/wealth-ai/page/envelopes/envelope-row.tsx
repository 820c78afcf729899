import { amountFault, exponentOf, formatMinor, parseAmount } from '@castellan/money/amount';
import { useId, useState } from 'react';
import { assignment } from '../../../../web/app/domains/money/envelope-records.ts';
import { moneyText, type Target } from '../../../../web/app/domains/money/money-records.ts';
import { classNames } from '../../../../web/app/ui/class-names.ts';
import { useWealth } from '../wealth-context.tsx';
import { WholeDates } from '../whole-dates.tsx';
import type { Envelope } from './envelopes.ts';
import { type TargetNeed, targetWords } from './targets.ts';

type EnvelopeRowProps = {
  readonly envelope: Envelope;
  readonly target: Target | undefined;
  readonly need: TargetNeed | undefined;
  readonly month: string;
  readonly currency: string;
  readonly onTarget: () => void;
};

/** An envelope as a row: its target in a sentence, what is put in to be typed over, and what is left. */
export function EnvelopeRow({ envelope, target, need, month, currency, onTarget }: EnvelopeRowProps) {
  const { hand, tell } = useWealth();
  const { category, carriedMinor, assignedMinor, activityMinor, availableMinor } = envelope;
  const exponent = exponentOf(currency);
  const faultId = useId();
  const [fault, setFault] = useState<string>();
  const save = (text: string) => {
    const amount = parseAmount(text || '0', exponent);
    setFault(amount.ok ? undefined : amountFault(amount.failure, currency, 'Enter an amount.'));
    if (amount.ok && amount.value !== assignedMinor) void tell(hand.put(assignment(month, category, currency, amount.value)));
  };
  const figure = 'pl-4 text-right whitespace-nowrap';
  return (
    <tr className="border-b border-hairline">
      <th scope="row" className="max-w-64 py-1 text-left font-normal wrap-anywhere">
        {category}
        <button
          type="button"
          onClick={onTarget}
          aria-label={target === undefined ? `Set a target for ${category}` : undefined}
          className={classNames(
            'target block text-left text-sm hover:text-copper',
            need !== undefined && need.behindMinor > 0 ? 'text-amber' : 'text-muted',
          )}
        >
          {target === undefined || need === undefined ? (
            'Set a target'
          ) : (
            <WholeDates text={targetWords(target, need, (minor) => `${moneyText(minor, currency)}\u00a0${currency}`)} />
          )}
        </button>
      </th>
      <td className={classNames(figure, 'text-muted max-sm:hidden')}>{moneyText(carriedMinor, currency)}</td>
      <td className="py-1 pl-4 text-right">
        <input
          key={assignedMinor}
          aria-label={`Put into ${category}`}
          aria-invalid={fault === undefined ? undefined : true}
          aria-describedby={fault === undefined ? undefined : faultId}
          autoComplete="off"
          defaultValue={formatMinor(assignedMinor, exponent)}
          className="min-h-11 w-22 rounded-control border border-edge bg-plate px-2 text-right aria-invalid:border-carmine sm:w-28"
          onBlur={(event) => save(event.currentTarget.value.trim())}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save(event.currentTarget.value.trim());
          }}
        />
        {fault === undefined ? null : (
          <span id={faultId} className="block text-sm text-carmine">
            {fault}
          </span>
        )}
      </td>
      <td className={classNames(figure, 'text-muted max-sm:hidden')}>{moneyText(activityMinor, currency)}</td>
      <td className={classNames(figure, 'font-semibold', availableMinor < 0 && 'text-carmine')}>{moneyText(availableMinor, currency)}</td>
    </tr>
  );
}
