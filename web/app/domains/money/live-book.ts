import type { Day } from '@castellan/money/day';
import type { Live } from '../../lib/live.ts';
import { liveCollection } from '../records/live-collection.ts';
import { readBundles } from '../sealed-bundles/read-bundles.ts';
import { type MoneyBook, openBook } from './money-book.ts';
import { money } from './money-records.ts';

/** What the owner's money comes to on a day, live. */
export function liveBook<Value>(project: (book: MoneyBook, today: Day) => Value): Live<Value> {
  return liveCollection(money.collection, (rows, today) => project(openBook(readBundles(money, rows).records), today));
}
