import { isCurrency } from '@castellan/money/amount';
import { useState } from 'react';
import { PlanGroups } from '../../../../web/app/domains/exchange/plan-summary.tsx';
import type { MoneyBook } from '../../../../web/app/domains/money/money-book.ts';
import { type Account, type Entry, moneyText } from '../../../../web/app/domains/money/money-records.ts';
import { SelectField } from '../../../../web/app/ui/fields/select-field.tsx';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import type { RejectedLine, Statement, StatementLine } from '../../knowledge/statement.ts';
import { byText } from '../rules/rules.ts';
import { useWealth } from '../wealth-context.tsx';
import type { PlannedStatement } from './plan-file.ts';
import { proofWords, type StatementPlan } from './plan-statement.ts';
import { standingWords } from './standing-words.ts';

type StatementSummaryProps = {
  readonly planned: PlannedStatement;
  /** That of a new account, where the file names none. */
  readonly currency: string;
  readonly encoding: string;
  /** An account's id, `new`, `none`, or nothing. */
  readonly onAccount: (id: string) => void;
  readonly onCurrency: (currency: string) => void;
};

/** What importing one statement would do: where it goes, whether it proves itself, what is new, and what is not taken and why. */
export function StatementSummary({ planned, currency, encoding, onAccount, onCurrency }: StatementSummaryProps) {
  const { book } = useWealth();
  const { statement, account, into, like, refusal, plan } = planned;
  const newName = into === 'new' && account !== undefined ? `A new account: ${account.name}, ${account.currency}` : 'A new account';
  return (
    <section
      aria-label={`Statement of ${account?.name ?? statement.account ?? statement.name ?? 'an account'}`}
      className="border-t border-hairline pt-4"
    >
      <SelectField
        label={`${statement.format}, ${encoding.toUpperCase()}. Into`}
        value={into ?? ''}
        options={[
          ...(into === undefined ? [{ value: '', name: 'Choose its account' }] : []),
          ...book.accounts
            .filter(({ id, closed }) => !closed || id === into)
            .map(({ id, name, currency: own }) => ({ value: id, name: `${name}, ${own}` })),
          { value: 'new', name: newName },
          { value: 'none', name: 'None: leave it out' },
        ]}
        onValue={onAccount}
      />
      <p className="mt-2 text-sm text-muted wrap-anywhere">{sourceWords(statement, like)}</p>
      {into === 'new' && statement.currency === undefined ? <CurrencyField value={currency} onCurrency={onCurrency} /> : null}
      {refusal === undefined ? null : (
        <p className="mt-3">
          <StatusMark kind="failure">{refusal}</StatusMark>
        </p>
      )}
      {plan === undefined ? <FileLines statement={statement} /> : <PlanOf plan={plan} planned={planned} />}
    </section>
  );
}

/** By what the account is known, or why it is not. */
function sourceWords({ account, bank, name }: Statement, like: readonly Account[]): string {
  if (account === undefined)
    return `${name === undefined || name === '' ? 'The file' : `The file calls the account “${name}”, and`} names no account’s number: choose the account it is of.`;
  const number = `${bank === undefined ? '' : `${bank} / `}${account}`;
  if (like.length === 0) return `Account ${number}`;
  const names = like.map((one) => `“${one.name}”`).join(' and ');
  return `Account ${number}. ${names} ${like.length === 1 ? 'has' : 'have'} this number, but not the bank’s, or not alone: choose the account it is of.`;
}

function CurrencyField({ value, onCurrency }: { readonly value: string; readonly onCurrency: (currency: string) => void }) {
  const [text, setText] = useState(value);
  const code = text.trim().toUpperCase();
  return (
    <TextField
      className="mt-3"
      label="Its currency"
      maxLength={3}
      autoComplete="off"
      value={text}
      hint="The file names none."
      error={isCurrency(code) ? undefined : 'Three letters, such as EUR.'}
      onValue={(typed) => {
        setText(typed);
        const next = typed.trim().toUpperCase();
        if (isCurrency(next)) onCurrency(next);
      }}
    />
  );
}

/** Of a statement that goes nowhere yet: what it holds, with amounts only where it says their currency. */
function FileLines({ statement: { lines, rejected, currency } }: { readonly statement: Statement }) {
  const figureOf = currency === undefined ? undefined : (minor: number) => `${moneyText(minor, currency)} ${currency}`;
  return (
    <>
      <p className="mt-3 font-semibold">Nothing is imported yet.</p>
      <PlanGroups groups={[{ title: 'In the file', lines: lines.map((one) => lineOf(one, figureOf)) }, notTaken(rejected)]} />
    </>
  );
}

function PlanOf({ plan, planned }: { readonly plan: StatementPlan; readonly planned: PlannedStatement }) {
  const { book } = useWealth();
  const { account, statement, fresh, freshLines, matched, known, alike, rejected, proof, record } = plan;
  const { currency } = account;
  const amount = (minor: number) => `${moneyText(minor, currency)} ${currency}`;
  const { standing } = planned;
  // In the ledger a whole statement may still not fit.
  const doubt = standing?.verdict === 'differs' && proof.verdict !== 'differs' && record !== undefined ? standing : undefined;
  return (
    <>
      <p className="mt-3">
        <StatusMark kind={proof.verdict === 'proven' ? 'success' : proof.verdict === 'differs' ? 'warning' : 'info'}>
          {proofWords(plan, amount)}
        </StatusMark>
      </p>
      {doubt === undefined || record === undefined ? null : (
        <p className="mt-2">
          <StatusMark kind="warning">{`Into this account: ${standingWords(doubt, record, amount)}`}</StatusMark>
        </p>
      )}
      {alike === 0 ? null : (
        <p className="mt-1 text-sm text-amber">
          {`${alike} new ${alike === 1 ? 'line has' : 'lines have'} the day and amount of an entry that is there from elsewhere. Look at ${alike === 1 ? 'it' : 'them'} after the import.`}
        </p>
      )}
      <EndWords statement={statement} amount={amount} />
      <PlanGroups
        groups={[
          { title: 'New', lines: fresh.map((entry, at) => freshLine(entry, freshLines[at]?.line ?? 0, currency, byText(book, entry.by))) },
          ...(matched.length === 0
            ? []
            : [
                {
                  title: 'Confirmed',
                  lines: matched.map(({ line, entry }) => ({
                    ...freshLine(entry, line.line, currency, ''),
                    ...wasOf(book, entry, currency),
                  })),
                },
              ]),
          { title: 'There already', lines: known.map((one) => lineOf(one, (minor) => moneyText(minor, currency))) },
          notTaken(rejected),
        ]}
      />
    </>
  );
}

/** Of an entry that the bank has with another amount: both. */
function wasOf({ entryById }: MoneyBook, { id, minor }: Entry, currency: string) {
  const was = entryById.get(id)?.minor ?? minor;
  return was === minor ? {} : { figure: `${moneyText(was, currency)} → ${moneyText(minor, currency)}` };
}

/** A line as the ledger would have it: with the category that it gets, and what gave it. */
function freshLine({ day, payee, category, splits, minor }: Entry, line: number, currency: string, by: string) {
  const parts = splits.map((part) => `${part.category || 'unsorted'} ${moneyText(part.minor, currency)}`).join(', ');
  return {
    line,
    text: `${day} ${[payee || 'No payee', parts || [category, by].filter(Boolean).join(' ')].filter(Boolean).join(' · ')}`,
    figure: moneyText(minor, currency),
  };
}

function lineOf({ line, day, payee, minor }: StatementLine, figureOf: ((minor: number) => string) | undefined) {
  return { line, text: `${day} ${payee || 'No payee'}`, ...(figureOf === undefined ? {} : { figure: figureOf(minor) }) };
}

const notTaken = (rejected: readonly RejectedLine[]) => ({
  title: 'Not taken',
  isReason: true,
  lines: rejected.map(({ line, text, reason }) => ({ line, text: `${reason} ${text.slice(0, 80)}`.trim() })),
});

/** Where a file cannot say that it is whole, its last line is named for the owner to compare. */
function EndWords({ statement, amount }: { readonly statement: Statement; readonly amount: (minor: number) => string }) {
  const [taken, refused] = [statement.lines.at(-1), statement.rejected.at(-1)];
  if (statement.end === undefined || taken === undefined) return null;
  const named =
    refused !== undefined && refused.line > taken.line
      ? `${refused.line}, ${refused.text.slice(0, 80)}`
      : `${taken.day}, ${taken.payee || 'no payee'}, ${amount(taken.minor)}`;
  return statement.end === 'unsaid' ? (
    <p className="mt-1 text-sm text-muted">{`A ${statement.format} file does not say where it ends. The last line of this one: ${named}.`}</p>
  ) : (
    <p className="mt-1 text-sm text-amber">
      {`Its last line has no line end, as in a file that was cut. Compare it with the bank before you take it: ${named}.`}
    </p>
  );
}
