import { type ComponentProps, useMemo, useState } from 'react';
import { ImportFrame } from '../../../../web/app/domains/exchange/import-frame.tsx';
import { PlanGroups } from '../../../../web/app/domains/exchange/plan-summary.tsx';
import { assignment } from '../../../../web/app/domains/money/envelope-records.ts';
import { mainCurrency } from '../../../../web/app/domains/money/money-book.ts';
import { type Assignment, type MoneyRecord, money, moneyText } from '../../../../web/app/domains/money/money-records.ts';
import { derivedRecordId } from '../../../../web/app/domains/records/derived-record-id.ts';
import { newRecordId } from '../../../../web/app/domains/records/record.ts';
import { useWealth } from '../wealth-context.tsx';
import { CsvMappingFields, DateOrderField } from './csv-mapping.tsx';
import { planFile, recordsOfPlan } from './plan-file.ts';
import type { OwnMoney } from './read-own-money.ts';
import { largestStatementBytes, type ReadingChoices, type StatementFile } from './statement-file.ts';
import { StatementSummary } from './statement-summary.tsx';
import { type ChosenFile, useStatements } from './use-statements.ts';

/** Reads a bank's file, shows what taking it would do and whether it proves itself, and takes it once the owner says so. */
export default function StatementDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { book, hand } = useWealth();
  const [file, setFile] = useState<ChosenFile>();
  const [isTooLarge, setTooLarge] = useState(false);
  const [choices, setChoices] = useState<ReadingChoices>({ currency: mainCurrency(book) });
  const [into, setInto] = useState<readonly (string | undefined)[]>([]);
  const { reading, isReading } = useStatements(file, choices);
  const fault = isTooLarge ? 'The file is larger than 10 MB.' : reading !== undefined && 'fault' in reading ? reading.fault : undefined;
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
    setTooLarge(chosen !== undefined && chosen.size > largestStatementBytes);
    if (chosen === undefined || chosen.size > largestStatementBytes) return;
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
  const assigned = assignmentsOf(found, choices.currency, new Set([...hand.view.byId.keys(), ...hand.view.removed.map(({ id }) => id)]));
  const fresh = planned.reduce((sum, { plan }) => sum + (plan?.fresh.length ?? 0), 0) + ownFresh.length + assigned.fresh.length;
  const count = isDecided ? fresh + confirmed : 0;
  const take = async () => {
    const records: readonly MoneyRecord[] = [...recordsOfPlan(planned, hand.view.byId), ...ownFresh, ...assigned.fresh];
    const batchId = newRecordId();
    if (!(await hand.addImport(batchId, file?.name ?? 'A file', records, new Date())).ok) return undefined;
    return { fresh, changed: confirmed, takeBack: async () => (await hand.takeImportBack(batchId)).ok };
  };
  return (
    <ImportFrame
      open={open}
      title="Import"
      description="OFX, QFX, QIF, CAMT.053, a bank’s CSV, Actual’s CSV, YNAB’s archive, CSV or JSON, or our own JSON or CSV. Nothing leaves this browser unencrypted."
      accept=".ofx,.qfx,.qif,.xml,.csv,.txt,.json,.zip"
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
        {(found?.planned ?? []).length + (found?.rejected ?? []).length === 0 ? null : <AssignedSummary {...assigned} />}
        {own === undefined ? null : <OwnSummary name={file?.name ?? ''} own={own} known={hand.view.byId} />}
      </div>
    </ImportFrame>
  );
}

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

type Assigned = { readonly fresh: readonly Assignment[]; readonly groups: ComponentProps<typeof PlanGroups>['groups'] };

/** What a budget app's plan puts into envelopes here, and what of it is there already. */
function assignmentsOf(found: StatementFile | undefined, currency: string, known: ReadonlySet<string>): Assigned {
  const all = (found?.planned ?? []).map((one) => ({
    line: one.line,
    record: assignment(one.month, one.category, one.currency ?? currency, one.minor),
  }));
  const [fresh, there] = [all.filter(({ record }) => !known.has(record.id)), all.filter(({ record }) => known.has(record.id))];
  const linesOf = (some: typeof all) =>
    some.map(({ line, record: { month, category, minor, currency: code } }) => ({
      ...{ line, text: `${month} ${category}`, figure: moneyText(minor, code) },
    }));
  const rejected = (found?.rejected ?? []).map(({ line, text, reason }) => ({ line, text: `${reason} ${text}`.trim() }));
  return {
    fresh: fresh.map(({ record }) => record),
    groups: [
      { title: 'New', lines: linesOf(fresh) },
      { title: 'There already', lines: linesOf(there) },
      { title: 'Not taken', isReason: true, lines: rejected },
    ],
  };
}

function AssignedSummary({ groups }: Assigned) {
  return (
    <section aria-label="Put into envelopes" className="border-t border-hairline pt-4">
      <p className="font-semibold">Put into envelopes</p>
      <PlanGroups groups={groups} />
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
