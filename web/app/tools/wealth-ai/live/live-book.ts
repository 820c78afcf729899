import type { Day } from '@castellan/money/day';
import { type MoneyBook, openBook } from '../../../domains/money/money-book.ts';
import { money } from '../../../domains/money/money-records.ts';
import { liveCollection } from '../../../domains/records/live-collection.ts';
import { readBundles } from '../../../domains/sealed-bundles/read-bundles.ts';
import type { Live } from '../../../lib/live.ts';

/** What the owner's money comes to on a day, live. */
export function liveBook<Value>(project: (book: MoneyBook, today: Day) => Value): Live<Value> {
  return liveCollection(money.collection, (rows, today) => project(openBook(readBundles(money, rows).records), today));
}
