import { openBook } from '../../../domains/money/money-book.ts';
import { money, moneyText } from '../../../domains/money/money-records.ts';
import { newEntry, usualAccount } from '../../../domains/money/new-entry.ts';
import { readQuickEntry } from '../../../domains/money/quick-entry.ts';
import { openRecords } from '../../../domains/records/open-records.ts';
import { createBundlesHand } from '../../../domains/sealed-bundles/bundles-hand.ts';
import { readBundles } from '../../../domains/sealed-bundles/read-bundles.ts';
import { dayOf } from '../../../domains/tasks/day.ts';
import { browserTimer } from '../../../lib/clock.ts';
import type { Capture } from '../../tool-live.ts';
import { undoTool } from '../undo-tool.ts';

/** A typed line becomes an entry of the account that was used last. Without the open vault nothing is kept. */
export default function captureEntry(): Capture {
  const feed = openRecords().open(money.collection, undoTool);
  const hand = createBundlesHand(money, { read: () => feed.read().rows, edit: feed.edit });
  const read = (line: string) => {
    const account = usualAccount(openBook(readBundles(money, feed.read().rows).records));
    const quick = account === undefined ? undefined : readQuickEntry(line, account, dayOf(new Date(browserTimer.nowMs())));
    return account === undefined || quick === undefined ? undefined : { account, quick };
  };
  return {
    read: (line) => {
      const found = read(line);
      if (found === undefined) return undefined;
      const { account, quick } = found;
      const facts = [`${moneyText(quick.minor, account.currency)} ${account.currency}`, account.name, quick.category];
      return { title: quick.payee || 'Entry', facts: facts.filter((fact) => fact !== '') };
    },
    keep: async (line) => {
      const found = read(line);
      return found === undefined ? false : (await hand.put(newEntry(found.account.id, found.quick))).ok;
    },
  };
}
