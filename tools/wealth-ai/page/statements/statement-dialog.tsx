import { useMemo, useState } from 'react';
import { ImportFrame } from '../../../../web/app/domains/exchange/import-frame.tsx';
import { PlanGroups } from '../../../../web/app/domains/exchange/plan-summary.tsx';
import { mainCurrency } from '../../../../web/app/domains/money/money-book.ts';
import { type MoneyRecord, money } from '../../../../web/app/domains/money/money-records.ts';
import { derivedRecordId } from '../../../../web/app/domains/records/derived-record-id.ts';
import { newRecordId } from '../../../../web/app/domains/records/record.ts';
import { useWealth } from '../wealth-context.tsx';
import { CsvMappingFields, DateOrderField } from './csv-mapping.tsx';
import { type PlannedKind, planBeside } from './plan-beside.ts';
import { planFile, recordsOfPlan } from './plan-file.ts';
import type { OwnMoney } from './read-own-money.ts';
import { largestBudgetBytes, largestStatementBytes, type ReadingChoices, type StatementFile } from './statement-file.ts';
import { StatementSummary } from './statement-summary.tsx';
import { type ChosenFile, useStatements } from './use-statements.ts';

/** Reads a bank's file, shows what taking it would do and whether it proves itself, and takes it once the owner says so. */
export default function StatementDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { book, hand } = useWealth();
  const [file, setFile] = useState<ChosenFile>();
  const [tooLarge, setTooLarge] = useState<string>();
  const [choices, setChoices] = useState<ReadingChoices>({ currency: mainCurrency(book) });
  const [into, setInto] = useState<readonly (string | undefined)[]>([]);
  const { reading, isReading } = useStatements(file, choices);
  const fault = tooLarge ?? (reading !== undefined && 'fault' in reading ? reading.fault : undefined);
  const found = reading !== undefined && 'statements' in reading ? reading : undefined;
  const own = reading !== undefined && 'own' in reading ? reading.own : undefined;
  const planned = useMemo(() => {
    if (found === undefined) return [];
    const removedIds = new Set(hand.view.removed.flatMap(idsOf));
    return planFile(book, found.statements, { fileName: file?.name ?? '', currency: choices.currency, into, removedIds });
  }, [found, file, choices, into, book, hand.view]);
  const choose = async (chosen: File | undefined) => {
    setFile(undefined);
    setInto([]);
    setChoices({ currency: mainCurrency(book) });
    const isTooLarge = chosen !== undefined && chosen.size > mostBytes(chosen.name);
    setTooLarge(isTooLarge ? `The file is larger than ${mostBytes(chosen.name) / 1_000_000} MB.` : undefined);
    if (chosen === undefined || isTooLarge) return;
    setFile({ name: chosen.name, bytes: new Uint8Array(await chosen.arrayBuffer()) });
  };
  const chooseAccount = (index: number, id: string) => {
    setInto(planned.map((_, at) => (at === index ? id || undefined : into[at])));
    // A file without a currency is read again with the decimals of the account.
    const currency = book.accountById.get(id)?.currency;
    if (currency !== undefined && planned[index]?.statement.currency === undefined) setChoices({ ...choices, currency });
  };
  const ownFresh = freshOf(own, hand.view.byId).map(({ record }) => record);
  const isDecided = !isReading && planned.every((one) => one.into !== undefined && one.refusal === undefined);
  const confirmed = planned.reduce((sum, { plan }) => sum + (plan?.matched.length ?? 0), 0);
  const known = new Set([...hand.view.byId.keys(), ...hand.view.removed.map(({ id }) => id)]);
  const beside = planBeside(found, planned, { book, currency: choices.currency, known });
  const besideFresh = beside.flatMap((kind) => kind.fresh.map(({ record }) => record));
  const fresh = planned.reduce((sum, { plan }) => sum + (plan?.fresh.length ?? 0), 0) + ownFresh.length + besideFresh.length;
  const count = isDecided ? fresh + confirmed : 0;
  const take = async () => {
    const records: readonly MoneyRecord[] = [...recordsOfPlan(planned, hand.view.byId), ...ownFresh, ...besideFresh];
    const batchId = newRecordId();
    if (!(await hand.addImport(batchId, file?.name ?? 'A file', records, new Date())).ok) return undefined;
    return { fresh, changed: confirmed, takeBack: async () => (await hand.takeImportBack(batchId)).ok };
  };
  return (
    <ImportFrame
      open={open}
      title="Import"
      description="OFX, QFX, QIF, CAMT.053, a bank’s CSV, Actual’s export or CSV, YNAB’s archive, CSV or JSON, or our own JSON or CSV. Nothing leaves this browser unencrypted."
      accept=".ofx,.qfx,.qif,.xml,.csv,.txt,.json,.zip,.sqlite"
      onChoose={(chosen) => void choose(chosen)}
      reading={reading === undefined ? file?.name : undefined}
      onStop={() => void choose(undefined)}
      fault={fault}
      count={count}
      take={take}
      onClose={onClose}
    >
      <div className="grid gap-6">
        {found === undefined ? null : <ReadingFields reading={found} choices={choices} onChange={setChoices} />}
        {planned.map((one, index) => (
          <StatementSummary
            // biome-ignore lint/suspicious/noArrayIndexKey: a statement has no name of its own, and its place in the file stays.
            key={index}
            planned={one}
            currency={choices.currency}
            encoding={found?.encoding ?? ''}
            onAccount={(id) => chooseAccount(index, id)}
            onCurrency={(currency) => setChoices({ ...choices, currency })}
          />
        ))}
        {beside.map((kind) => (
          <BesideSummary key={kind.title} kind={kind} />
        ))}
        {(found?.leftOut ?? []).length === 0 ? null : <LeftOut phrases={found?.leftOut ?? []} />}
        {own === undefined ? null : <OwnSummary name={file?.name ?? ''} own={own} known={hand.view.byId} />}
      </div>
    </ImportFrame>
  );
}

/** A whole budget may be larger than a statement. */
const mostBytes = (name: string) => (/\.(zip|sqlite)$/i.test(name) ? largestBudgetBytes : largestStatementBytes);

/** What names a record in the trash: an imported entry by its line, too, whatever id it has. */
const idsOf = (record: MoneyRecord) =>
  record.kind === 'entry' && record.key !== null ? [record.id, derivedRecordId('entry', record.account, record.key)] : [record.id];

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

/** What our own file has and the ledger has not. What is there is left as it is. */
function freshOf(own: OwnMoney | undefined, known: ReadonlyMap<string, MoneyRecord>): OwnMoney['records'] {
  return own?.records.filter(({ record }) => !known.has(record.id)) ?? [];
}

/** What of one kind a budget app's file brings beside its entries. */
function BesideSummary({ kind: { title, fresh, known, rejected } }: { readonly kind: PlannedKind }) {
  return (
    <section aria-label={title} className="border-t border-hairline pt-4">
      <p className="font-semibold">{title}</p>
      <PlanGroups
        groups={[
          { title: 'New', lines: fresh },
          { title: 'There already', lines: known },
          {
            title: 'Not taken',
            isReason: true,
            lines: rejected.map(({ line, text, reason }) => ({ line, text: `${reason} ${text}`.trim() })),
          },
        ]}
      />
    </section>
  );
}

/** What a file has that has no place here. */
function LeftOut({ phrases }: { readonly phrases: readonly string[] }) {
  return (
    <section aria-label="Left out" className="border-t border-hairline pt-4">
      <p className="font-semibold">Left out: it has no place here</p>
      <ul className="mt-3 text-sm text-muted">
        {phrases.map((phrase) => (
          <li key={phrase} className="border-b border-hairline py-1 wrap-anywhere">
            {phrase}
          </li>
        ))}
      </ul>
    </section>
  );
}

type OwnSummaryProps = { readonly name: string; readonly own: OwnMoney; readonly known: ReadonlyMap<string, MoneyRecord> };

function OwnSummary({ name, own: { records, rejected }, known }: OwnSummaryProps) {
  const linesOf = (some: OwnMoney['records']) => some.map(({ line, record }) => ({ line, text: money.nameOf(record) }));
  return (
    <div>
      <p>{`${name}: our own JSON`}</p>
      <PlanGroups
        groups={[
          { title: 'New', lines: linesOf(records.filter(({ record }) => !known.has(record.id))) },
          { title: 'There already', lines: linesOf(records.filter(({ record }) => known.has(record.id))) },
          { title: 'Not taken', isReason: true, lines: rejected.map(({ line, reason }) => ({ line, text: reason })) },
        ]}
      />
    </div>
  );
}
