import { useMemo, useState } from 'react';
import { mainCurrency } from '../../../../web/app/domains/money/money-book.ts';
import { type MoneyRecord, money } from '../../../../web/app/domains/money/money-records.ts';
import { newRecordId } from '../../../../web/app/domains/records/record.ts';
import { Button, GhostButton } from '../../../../web/app/ui/button.tsx';
import { Dialog } from '../../../../web/app/ui/dialog.tsx';
import { FileField } from '../../../../web/app/ui/fields/file-field.tsx';
import { Progress } from '../../../../web/app/ui/progress.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { useToast } from '../../../../web/app/ui/toast/toast-region.tsx';
import { readMoneyJson } from '../export-money.ts';
import { useWealth } from '../wealth-context.tsx';
import { CsvMappingFields, DateOrderField } from './csv-mapping.tsx';
import { planFile, recordsOfPlan } from './plan-file.ts';
import { largestStatementBytes, type ReadingChoices, type StatementFile } from './read-statements.ts';
import { StatementSummary } from './statement-summary.tsx';
import { type ChosenFile, useStatements } from './use-statements.ts';

/** Reads a bank's file, shows what taking it would do and whether it proves itself, and takes it once the owner says so. */
export default function StatementDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { book, hand, tell } = useWealth();
  const [file, setFile] = useState<ChosenFile>();
  const [fault, setFault] = useState<string>();
  const [choices, setChoices] = useState<ReadingChoices>({ currency: mainCurrency(book) });
  const [into, setInto] = useState<readonly (string | undefined)[]>([]);
  const [own, setOwn] = useState<OwnFile>();
  const show = useToast();
  const choose = async (chosen: File | undefined) => {
    setFile(undefined);
    setOwn(undefined);
    setFault(undefined);
    setInto([]);
    setChoices({ currency: mainCurrency(book) });
    if (chosen === undefined) return;
    if (chosen.size > largestStatementBytes) return setFault('The file is larger than 10 MB.');
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    const ours = readMoneyJson(new TextDecoder().decode(bytes));
    if (ours === undefined) setFile({ name: chosen.name, bytes });
    else setOwn({ name: chosen.name, ...ours });
  };
  const { reading, isReading } = useStatements(file, choices);
  const planned = useMemo(() => {
    if (reading === undefined || 'fault' in reading) return [];
    const removedIds = new Set(hand.view.removed.map(({ id }) => id));
    return planFile(book, reading.statements, { fileName: file?.name ?? '', currency: choices.currency, into, removedIds });
  }, [reading, file, choices, into, book, hand.view]);
  const isDecided = !isReading && planned.every((one) => one.into !== undefined && one.refusal === undefined);
  const total = planned.reduce((sum, { plan }) => sum + (plan?.fresh.length ?? 0), 0) + freshOf(own, hand.view.byId).length;
  const take = async () => {
    const records: readonly MoneyRecord[] = [...recordsOfPlan(planned, hand.view.byId), ...freshOf(own, hand.view.byId)];
    const kept = await tell(hand.addImport(newRecordId(), file?.name ?? own?.name ?? 'A file', records, new Date()));
    if (!kept) return;
    show({ title: 'Imported', description: `${total} new. Undo reverts everything.` });
    onClose();
  };
  const chooseAccount = (index: number, id: string) => {
    setInto(planned.map((_, at) => (at === index ? id || undefined : into[at])));
    // A file without a currency is read again with the decimals of the account.
    const currency = book.accountById.get(id)?.currency;
    if (currency !== undefined && planned[index]?.statement.currency === undefined) setChoices({ ...choices, currency });
  };
  return (
    <Dialog
      open={open}
      title="Import"
      description="OFX, QFX, QIF, CAMT.053, a bank’s CSV, or our own JSON or CSV. Nothing is written before you confirm, and nothing leaves this browser unencrypted."
      onClose={onClose}
      actions={
        total > 0 && isDecided ? (
          <Button onWork={take}>{`Import ${total.toLocaleString('en-GB')}`}</Button>
        ) : (
          <GhostButton onClick={onClose}>Close</GhostButton>
        )
      }
    >
      <FileField label="File" accept=".ofx,.qfx,.qif,.xml,.csv,.txt,.json" onChoose={(chosen) => void choose(chosen)} />
      {file !== undefined && reading === undefined ? (
        <div className="mt-4">
          <Progress label={`Reading ${file.name}`} done={0} total={0} stop={{ label: 'Cancel', onStop: () => void choose(undefined) }} />
        </div>
      ) : null}
      <div role="status" className="mt-4 grid gap-6">
        {fault === undefined ? null : <StatusMark kind="failure">{fault}</StatusMark>}
        {reading !== undefined && 'fault' in reading ? <StatusMark kind="failure">{reading.fault}</StatusMark> : null}
        {reading === undefined || 'fault' in reading ? null : (
          <>
            <ReadingFields reading={reading} choices={choices} onChange={setChoices} />
            {planned.map((one, index) => (
              <StatementSummary
                // biome-ignore lint/suspicious/noArrayIndexKey: a statement has no name of its own, and its place in the file stays.
                key={index}
                planned={one}
                currency={choices.currency}
                encoding={reading.encoding}
                onAccount={(id) => chooseAccount(index, id)}
                onCurrency={(currency) => setChoices({ ...choices, currency })}
              />
            ))}
          </>
        )}
        {own === undefined ? null : <OwnSummary own={own} known={hand.view.byId} />}
      </div>
    </Dialog>
  );
}

type ReadingFieldsProps = {
  readonly reading: StatementFile;
  readonly choices: ReadingChoices;
  readonly onChange: (choices: ReadingChoices) => void;
};

/** What only the owner can tell of a file. */
function ReadingFields({ reading, choices, onChange }: ReadingFieldsProps) {
  return (
    <>
      {reading.csv === undefined ? null : <CsvMappingFields csv={reading.csv} onChange={(mapping) => onChange({ ...choices, mapping })} />}
      {reading.orders.length > 1 ? (
        <DateOrderField
          value={choices.order ?? reading.orders[0] ?? 'mdy'}
          orders={reading.orders}
          onChange={(order) => onChange({ ...choices, order })}
        />
      ) : null}
    </>
  );
}

type OwnFile = { readonly name: string; readonly records: readonly MoneyRecord[]; readonly rejected: readonly string[] };

/** What our own file has and the ledger has not. What is there is left as it is. */
function freshOf(own: OwnFile | undefined, known: ReadonlyMap<string, MoneyRecord>): readonly MoneyRecord[] {
  return own?.records.filter(({ id }) => !known.has(id)) ?? [];
}

function OwnSummary({ own, known }: { readonly own: OwnFile; readonly known: ReadonlyMap<string, MoneyRecord> }) {
  const fresh = freshOf(own, known);
  return (
    <div>
      <p>{`${own.name}: our own JSON`}</p>
      <p className="mt-2 font-semibold">{`New: ${fresh.length}. There already: ${own.records.length - fresh.length}. Not taken: ${own.rejected.length}.`}</p>
      <ul className="text-sm text-muted">
        {fresh.slice(0, 5).map((record) => (
          <li key={record.id}>{money.nameOf(record)}</li>
        ))}
        {own.rejected.slice(0, 8).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </div>
  );
}
