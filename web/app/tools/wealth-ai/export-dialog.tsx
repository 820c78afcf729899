import { ledgerCsv, ledgerJournal, moneyJson } from '../../domains/money/export-money.ts';
import { logExport } from '../../domains/passport/log-export.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useWealth } from './wealth-context.tsx';

/** Writes the ledger to a file, and says what each form cannot hold. */
export default function ExportDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { book, hand, today, isSample } = useWealth();
  const write = (extension: string, mediaType: string, text: string, form: string) => {
    const content = new Blob([text], { type: mediaType });
    saveFile({ name: `money-${today}.${extension}`, content });
    if (!isSample) logExport(`Money was exported as ${form}`, { records: hand.view.records.length, bytes: content.size });
  };
  return (
    <Dialog
      open={open}
      title="Export money"
      description={`${book.entries.length.toLocaleString('en-GB')} entries of ${book.accounts.length} ${book.accounts.length === 1 ? 'account' : 'accounts'}. The file is readable by whoever has it.`}
      onClose={onClose}
    >
      <ul className="grid gap-3">
        <li>
          <Button tone="ghost" className="w-full" onClick={() => write('json', 'application/json', moneyJson(hand.view.records), 'JSON')}>
            JSON: everything, to be imported here again
          </Button>
        </li>
        <li>
          <Button tone="ghost" className="w-full" onClick={() => write('csv', 'text/csv', ledgerCsv(book), 'CSV')}>
            CSV: the ledger, for a spreadsheet
          </Button>
        </li>
        <li>
          <Button tone="ghost" className="w-full" onClick={() => write('journal', 'text/plain', ledgerJournal(book), 'a journal')}>
            Journal: plain text that hledger reads
          </Button>
        </li>
      </ul>
      <p className="mt-4 text-sm text-muted">
        JSON leaves out the trash alone. CSV and the journal hold accounts and entries, no schedules, envelopes, rates or imports; in CSV a
        split entry is a row for each part, and cells that a spreadsheet would run are defused. In the journal both sides of a transfer
        stand on the day that the money left.
      </p>
    </Dialog>
  );
}
