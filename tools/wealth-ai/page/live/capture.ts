import { openBook } from '../../../../web/app/domains/money/money-book.ts';
import { money, moneyText } from '../../../../web/app/domains/money/money-records.ts';
import { newEntry, usualAccount } from '../../../../web/app/domains/money/new-entry.ts';
import type { CollectionState } from '../../../../web/app/domains/records/collection-state.ts';
import { knownState, withSealer } from '../../../../web/app/domains/records/known-state.ts';
import { openRecords } from '../../../../web/app/domains/records/open-records.ts';
import { createBundlesHand } from '../../../../web/app/domains/sealed-bundles/bundles-hand.ts';
import { readBundles } from '../../../../web/app/domains/sealed-bundles/read-bundles.ts';
import { dayOf } from '../../../../web/app/domains/tasks/day.ts';
import { openLockedLine, sealedHere } from '../../../../web/app/domains/vault/captures/locked-line.ts';
import { vaultOpenness } from '../../../../web/app/domains/vault/vault-openness.ts';
import { browserTimer } from '../../../../web/app/lib/clock.ts';
import type { Capture } from '../../../tool-live.ts';
import { readQuickEntry } from '../quick-entry.ts';
import { undoTool } from '../undo-tool.ts';

/** A typed line becomes an entry of the account that was used last while the vault is open in this tab, and a capture, sealed on this device, while it is not. */
export default function captureEntry(): Capture {
  const feed = openRecords().open(money.collection, undoTool);
  if (vaultOpenness.read()) void knownState(feed);
  const capture = openLockedLine();
  const hand = createBundlesHand(money, { read: () => feed.read().rows, edit: feed.edit });
  const read = (line: string) => {
    const account = usualAccount(openBook(readBundles(money, feed.read().rows).records));
    const quick = account === undefined ? undefined : readQuickEntry(line, account, dayOf(new Date(browserTimer.nowMs())));
    return account === undefined || quick === undefined ? undefined : { account, quick };
  };
  return {
    read: (line) => {
      if (!vaultOpenness.read()) return unreadEntry(line, 'locked');
      const found = read(line);
      if (found === undefined) return unreadEntry(line, feed.read().status);
      const { account, quick } = found;
      const facts = [`${moneyText(quick.minor, account.currency)} ${account.currency}`, account.name, quick.category];
      return { title: quick.payee || 'Entry', facts: facts.filter((fact) => fact !== '') };
    },
    keep: async (line) => {
      if (!vaultOpenness.read()) {
        if (unreadEntry(line, 'locked') === undefined) return false;
        return capture({ kind: 'expense', amount: '', text: line, day: dayOf(new Date(browserTimer.nowMs())) });
      }
      return withSealer(feed, async () => {
        await knownState(feed);
        const found = read(line);
        return found === undefined ? false : (await hand.put(newEntry(found.account.id, found.quick))).ok;
      });
    },
  };
}

const noAccount = { currency: 'EUR' };

/** What is said of a line with an amount for which no account is known: why it cannot be kept, or that it is captured. */
export function unreadEntry(line: string, status: CollectionState<unknown>['status']): ReturnType<Capture['read']> {
  const quick = readQuickEntry(line, noAccount, dayOf(new Date(browserTimer.nowMs())));
  if (quick === undefined) return undefined;
  const facts = {
    locked: [sealedHere],
    ready: ['There is no account yet, so it cannot be saved'],
    failed: ['The accounts cannot be had, so it cannot be saved'],
    loading: [],
  } as const;
  return { title: quick.payee || 'Entry', facts: facts[status] };
}
