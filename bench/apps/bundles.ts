/**
 * `npm run bench -- bundles`: 20,000 entries of a ledger, and ten years of 15 measures a day, each a sealed bundle for each month, from
 * the rows as the browser keeps them to what the page shows first, as the vault's Worker and the page handle them one after the other,
 * in this program's own JavaScript engine. `--write` puts the table into docs/benchmarks.md. Each figure is the best of several rounds:
 * other work on the machine only ever makes one slower.
 */

import { baselineBefore } from '../../tools/health-matrix/page/baseline.ts';
import { cellsByDay } from '../../tools/health-matrix/page/day-values.ts';
import { findHealth, indexHealth } from '../../tools/health-matrix/page/find-health.ts';
import { type HealthRecord, healthBundles } from '../../tools/health-matrix/page/health-records.ts';
import { dayRecord } from '../../tools/health-matrix/page/make-records.ts';
import { metrics } from '../../tools/health-matrix/page/metrics.ts';
import { filterLedger } from '../../tools/wealth-ai/page/ledger/ledger-rows.ts';
import { openBook } from '../../web/app/domains/money/money-book.ts';
import { type MoneyRecord, money } from '../../web/app/domains/money/money-records.ts';
import type { BundledRecord, BundleKind } from '../../web/app/domains/sealed-bundles/bundle-kind.ts';
import { createBundlesHand, createMemorySource } from '../../web/app/domains/sealed-bundles/bundles-hand.ts';
import { type BundlesView, readBundles } from '../../web/app/domains/sealed-bundles/read-bundles.ts';
import { addDays } from '../../web/app/domains/tasks/day.ts';
import { writeTable } from '../written-table.ts';
import { openRows, row, type SealedRow, sealRows } from './bench-vault.ts';

const rounds = 9;
const today = '2026-11-22';
const entryCount = 20_000;
const dayCount = 3_653;
const measures = metrics.slice(0, 15);

const ledger = await sealedBundles(money, ledgerRecords());
const health = await sealedBundles(healthBundles, healthRecords());
const best = new Map<string, number>();
for (let round = 0; round < rounds; round += 1) {
  await measureLedger();
  await measureHealth();
}

const of = (name: string) => best.get(name) ?? Number.NaN;
const table = [
  '| Sealed by the month | Castellan | Limit | Met |',
  '| --- | --- | --- | --- |',
  row(
    `20,000 entries in ${ledger.length} bundles: opened, checked, balanced and in order for the ledger`,
    of('ledger opened') + of('ledger shown'),
    400,
  ),
  row('of that, in the Worker: opened', of('ledger opened')),
  row('search of the ledger, worst of 12 key strokes', of('ledger key'), 100),
  row(
    `10 years of 15 measures in ${health.length} bundles: opened, checked, and four weeks of the matrix beside their medians`,
    of('health opened') + of('health shown'),
    500,
  ),
  row('of that, in the Worker: opened', of('health opened')),
  row('search of ten years of days, worst of 12 key strokes', of('health key'), 100),
].join('\n');
console.log(table);
if (process.argv.includes('--write')) writeTable('bundles', 'npm run bench -- bundles --write', table);

async function measureLedger(): Promise<void> {
  const lap = stopwatch();
  const view = await opened(money, ledger, () => lap('ledger opened'));
  const book = openBook(view.records);
  const shown = filterLedger(book, { account: undefined, query: '', only: 'all' });
  lap('ledger shown');
  if (shown.length !== entryCount) throw new Error('entries are missing');
  type('ledger key', 'lantern 2024', (query) => filterLedger(book, { account: undefined, query, only: 'all' }));
}

async function measureHealth(): Promise<void> {
  const lap = stopwatch();
  const view = await opened(healthBundles, health, () => lap('health opened'));
  const days = cellsByDay(view.records);
  for (let back = 0; back < 28; back += 1) {
    const day = addDays(today, -back);
    for (const { id } of measures) baselineBefore((one) => days.get(one)?.get(id)?.value, day);
  }
  lap('health shown');
  if (days.size !== dayCount) throw new Error('days are missing');
  const index = indexHealth(view.records, days);
  type('health key', 'january 2024', (query) => findHealth(index, query));
}

/** What the page reads of sealed bundles; `onOpened` when the Worker would be done. */
async function opened<Kept extends BundledRecord>(
  kind: BundleKind<Kept>,
  sealed: readonly SealedRow[],
  onOpened: () => void,
): Promise<BundlesView<Kept>> {
  const rows = await openRows(kind.collection.name, sealed);
  onOpened();
  return readBundles(
    kind,
    rows.map((one) => kind.collection.schema.parse(one)),
  );
}

async function sealedBundles<Kept extends BundledRecord>(kind: BundleKind<Kept>, records: readonly Kept[]): Promise<readonly SealedRow[]> {
  const source = createMemorySource(() => undefined);
  const kept = await createBundlesHand(kind, source).put(...records);
  if (!kept.ok) throw new Error(kept.failure.code);
  return sealRows(
    kind.collection.name,
    source.read().map(({ id, month, ...others }) => ({
      ...Object.fromEntries(Object.entries(others).filter(([field]) => field.startsWith('r:'))),
      ...{ id, month },
    })),
  );
}

function ledgerRecords(): readonly MoneyRecord[] {
  const common = { removed_at: null, batch: null };
  const payees = 'Markthalle,Lantern Books,Stadtwerke,Harbour Café,Verkehrsbetriebe,Meridian GmbH,Copper & Sons,Bäckerei Anders'.split(',');
  const categories = ['Groceries', 'Books', 'Power', 'Transport', ''];
  return [
    ...['current', 'savings', 'card'].map(
      (id): MoneyRecord => ({
        ...{ ...common, kind: 'account', id, name: id, type: 'current', currency: 'EUR', opening_minor: 0 },
        ...{ opened_on: '2016-01-01', number: '', closed: false },
      }),
    ),
    ...Array.from(
      { length: entryCount },
      (_, at): MoneyRecord => ({
        ...{ ...common, kind: 'entry', id: crypto.randomUUID(), account: at % 5 === 0 ? 'card' : 'current' },
        ...{ day: addDays(today, -(at % dayCount)), minor: ((at * 7919) % 20_000) - 15_000, payee: payees[at % payees.length] ?? '' },
        ...{ memo: `Reference ${at}`, category: categories[at % categories.length] ?? '', splits: [], transfer: null },
        ...{ status: 'cleared', key: `bank:${at}` },
      }),
    ),
  ];
}

function healthRecords(): readonly HealthRecord[] {
  return Array.from({ length: dayCount }, (_, back) =>
    dayRecord(
      addDays(today, -back),
      'apple',
      Object.fromEntries(
        measures.map(({ id, least, most }, at) => [id, least + Math.round((most - least) * (((back * 31 + at * 17) % 97) / 97) * 10) / 10]),
      ),
    ),
  );
}

/** Types a query letter by letter; keeps the worst stroke of the round. */
function type(name: string, query: string, find: (query: string) => unknown): void {
  const strokes = Array.from(query, (_, at) => {
    const from = performance.now();
    find(query.slice(0, at + 1));
    return performance.now() - from;
  });
  keep(name, Math.max(...strokes));
}

/** Keeps the time since the last call, or since it was made. */
function stopwatch(): (name: string) => void {
  let begin = performance.now();
  return (name) => {
    keep(name, performance.now() - begin);
    begin = performance.now();
  };
}

function keep(name: string, ms: number): void {
  best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, ms));
}
