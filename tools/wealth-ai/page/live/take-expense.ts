import { type MoneyBook, openBook } from '../../../../web/app/domains/money/money-book.ts';
import { money, moneyText } from '../../../../web/app/domains/money/money-records.ts';
import { newEntry, usualAccount } from '../../../../web/app/domains/money/new-entry.ts';
import type { CaptureTaker, TakenCapture } from '../../../../web/app/domains/notes/inbox/capture-taker.ts';
import { openRecords } from '../../../../web/app/domains/records/open-records.ts';
import { newRecordId } from '../../../../web/app/domains/records/record.ts';
import { createBundlesHand } from '../../../../web/app/domains/sealed-bundles/bundles-hand.ts';
import { readBundles } from '../../../../web/app/domains/sealed-bundles/read-bundles.ts';
import { dateLabel } from '../../../../web/app/domains/tasks/day.ts';
import { readQuickEntry } from '../quick-entry.ts';
import { undoTool } from '../undo-tool.ts';

/** Makes an entry of a captured expense, in the account that the owner chooses; the one that was used last stands first. */
export default function takeExpense(): CaptureTaker<'expense'> {
  const feed = openRecords().open(money.collection, undoTool);
  const hand = createBundlesHand(money, { read: () => feed.read().rows, edit: feed.edit });
  let seen: { readonly rows: unknown; readonly book: MoneyBook } | undefined;
  const bookNow = () => {
    const { rows } = feed.read();
    if (seen?.rows !== rows) seen = { rows, book: openBook(readBundles(money, rows).records) };
    return seen.book;
  };
  const read = ({ amount, text, day }: TakenCapture<'expense'>, chosen: string | undefined) => {
    const book = bookNow();
    const account = book.accountById.get(chosen ?? '') ?? usualAccount(book);
    const quick = account === undefined ? undefined : readQuickEntry(`${amount} ${text}`, account, day);
    return { account, quick };
  };
  return {
    status: () => feed.read().status,
    subscribe: feed.subscribe,
    plan: (capture, chosen) => {
      const { account, quick } = read(capture, chosen);
      const typed = `${capture.amount} ${capture.text}`.trim();
      if (account === undefined) return { title: typed, facts: [], fault: 'Make an account in Wealth AI first: an entry belongs to one.' };
      const open = bookNow().accounts.filter(({ closed }) => !closed);
      const options = open.map(({ id, name, currency }) => ({ value: id, name: `${name} (${currency})` }));
      const choice = { label: 'Account', value: account.id, options };
      if (quick === undefined) {
        return { title: typed, facts: [], choice, fault: `There is no amount in ${account.currency} here. Edit it, such as 12.50 coffee.` };
      }
      const facts = [`${moneyText(quick.minor, account.currency)} ${account.currency}`, dateLabel(quick.day, 'short'), quick.category];
      const isThere = bookNow().entryById.has(capture.id);
      return { title: quick.payee || 'Entry', facts: facts.filter((fact) => fact !== ''), choice, isThere };
    },
    keep: async (capture, chosen) => {
      const { account, quick } = read(capture, chosen);
      if (account === undefined || quick === undefined) return false;
      const kept = await hand.edit(({ byId }) => {
        const known = byId.get(capture.id);
        if (known?.kind === 'entry' && known.removed_at === null) return {};
        // Whoever writes this browser's storage chooses a capture's id: no other record is written over.
        return { put: [newEntry(account.id, { ...quick, id: known === undefined ? capture.id : newRecordId() })] };
      });
      return kept.ok;
    },
    undoTool,
  };
}
