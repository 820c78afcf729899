import { amountFault, exponentOf, parseAmount } from '@castellan/money/amount';
import { addDays, type Day } from '@castellan/money/day';
import type { Account, Entry } from '../../../web/app/domains/money/money-records.ts';

/** What a typed line says. */
export type QuickEntry = Pick<Entry, 'day' | 'minor' | 'payee' | 'category'>;

/**
 * Reads `12.50 coffee #food`, `+2400 salary`, `8 bus yesterday`: an amount anywhere, spent unless it has a plus; a category behind `#`.
 * `undefined` without an amount.
 */
export function readQuickEntry(line: string, { currency }: Pick<Account, 'currency'>, today: Day): QuickEntry | undefined {
  const words = line.trim().split(/\s+/);
  const at = words.findIndex((word) => /\d/.test(word) && !word.startsWith('#') && parseAmount(word, exponentOf(currency)).ok);
  const amount = parseAmount(words[at] ?? '', exponentOf(currency));
  if (at < 0 || !amount.ok || amount.value === 0) return undefined;
  const isIncome = (words[at] ?? '').startsWith('+');
  const rest = words.filter((_, index) => index !== at);
  const category = rest.find((word) => word.startsWith('#') && word.length > 1)?.slice(1) ?? '';
  const isYesterday = rest.at(-1)?.toLowerCase() === 'yesterday';
  const payee = rest
    .filter((word, index) => !word.startsWith('#') && !(isYesterday && index === rest.length - 1))
    .join(' ')
    .slice(0, 500);
  return {
    ...{ payee, category: category.slice(0, 80), day: isYesterday ? addDays(today, -1) : today },
    minor: isIncome ? Math.abs(amount.value) : -Math.abs(amount.value),
  };
}

/** Why a line is no entry, in a sentence. */
export function quickFault(line: string, { currency }: Pick<Account, 'currency'>): string {
  const failures = line.split(/\s+/).map((word) => parseAmount(word, exponentOf(currency)));
  const precise = failures.find((one) => !one.ok && one.failure.code === 'too_precise');
  return amountFault(precise?.ok === false ? precise.failure : undefined, currency, 'Say an amount, such as 12.50 coffee #food.');
}
