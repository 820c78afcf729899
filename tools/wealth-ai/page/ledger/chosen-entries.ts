import { useMemo, useReducer } from 'react';
import type { MoneyBook } from '../../../../web/app/domains/money/money-book.ts';
import type { Entry } from '../../../../web/app/domains/money/money-records.ts';
import { type Proportion, sharesByPercent } from '../../../../web/app/domains/money/split-shares.ts';
import { byOwner } from '../rules/rules.ts';

/** Which entries are chosen, and the one that a range begins at. `undefined` while none is being chosen. */
export type Chosen = { readonly ids: ReadonlySet<string>; readonly from: string | undefined } | undefined;

/** `begin` and `end` of choosing, one more or one less, everything to one row, or these. */
export type ChosenStep =
  | { readonly step: 'begin' }
  | { readonly step: 'end' }
  | { readonly step: 'toggle'; readonly id: string }
  | { readonly step: 'range'; readonly id: string; readonly order: readonly string[] }
  | { readonly step: 'all'; readonly ids: readonly string[] };

/** What is chosen after a step. A range goes from the row that was chosen last, either way, and adds to what is chosen. */
export function chooseEntries(chosen: Chosen, step: ChosenStep): Chosen {
  if (step.step === 'end') return undefined;
  const ids = new Set(chosen?.ids);
  if (step.step === 'begin') return chosen ?? { ids, from: undefined };
  if (step.step === 'all') return { ids: new Set(step.ids), from: chosen?.from };
  if (step.step === 'toggle') {
    if (!ids.delete(step.id)) ids.add(step.id);
    return { ids, from: step.id };
  }
  const [from, to] = [step.order.indexOf(chosen?.from ?? step.id), step.order.indexOf(step.id)];
  const first = from < 0 ? to : Math.min(from, to);
  for (const id of step.order.slice(first, Math.max(from, to) + 1)) ids.add(id);
  return { ids, from: step.id };
}

/** The choosing of a list. What is chosen and no longer shown does not count. */
export function useChosen(entries: readonly Entry[]) {
  const [chosen, choose] = useReducer(chooseEntries, undefined);
  const shown = useMemo(() => (chosen === undefined ? [] : entries.filter(({ id }) => chosen.ids.has(id))), [chosen, entries]);
  return { chosen, choose, shown };
}

/** One change for many entries. */
export type BulkChange = {
  readonly category?: string;
  /** Splits each in this proportion, in place of its category or of the parts that it has. */
  readonly splits?: readonly Proportion[];
  readonly payee?: string;
  readonly account?: string;
  readonly status?: 'open' | 'cleared';
};

/** What a change does to many entries: which of them it can change, and why it leaves others, each reason with how often. */
export type BulkPlan = { readonly ids: readonly string[]; readonly left: ReadonlyMap<string, number> };

/**
 * Which entries take a change. A split entry keeps its parts where a category is given, a transfer between accounts of the envelopes has no category, what was
 * reconciled stays in its account as it is, and no entry goes where amounts have another currency or its own other side is.
 */
export function planBulk(book: MoneyBook, entries: readonly Entry[], change: BulkChange): BulkPlan {
  const ids: string[] = [];
  const left = new Map<string, number>();
  const moved = new Set(change.account === undefined ? [] : entries.map(({ id }) => id));
  for (const entry of entries) {
    // Both sides would come into one account.
    const reason = moved.has(entry.transfer ?? '') ? 'both sides of a transfer' : reasonAgainst(book, entry, change);
    if (reason === undefined) ids.push(entry.id);
    else left.set(reason, (left.get(reason) ?? 0) + 1);
  }
  return { ids, left };
}

/** An entry as a change leaves it. */
export function changeEntry(entry: Entry, { splits, ...values }: BulkChange): Entry {
  const parts = splits === undefined ? {} : { category: '', splits: sharesByPercent(entry.minor, splits) };
  return { ...entry, ...values, ...parts, ...(values.category === undefined && splits === undefined ? {} : { by: byOwner }) };
}

function reasonAgainst(book: MoneyBook, entry: Entry, { category, splits, account, status }: BulkChange): string | undefined {
  const other = book.entryById.get(entry.transfer ?? '');
  if (category !== undefined && entry.splits.length > 0) return 'split';
  if ((category ?? splits) !== undefined && other !== undefined && book.accountById.get(other.account)?.off_budget !== true)
    return 'a transfer';
  if ((account !== undefined || status !== undefined) && entry.status === 'reconciled') return 'reconciled';
  if (account !== undefined && book.accountById.get(account)?.currency !== book.accountById.get(entry.account)?.currency)
    return 'in another currency';
  return account !== undefined && other?.account === account ? 'the other side of a transfer' : undefined;
}

/** What was done, in a sentence: how many, and how many were left and why. */
export function bulkWords({ ids, left }: BulkPlan): string {
  const count = (many: number) => `${many.toLocaleString('en-GB')} ${many === 1 ? 'entry' : 'entries'}`;
  const reasons = [...left].map(([reason, many]) => `${many.toLocaleString('en-GB')} ${reason}`).join(', ');
  return `${count(ids.length)} changed${reasons === '' ? '' : `. Left as they are: ${reasons}`}`;
}
