import { exponentOf, formatMinor, isCurrency, parseAmount } from '@castellan/money/amount';
import type { Day } from '@castellan/money/day';
import type { PayFields } from './pay-plan.ts';
import { rhythmWords, ruleOf } from './rhythm-words.ts';

/**
 * Reads a typed line: `Salary 3200 EUR 25`, `2840,50 last`, `Acme 1.950 CHF 15th`. The first number is the net pay, a second one the
 * day of the month (its last where none is given), three capital letters the currency (`usual` otherwise), the rest its name.
 * `undefined` where there is no amount above zero, or the day is none.
 */
export function readPayLine(line: string, usual: string, today: Day): PayFields | undefined {
  const words = line.split(/\s+/).filter((word) => word !== '');
  const currency = words.find(isCurrency) ?? usual;
  const [amount, day, ...more] = words.filter((word) => /^[€$£¥]?\d[\d.,'’]*(?:st|nd|rd|th|[€$£¥])?$/i.test(word));
  const minor = amount === undefined ? undefined : parseAmount(amount, exponentOf(currency));
  if (minor?.ok !== true || minor.value <= 0 || minor.value > largestPay || more.length > 0) return undefined;
  const monthDay = day === undefined ? 31 : dayOfMonth(day);
  if (monthDay === undefined) return undefined;
  const given = [currency, amount, day];
  const name = words.filter((word) => !given.includes(word) && !/^last$/i.test(word)).join(' ');
  return {
    ...{ name: name.slice(0, 80) || 'Salary', net_pay_minor: minor.value, currency, anchor: today, shift: 'prev' },
    ...{ rrule: ruleOf({ kind: 'month-day', day: monthDay }), country: '', region: '', hours_per_week: 40, work_starts: '09:00' },
  };
}

/** What a read line would become, in words. */
export function payFacts({ net_pay_minor, currency, rrule, anchor }: PayFields): readonly string[] {
  return [`${formatMinor(net_pay_minor, exponentOf(currency))} ${currency}`, rhythmWords(rrule, anchor)];
}

/** As the sealed record admits it. */
const largestPay = 1_000_000_000_000;

function dayOfMonth(word: string): number | undefined {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th|\.)?$/i.exec(word) ?? [];
  const day = Number(digits);
  return day >= 1 && day <= 31 ? day : undefined;
}
