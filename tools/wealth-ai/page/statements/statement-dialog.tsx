import { exponentOf } from '@castellan/money/amount';
import { useMemo, useState } from 'react';
import { type MoneyBook, mainCurrency } from '../../../../web/app/domains/money/money-book.ts';
import { type Account, type MoneyRecord, money } from '../../../../web/app/domains/money/money-records.ts';
import { derivedRecordId } from '../../../../web/app/domains/records/derived-record-id.ts';
import { newRecordId } from '../../../../web/app/domains/records/record.ts';
import type { BundlesView } from '../../../../web/app/domains/sealed-bundles/read-bundles.ts';
import { Button, GhostButton } from '../../../../web/app/ui/button.tsx';
import { Dialog } from '../../../../web/app/ui/dialog.tsx';
import { FileField } from '../../../../web/app/ui/fields/file-field.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { useToast } from '../../../../web/app/ui/toast/toast-region.tsx';
import type { Statement } from '../../knowledge/statement.ts';
import { readMoneyJson } from '../export-money.ts';
import { useWealth } from '../wealth-context.tsx';
import { CsvMappingFields, DateOrderField } from './csv-mapping.tsx';
import { accountOfStatement, planStatement, type StatementPlan } from './plan-statement.ts';
import { largestStatementBytes, type ReadingChoices, readStatements, type StatementFile } from './read-statements.ts';
import { StatementSummary } from './statement-summary.tsx';

type ChosenFile = { readonly name: string; readonly bytes: Uint8Array };

/** Reads a bank's file, shows what taking it would do and whether it proves itself, and takes it once the owner says so. */
export default function StatementDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { book, hand, tell } = useWealth();
  const [file, setFile] = useState<ChosenFile>();
  const [fault, setFault] = useState<string>();
  const [choices, setChoices] = useState<ReadingChoices>({ currency: mainCurrency(book) });
  const [accountIds, setAccountIds] = useState<readonly string[]>([]);
  const [own, setOwn] = useState<OwnFile>();
  const show = useToast();
  const choose = async (chosen: File | undefined) => {
    setFile(undefined);
    setOwn(undefined);
    setFault(undefined);
    setAccountIds([]);
    setChoices({ currency: mainCurrency(book) });
    if (chosen === undefined) return;
    if (chosen.size > largestStatementBytes) return setFault('The file is larger than 10 MB.');
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    const ours = readMoneyJson(new TextDecoder().decode(bytes));
    if (ours === undefined) setFile({ name: chosen.name, bytes });
    else setOwn({ name: chosen.name, ...ours });
  };
  const reading = useMemo(() => (file === undefined ? undefined : readStatements(file.bytes, choices)), [file, choices]);
  const plans = useMemo(
    () =>
      reading === undefined || 'fault' in reading ? [] : plansOf(reading, file?.name ?? '', choices.currency, accountIds, book, hand.view),
    [reading, file, choices, accountIds, book, hand.view],
  );
  const wrongCurrency = plans.find(({ statement, account }) => statement.currency !== undefined && statement.currency !== account.currency);
  const total = plans.reduce((sum, { fresh }) => sum + fresh.length, 0) + freshOf(own, hand.view.byId).length;
  const take = async () => {
    const records: readonly MoneyRecord[] = [
      ...plans.flatMap((plan) => [
        ...(plan.isNew ? [plan.account] : []),
        ...plan.fresh,
        ...(plan.record === undefined || hand.view.byId.has(plan.record.id) ? [] : [plan.record]),
      ]),
      ...freshOf(own, hand.view.byId),
    ];
    const kept = await tell(hand.addImport(newRecordId(), file?.name ?? own?.name ?? 'A file', records, new Date()));
    if (!kept) return;
    show({ title: 'Imported', description: `${total} new. Undo takes all of it back.` });
    onClose();
  };
  return (
    <Dialog
      open={open}
      title="Import"
      description="OFX, QFX, QIF, CAMT.053, a bank’s CSV, or our own JSON. Nothing is written before you say so, and nothing of it leaves this browser unsealed."
      onClose={onClose}
      actions={
        total > 0 && wrongCurrency === undefined ? (
          <Button onWork={take}>{`Import ${total.toLocaleString('en-GB')}`}</Button>
        ) : (
          <GhostButton onClick={onClose}>Close</GhostButton>
        )
      }
    >
      <FileField label="File" accept=".ofx,.qfx,.qif,.xml,.csv,.txt,.json" onChoose={(chosen) => void choose(chosen)} />
      <div role="status" className="mt-4 grid gap-6">
        {fault === undefined ? null : <StatusMark kind="failure">{fault}</StatusMark>}
        {reading !== undefined && 'fault' in reading ? <StatusMark kind="failure">{reading.fault}</StatusMark> : null}
        {reading === undefined || 'fault' in reading ? null : (
          <>
            {reading.csv === undefined ? null : (
              <CsvMappingFields csv={reading.csv} onChange={(mapping) => setChoices({ ...choices, mapping })} />
            )}
            {reading.orders.length > 1 ? (
              <DateOrderField
                value={choices.order ?? reading.orders[0] ?? 'mdy'}
                orders={reading.orders}
                onChange={(order) => setChoices({ ...choices, order })}
              />
            ) : null}
            {plans.map((plan, index) => (
              <StatementSummary
                key={plan.account.id}
                plan={plan}
                isNew={plan.isNew}
                encoding={reading.encoding}
                onAccount={(id) => {
                  const ids = plans.map((one, at) => accountIds[at] ?? (one.isNew ? 'new' : one.account.id));
                  setAccountIds(ids.map((before, at) => (at === index ? id : before)));
                  const currency = book.accountById.get(id)?.currency;
                  if (currency !== undefined && exponentOf(currency) !== exponentOf(choices.currency)) setChoices({ ...choices, currency });
                }}
              />
            ))}
          </>
        )}
        {own === undefined ? null : <OwnSummary own={own} known={hand.view.byId} />}
      </div>
    </Dialog>
  );
}

/** What taking each statement of a file would do, into the account that the owner chose or that it is known to be of. */
function plansOf(
  { statements }: StatementFile,
  fileName: string,
  currency: string,
  accountIds: readonly string[],
  book: MoneyBook,
  view: BundlesView<MoneyRecord>,
): readonly (StatementPlan & { readonly isNew: boolean })[] {
  const removed = new Set(view.removed.map(({ id }) => id));
  return statements.map((statement, index) => {
    const chosen = accountIds[index];
    const begun = newAccountOf(statement, currency, fileName, index, (id) => chosen === 'new' && book.accountById.has(id));
    const fitting = accountOfStatement(book.accounts, statement) ?? book.accountById.get(begun.id) ?? onlyAccount(book.accounts);
    const known = chosen === undefined ? fitting : book.accountById.get(chosen);
    const account = known ?? begun;
    return { ...planStatement(book, account, statement, fileName, removed), isNew: known === undefined };
  });
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

const onlyAccount = (accounts: readonly Account[]) => (accounts.length === 1 ? accounts[0] : undefined);

/** The account that a statement begins, where none of the owner's is known to be its own. The same file begins the same one. */
function newAccountOf(
  { account: number, currency: own, lines, openingMinor }: Statement,
  currency: string,
  fileName: string,
  index: number,
  isTaken: (id: string) => boolean,
): Account {
  const shown = number === undefined ? fileName.replace(/\.[^.]+$/, '') : `Account …${number.slice(-4)}`;
  const idOf = (again: number) => derivedRecordId('account', number ?? fileName, String(index), String(again));
  let again = 0;
  while (isTaken(idOf(again))) again += 1;
  const first = lines.map(({ day }) => day).sort()[0];
  return {
    ...{ kind: 'account', id: idOf(again), removed_at: null, batch: null, name: shown.slice(0, 80) || 'Account', type: 'current' },
    ...{ currency: own ?? currency, number: number?.slice(0, 64) ?? '', closed: false },
    ...{ opening_minor: openingMinor ?? 0, opened_on: first ?? '2000-01-01' },
  };
}
