import { liveBook } from '../../../../web/app/domains/money/live-book.ts';
import type { MoneyBook } from '../../../../web/app/domains/money/money-book.ts';
import { moneyText } from '../../../../web/app/domains/money/money-records.ts';
import type { Live } from '../../../../web/app/lib/live.ts';
import type { ToolRecord } from '../../../tool-live.ts';

/** Every account, as the palette finds it. */
export default function wealthRecords(): Live<readonly ToolRecord[]> {
  return liveBook(accountsOf);
}

function accountsOf({ accounts, balances }: MoneyBook): readonly ToolRecord[] {
  return accounts.map(({ id, name, currency }) => ({
    ...{ id, title: name, note: `${moneyText(balances.get(id) ?? 0, currency)} ${currency}` },
    to: `/wealth-ai#ledger?account=${id}`,
  }));
}
