import { fold } from '../../../web/app/domains/commands/rank-commands.ts';
import { explainPayDate, type PayDate } from './pay-dates.ts';

/** A payday with the reason for its date, and whose it is. */
export type NamedPayday = { readonly name: string; readonly date: PayDate };

/** Paydays whose date, reason or name has every one of the words in it, whatever their case and accents; none for no word. */
export function findPaydays(paydays: readonly NamedPayday[], words: string): readonly NamedPayday[] {
  const wanted = fold(words)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (wanted.length === 0) return [];
  return paydays.filter(({ name, date }) => {
    const text = fold(`${name} ${date.day} ${explainPayDate(date)}`);
    return wanted.every((word) => text.includes(word));
  });
}
