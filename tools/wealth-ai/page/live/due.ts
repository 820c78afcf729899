import type { Day } from '@castellan/money/day';
import { expectedEntries } from '../../../../web/app/domains/money/expected-entries.ts';
import { liveBook } from '../../../../web/app/domains/money/live-book.ts';
import type { MoneyBook } from '../../../../web/app/domains/money/money-book.ts';
import { moneyText } from '../../../../web/app/domains/money/money-records.ts';
import type { Live } from '../../../../web/app/lib/live.ts';
import type { DueItem } from '../../../tool-live.ts';

/** Bills and income that are due today, or were lately and did not come. */
export default function wealthDue(): Live<readonly DueItem[]> {
  return liveBook(dueOf);
}

/** Of a book on a day. */
export function dueOf(book: MoneyBook, today: Day): readonly DueItem[] {
  return expectedEntries(book, today, 0).map(({ id, schedule: { payee, minor, account }, day }) => {
    const currency = book.accountById.get(account)?.currency ?? '';
    return { id, title: `${payee} ${moneyText(minor, currency)} ${currency}`, day, to: '/wealth-ai#ledger' };
  });
}
