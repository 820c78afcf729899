import { ExportDialog } from '../../../web/app/domains/exchange/export-dialog.tsx';
import { ledgerCsv, ledgerJournal, moneyJson } from './export-money.ts';
import { useWealth } from './wealth-context.tsx';

/** Writes the ledger to a file. */
export default function ExportMoneyDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { book, hand, today, isSample } = useWealth();
  const { records } = hand.view;
  const write = (extension: string, type: string, text: string, form: string) => ({
    ...{ name: `money-${today}.${extension}`, type, text },
    logged: isSample ? undefined : ([`Money was exported as ${form}`, { records: records.length }] as const),
  });
  return (
    <ExportDialog
      open={open}
      title="Export money"
      description={`${book.entries.length.toLocaleString('en-GB')} entries of ${book.accounts.length} ${book.accounts.length === 1 ? 'account' : 'accounts'}. The file is readable by whoever has it.`}
      forms={[
        {
          label: 'JSON: everything, to be imported here again',
          write: () => write('json', 'application/json', moneyJson(records), 'JSON'),
        },
        { label: 'CSV: the ledger, for a spreadsheet', write: () => write('csv', 'text/csv', ledgerCsv(book), 'CSV') },
        {
          label: 'Journal: plain text that hledger reads',
          write: () => write('journal', 'text/plain', ledgerJournal(book), 'a journal'),
        },
      ]}
      note="JSON leaves out the trash alone. CSV and the journal hold accounts and entries, no schedules, envelopes, rates or imports; in CSV a split entry is a row for each part, and cells that a spreadsheet would run are defused. In the journal both sides of a transfer stand on the day that the money left."
      onClose={onClose}
    />
  );
}
