import { exponentOf, parseAmount } from '@castellan/money/amount';
import { useState } from 'react';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { hourlyMinor, hoursPerDay, hoursText } from './earnings.ts';
import { workCalendarOf } from './holiday-calendar.ts';
import type { PayPlan } from './plan/pay-plan.ts';

const faults = {
  not_a_number: 'Enter an amount.',
  too_precise: 'The currency has fewer digits after the point.',
  too_large: 'This is more than is counted exactly.',
} as const;

/** A price as the work that pays for it. */
export function PricePanel({ plan }: { readonly plan: PayPlan }) {
  const [text, setText] = useState('');
  const price = parseAmount(text, exponentOf(plan.currency));
  const fault =
    text.trim() === '' ? undefined : price.ok ? (price.value < 0 ? 'A price is not below zero.' : undefined) : faults[price.failure.code];
  const hours = price.ok && price.value >= 0 ? price.value / hourlyMinor(plan) : undefined;
  const days = hours === undefined ? 0 : hours / hoursPerDay(plan, workCalendarOf(plan, plan.holidays));
  return (
    <Panel title="What does it cost in work?">
      <TextField
        label={`Price, ${plan.currency}`}
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        value={text}
        onValue={setText}
        error={fault}
      />
      <p role="status" className="mt-3 min-h-14">
        {hours === undefined || fault !== undefined ? (
          <span className="text-muted">Type a price to see the hours of work behind it.</span>
        ) : (
          <>
            <span className="lettering block text-xl tabular-nums">{`${hoursText(hours)} of work`}</span>
            <span className="text-sm text-muted">{daysText(days)}</span>
          </>
        )}
      </p>
    </Panel>
  );
}

function daysText(days: number): string {
  const text = days.toLocaleString('en-GB', { maximumFractionDigits: days < 1 ? 2 : 1 });
  return text === '1' ? '1 working day' : `${text} working days`;
}
