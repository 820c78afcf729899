import type { Day } from '@castellan/money/day';
import { cleanText, type RejectedLine, type Statement, type StatementLine } from './statement.ts';

/** A part of an entry of a budget app's register; most entries have one. */
export type RegisterPart = {
  readonly line: number;
  readonly minor: number;
  readonly payee: string;
  readonly memo: string;
  /** What the app groups its categories by. */
  readonly group: string;
  readonly category: string;
  /** The side of a transfer between the app's accounts. */
  readonly isTransfer: boolean;
  /** The app's own id of it. */
  readonly id?: string;
  /** The app's own id of the transfer's other side. */
  readonly pair?: string;
};

/** An entry of a register, in the account of that name. */
export type RegisterEntry = {
  readonly account: string;
  readonly day: Day;
  readonly status: 'open' | 'cleared' | 'reconciled';
  /** At least one. */
  readonly parts: readonly RegisterPart[];
  /** Of an entry of several parts: its own payee, memo and id. */
  readonly whole?: { readonly payee: string; readonly memo: string; readonly id?: string };
};

/** What a budget app's plan puts into a category in a month; `currency` where the file says it. */
export type PlannedAmount = {
  readonly line: number;
  readonly month: string;
  readonly group: string;
  readonly category: string;
  readonly minor: number;
  readonly currency?: string;
};

/** How categories are called here: by their own name, and with their group where two groups have one of that name. Longest 80 characters. */
export function categoryNamer(
  all: readonly { readonly group: string; readonly category: string }[],
): (one: { readonly group: string; readonly category: string }) => string {
  const groups = new Map<string, Set<string>>();
  for (const { group, category } of all) {
    const known = groups.get(category);
    if (known === undefined) groups.set(category, new Set([group]));
    else known.add(group);
  }
  return ({ group, category }) => cleanText((groups.get(category)?.size ?? 0) > 1 && group !== '' ? `${group}: ${category}` : category, 80);
}

/**
 * A statement for each account of a register. Parts that are sides of transfers become entries of their own, so that both sides can be
 * linked; what is left of a split entry stays one. `format` names the app.
 */
export function statementsOfRegister(
  format: Statement['format'],
  entries: readonly RegisterEntry[],
  rejected: readonly (RejectedLine & { readonly account: string })[],
  nameOf: ReturnType<typeof categoryNamer>,
): readonly Statement[] {
  const statements = new Map<string, { lines: StatementLine[]; rejected: RejectedLine[] }>();
  const of = (account: string) => {
    const known = statements.get(account) ?? { lines: [], rejected: [] };
    statements.set(account, known);
    return known;
  };
  for (const entry of entries) of(entry.account).lines.push(...linesOf(entry, nameOf));
  for (const { account, ...line } of rejected) of(account).rejected.push(line);
  return [...statements].map(([name, own]) => ({ format, name, ...own }));
}

function linesOf({ day, status, parts, whole }: RegisterEntry, nameOf: ReturnType<typeof categoryNamer>): readonly StatementLine[] {
  const apart = parts.length > 1 ? parts.filter(({ isTransfer }) => isTransfer) : [];
  const rest = parts.filter((part) => !apart.includes(part));
  const single = (part: RegisterPart): StatementLine => ({
    ...{ line: part.line, day, status, minor: part.minor, payee: cleanText(part.payee), memo: cleanText(part.memo) },
    ...(part.isTransfer ? { isTransfer: true as const } : {}),
    // A transfer to an account outside of the budget is spent of its category.
    ...(part.isTransfer && part.category === '' ? {} : { category: nameOf(part) }),
    ...(part.pair === undefined ? {} : { pairId: part.pair }),
    ...(part.id === undefined ? {} : { bankId: part.id }),
  });
  const lines = apart.map(single);
  const [first] = rest;
  if (first === undefined) return lines;
  if (rest.length === 1) return [...lines, single(first)];
  const memos = rest.map(({ memo }) => memo).filter((memo) => memo !== '' && memo !== whole?.memo);
  const id = whole?.id ?? first.id;
  const split: StatementLine = {
    ...{ line: first.line, day, status, minor: rest.reduce((sum, { minor }) => sum + minor, 0) },
    ...{ payee: cleanText(whole?.payee || first.payee), memo: cleanText(whole?.memo ?? ''), partsMemo: cleanText(memos.join('; ')) },
    splits: rest.map((part) => ({ category: nameOf(part), minor: part.minor })),
    ...(id === undefined ? {} : { bankId: id }),
  };
  return [...lines, split];
}
