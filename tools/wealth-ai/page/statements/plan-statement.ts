import type { MoneyBook } from '../../../../web/app/domains/money/money-book.ts';
import { type Account, type Entry, type ImportedStatement, isLiability } from '../../../../web/app/domains/money/money-records.ts';
import { derivedRecordId } from '../../../../web/app/domains/records/derived-record-id.ts';
import { teachClassifier } from '../../knowledge/classify-payee.ts';
import { keysOfLines, proveStatement, type RejectedLine, type Statement, type StatementProof } from '../../knowledge/statement.ts';

/** What importing a statement into an account would do; nothing is written yet. */
export type StatementPlan = {
  readonly account: Account;
  readonly statement: Statement;
  readonly fresh: readonly Entry[];
  /** Lines that are there from an earlier import. */
  readonly duplicates: number;
  /** New lines of a day and an amount that the account has in an entry of another source. */
  readonly alike: number;
  readonly rejected: readonly RejectedLine[];
  readonly proof: StatementProof;
  /** Where the opening balance is from, when the file has none. */
  readonly openingFrom: 'file' | 'previous statement' | 'account' | undefined;
  readonly record: ImportedStatement | undefined;
};

/** Sureness from which on a category is suggested with an import. */
const sureEnough = 0.8;

/**
 * Compares a statement with the account. The same line read again is the same record, so that a file read twice adds nothing.
 * `removedIds`: entries in the trash, which an import does not bring back.
 */
export function planStatement(
  book: MoneyBook,
  account: Account,
  statement: Statement,
  fileName: string,
  removedIds: ReadonlySet<string> = new Set(),
): StatementPlan {
  const own = book.entries.filter((entry) => entry.account === account.id);
  const known = new Set(own.flatMap(({ key }) => (key === null ? [] : [key])));
  const unnamed = new Set(own.map(({ day, minor }) => `${day}|${minor}`));
  const classify = teachClassifier(book.entries.filter(({ category, transfer }) => category !== '' && transfer === null));
  const keys = keysOfLines(statement.lines);
  const fresh: Entry[] = [];
  let duplicates = 0;
  let alike = 0;
  for (const [index, { day, minor, payee, memo, category }] of statement.lines.entries()) {
    const key = keys[index] ?? '';
    const id = derivedRecordId('entry', account.id, key);
    if (known.has(key) || book.entryById.has(id) || removedIds.has(id)) {
      duplicates += 1;
      continue;
    }
    if (unnamed.has(`${day}|${minor}`)) alike += 1;
    const guess = category === undefined || category === '' ? classify({ payee, memo, minor }) : undefined;
    const guessed = guess !== undefined && guess.certainty >= sureEnough ? guess.category : '';
    fresh.push({
      ...{ kind: 'entry', id, removed_at: null, batch: null, account: account.id, day, minor, payee, memo },
      ...{ category: category || guessed, splits: [], transfer: null, status: 'cleared', key },
    });
  }
  const { openingMinor, from: openingFrom } = openingOf(book, account, statement, own, fresh.length);
  const proof = proveStatement(statement, openingMinor);
  const days = statement.lines.map(({ day }) => day).sort();
  const [first, last] = [days[0], days.at(-1)];
  const record: ImportedStatement | undefined =
    first === undefined || last === undefined
      ? undefined
      : {
          ...{
            kind: 'statement',
            id: derivedRecordId('statement', account.id, first, last, String(statement.closingMinor), String(days.length)),
          },
          ...{ removed_at: null, batch: null, account: account.id, name: fileName.slice(0, 200), from: first, to: last },
          closing_minor: statement.closingMinor ?? null,
          off_by_minor: proof.verdict === 'proven' ? 0 : proof.verdict === 'differs' ? proof.byMinor : null,
        };
  return { account, statement, fresh, duplicates, alike, rejected: statement.rejected, proof, openingFrom, record };
}

/** The balance before a statement's first line: the file's own, else the one that the statement before it closed with, else the account's first. */
function openingOf(book: MoneyBook, account: Account, statement: Statement, own: readonly Entry[], freshCount: number) {
  if (statement.openingMinor !== undefined) return { openingMinor: statement.openingMinor, from: 'file' } as const;
  const first = statement.lines.map(({ day }) => day).sort()[0];
  const before = book.statements
    .filter(({ account: of, to, closing_minor }) => of === account.id && closing_minor !== null && first !== undefined && to < first)
    .sort((one, other) => (one.to < other.to ? 1 : -1))[0];
  if (before?.closing_minor !== undefined && before.closing_minor !== null)
    return { openingMinor: before.closing_minor, from: 'previous statement' } as const;
  if (own.length === 0 && freshCount > 0 && account.opening_minor !== 0)
    return { openingMinor: account.opening_minor, from: 'account' } as const;
  return { openingMinor: undefined, from: undefined } as const;
}

/** The account that a statement is of, by its number; both may be shortened to their last four. */
export function accountOfStatement(
  accounts: readonly Account[],
  { account: number = '' }: Pick<Statement, 'account'>,
): Account | undefined {
  const plain = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  const wanted = plain(number);
  if (wanted.length < 4) return undefined;
  const fitting = accounts.filter(({ number: own }) => {
    const mine = plain(own);
    return mine.length >= 4 && (mine.endsWith(wanted) || wanted.endsWith(mine));
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** A proof in a sentence; `text` writes an amount. */
export function proofWords({ proof, openingFrom, statement, account }: StatementPlan, text: (minor: number) => string): string {
  const source =
    openingFrom === 'previous statement' ? ' (from the statement before)' : openingFrom === 'account' ? ' (from the account)' : '';
  switch (proof.verdict) {
    case 'proven':
      return `Proven: opening balance${source} + entries = closing balance ${text(statement.closingMinor ?? 0)}.`;
    case 'differs':
      return `Not proven: opening balance${source} + entries are ${text(Math.abs(proof.byMinor))} ${proof.byMinor > 0 ? 'more' : 'less'} than the closing balance. Entries are missing or doubled.`;
    case 'unknown': {
      const missing = { opening: 'an opening balance', closing: 'a closing balance', both: 'balances' }[proof.missing];
      return `It cannot prove itself: it has no ${missing.replace(/^an? /, '')}${isLiability(account) && proof.missing !== 'closing' ? ' to begin with' : ''}.`;
    }
  }
}
