import { bundlesOf } from '../../../web/app/domains/sealed-bundles/read-bundles.ts';
import ClearExportDialog from '../../../web/app/domains/vault/exports/clear-export-dialog.client.tsx';
import { textFile } from '../../../web/app/domains/vault/exports/text-file.ts';
import { wealthAi } from '../manifest.ts';
import { ledgerCsv, ledgerJournal, moneyJson } from './export-money.ts';
import { useWealth } from './wealth-context.tsx';

/** Writes the ledger to a file. */
export default function ExportMoneyDialog({ onClose }: { readonly onClose: () => void }) {
  const { book, hand, today, isSample } = useWealth();
  const { records } = hand.view;
  return (
    <ClearExportDialog
      app={wealthAi.id}
      what="Money"
      counts={{ records: records.length }}
      records={[{ collection: 'money', ids: bundlesOf(hand.view) }]}
      isSample={isSample}
      title="Export money"
      description={`${book.entries.length.toLocaleString('en-GB')} entries of ${book.accounts.length} ${book.accounts.length === 1 ? 'account' : 'accounts'}.`}
      forms={[
        {
          label: 'JSON: everything, to be imported here again',
          format: 'JSON',
          make: async () => textFile(`money-${today}.json`, 'application/json', moneyJson(records)),
        },
        {
          label: 'CSV: the ledger, for a spreadsheet',
          format: 'CSV',
          make: async () => textFile(`money-${today}.csv`, 'text/csv', ledgerCsv(book)),
        },
        {
          label: 'Journal: plain text that hledger reads',
          format: 'a journal',
          make: async () => textFile(`money-${today}.journal`, 'text/plain', ledgerJournal(book)),
        },
      ]}
      note="JSON leaves out the trash alone. CSV and the journal hold accounts and entries, no schedules, envelopes, targets, rules, rates or imports; in CSV a split entry is a row for each part, an opening balance a row of its day, and cells that a spreadsheet would run are defused; it can be imported here again, without the links of transfers. In the journal both sides of a transfer stand on the day that the money left."
      onClose={onClose}
    />
  );
}
