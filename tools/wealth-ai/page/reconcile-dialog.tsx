import { decimalsText, exponentOf, parseAmount } from '@castellan/money/amount';
import { isDay } from '@castellan/money/day';
import { useState } from 'react';
import { type Account, type Entry, moneyText } from '../../../web/app/domains/money/money-records.ts';
import { Button, GhostButton } from '../../../web/app/ui/button.tsx';
import { Dialog } from '../../../web/app/ui/dialog.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { useWealth } from './wealth-context.tsx';

/** Compares what is cleared with the balance that the bank tells, and marks it as reconciled where the two are equal. */
export function ReconcileDialog({ account, onClose }: { readonly account: Account | undefined; readonly onClose: () => void }) {
  return (
    <Dialog
      open={account !== undefined}
      title="Reconcile"
      description={`${account?.name ?? ''}: the balance that the bank tells, against the entries that are cleared.`}
      onClose={onClose}
    >
      {account === undefined ? null : <ReconcileForm key={account.id} account={account} onClose={onClose} />}
    </Dialog>
  );
}

function ReconcileForm({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) {
  const { book, hand, tell, today } = useWealth();
  const [day, setDay] = useState(today);
  const [text, setText] = useState('');
  const { currency } = account;
  const entries = book.entries.filter((entry) => entry.account === account.id && entry.day <= day && entry.status !== 'open');
  const cleared = entries.reduce((sum, { minor }) => sum + minor, account.opened_on <= day ? account.opening_minor : 0);
  const told = parseAmount(text, exponentOf(currency));
  const difference = told.ok ? told.value - cleared : undefined;
  const waiting = entries.filter(({ status }) => status === 'cleared');
  const finish = async () => {
    const ids = new Set(waiting.map(({ id }) => id));
    const kept = hand.edit((view) => ({
      put: view.records.flatMap((record) =>
        record.kind === 'entry' && ids.has(record.id) ? [{ ...record, status: 'reconciled' } satisfies Entry] : [],
      ),
    }));
    if (await tell(kept, 'Reconciled')) onClose();
  };
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="At the end of" type="date" value={day} onValue={setDay} />
        <TextField
          label="Balance at the bank"
          autoFocus
          autoComplete="off"
          value={text}
          error={told.ok || told.failure.code !== 'too_precise' ? undefined : decimalsText(currency)}
          onValue={setText}
        />
      </div>
      <dl className="grid grid-cols-2 gap-4">
        <div>
          <dt className="money-label">Cleared here</dt>
          <dd className="money-figure">{moneyText(cleared, currency)}</dd>
        </div>
        <div>
          <dt className="money-label">Difference</dt>
          <dd className="money-figure">{difference === undefined ? '–' : moneyText(difference, currency)}</dd>
        </div>
      </dl>
      <p role="status" className="min-h-6">
        {difference === undefined ? null : difference === 0 ? (
          <StatusMark kind="success">{`Equal. ${waiting.length} ${waiting.length === 1 ? 'entry becomes' : 'entries become'} reconciled.`}</StatusMark>
        ) : (
          <StatusMark kind="warning">An entry is missing, doubled, wrong, or not marked as cleared.</StatusMark>
        )}
      </p>
      <div className="flex justify-end">
        {difference === 0 && isDay(day) ? (
          <Button onClick={() => void finish()}>Reconcile</Button>
        ) : (
          <GhostButton onClick={onClose}>Close</GhostButton>
        )}
      </div>
    </div>
  );
}
