import { fail, type Result, succeed } from '@castellan/foundation/result';
import { exponentOf, isCurrency, parseAmount } from '@castellan/money/amount';
import { type Day, isDay } from '@castellan/money/day';
import { type Element, findElement, type MarkupFailure, parseMarkup, textAt } from './markup.ts';
import { amountReason, cleanText, type RejectedLine, type Statement, type StatementLine } from './statement.ts';

/** `not_camt`: it is no bank-to-customer statement. */
export type CamtFailure = MarkupFailure | { readonly code: 'not_camt' };

/**
 * Reads CAMT.053 (ISO 20022, every version): a statement for each account. Opening is OPBD or PRCD, closing CLBD. An entry that
 * holds several transactions with amounts that come to its own is read as these; pending entries are not taken.
 */
export function parseCamt(text: string): Result<readonly Statement[], CamtFailure> {
  const tree = parseMarkup(text.replace(/^\uFEFF/, ''), 'xml');
  if (!tree.ok) return tree;
  const message = findElement(tree.value, 'DOCUMENT', 'BKTOCSTMRSTMT');
  const statements = message?.children.filter(({ name }) => name === 'STMT') ?? [];
  return statements.length === 0 ? fail({ code: 'not_camt' }) : succeed(statements.map(readStatement));
}

function readStatement(element: Element): Statement {
  const account = cleanText(textAt(element, 'ACCT', 'ID', 'IBAN') || textAt(element, 'ACCT', 'ID', 'OTHR', 'ID'), 40);
  const servicer = findElement(element, 'ACCT', 'SVCR', 'FININSTNID');
  const bank = cleanText(textAt(servicer, 'BICFI') || textAt(servicer, 'BIC') || textAt(servicer, 'CLRSYSMMBID', 'MMBID'), 20);
  const balances = element.children.filter(({ name }) => name === 'BAL');
  const entries = element.children.filter(({ name }) => name === 'NTRY');
  const named = [textAt(element, 'ACCT', 'CCY'), ...[...balances, ...entries].map((one) => currencyOf(findElement(one, 'AMT')))];
  const currency = named.find(isCurrency);
  const exponent = exponentOf(currency ?? '');
  const balanceOf = (...codes: readonly string[]) => {
    const found = codes.flatMap((code) => balances.filter((balance) => textAt(balance, 'TP', 'CDORPRTRY', 'CD') === code))[0];
    return found === undefined ? undefined : { minor: signed(found, exponent), day: dayAt(found, 'DT') };
  };
  const opening = balanceOf('OPBD', 'PRCD');
  const closing = balanceOf('CLBD');
  const lines: StatementLine[] = [];
  const rejected: RejectedLine[] = [];
  for (const entry of entries)
    for (const read of readEntry(entry, currency, exponent)) {
      if ('reason' in read) rejected.push(read);
      else lines.push(read);
    }
  return {
    ...{ format: 'CAMT.053', lines, rejected },
    ...(account === '' ? {} : { account }),
    ...(bank === '' ? {} : { bank }),
    ...(currency === undefined ? {} : { currency }),
    ...(opening?.minor?.ok ? { openingMinor: opening.minor.value } : {}),
    ...(closing?.minor?.ok ? { closingMinor: closing.minor.value } : {}),
    ...(closing?.day === undefined ? {} : { closingDay: closing.day }),
  };
}

function readEntry(entry: Element, currency: string | undefined, exponent: number): readonly (StatementLine | RejectedLine)[] {
  const { line } = entry;
  const details = entry.children
    .filter(({ name }) => name === 'NTRYDTLS')
    .flatMap(({ children }) => children.filter(({ name }) => name === 'TXDTLS'));
  const minor = signed(entry, exponent);
  const isCredit = textAt(entry, 'CDTDBTIND') === 'CRDT';
  const words = wordsOf(details.length === 1 ? details[0] : undefined, entry, isCredit);
  const text = words.payee;
  const status = textAt(entry, 'STS', 'CD') || textAt(entry, 'STS');
  if (status !== '' && status !== 'BOOK') return [{ line, text, reason: 'It is not booked yet.' }];
  const day = dayAt(entry, 'BOOKGDT') ?? dayAt(entry, 'VALDT');
  if (day === undefined) return [{ line, text, reason: 'Its date does not exist.' }];
  if (!minor.ok) return [{ line, text, reason: amountReason(minor.failure.code, currency ?? '') }];
  const own = currencyOf(findElement(entry, 'AMT'));
  if (own !== '' && own !== currency) return [{ line, text, reason: `It is in ${cleanText(own, 3)}, and the account is not.` }];
  const bankId = cleanText(textAt(entry, 'ACCTSVCRREF') || textAt(entry, 'NTRYREF'), 255);
  const common = { line, day, ...(bankId === '' ? {} : { bankId }) };
  const parts = details.map((part) => {
    const read = parseAmount(textAt(part, 'AMT'), exponent, '.');
    const isPartCredit = textAt(part, 'CDTDBTIND') === '' ? isCredit : textAt(part, 'CDTDBTIND') === 'CRDT';
    return { part, minor: read.ok ? read.value * (isPartCredit ? 1 : -1) : undefined };
  });
  const isWhole = parts.length > 1 && parts.reduce((sum, part) => sum + (part.minor ?? Number.NaN), 0) === minor.value;
  if (!isWhole) return [{ ...common, minor: minor.value, ...words }];
  return parts.map(({ part, minor: share }) => ({ ...common, minor: share ?? 0, ...wordsOf(part, entry, isCredit) }));
}

function wordsOf(part: Element | undefined, entry: Element, isCredit: boolean) {
  const parties = findElement(part, 'RLTDPTIES');
  const side = isCredit ? 'DBTR' : 'CDTR';
  const name = textAt(parties, side, 'NM') || textAt(parties, side, 'PTY', 'NM') || textAt(parties, `ULTMT${side}`, 'NM');
  const told =
    findElement(part, 'RMTINF')
      ?.children.filter((child) => child.name === 'USTRD')
      .map((child) => child.text) ?? [];
  const memo = cleanText(told.join(' ') || textAt(part, 'ADDTLTXINF') || textAt(entry, 'ADDTLNTRYINF'));
  return name === '' ? { payee: memo, memo: '' } : { payee: cleanText(name), memo };
}

function signed(element: Element, exponent: number) {
  const read = parseAmount(textAt(element, 'AMT'), exponent, '.');
  return read.ok && textAt(element, 'CDTDBTIND') === 'DBIT' ? succeed(read.value === 0 ? 0 : -read.value) : read;
}

/** A date, or the day of a moment as the bank writes it. */
function dayAt(element: Element, name: string): Day | undefined {
  const day = (textAt(element, name, 'DT') || textAt(element, name, 'DTTM')).slice(0, 10);
  return isDay(day) ? day : undefined;
}

function currencyOf(amount: Element | undefined): string {
  return /\bCcy\s*=\s*["']([A-Z]{3})["']/i.exec(amount?.attributes ?? '')?.[1] ?? '';
}
