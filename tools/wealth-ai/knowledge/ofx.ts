import { fail, type Result, succeed } from '@castellan/foundation/result';
import { exponentOf, isCurrency, parseAmount } from '@castellan/money/amount';
import { type Day, dayOfParts } from '@castellan/money/day';
import { allElements, decodeEntities, type Element, findElement, type MarkupFailure, parseMarkup, textAt } from './markup.ts';
import { amountReason, cleanText, type RejectedLine, type Statement, type StatementLine } from './statement.ts';

/** `not_ofx`: there is no statement in it. `cut`: it ends before its own end, behind line `line`. */
export type OfxFailure = MarkupFailure | { readonly code: 'not_ofx' } | { readonly code: 'cut'; readonly line: number };

/**
 * Reads OFX 1 (SGML), OFX 2 (XML) and QFX: a statement for each account of a bank or a card (OFX 2.2 §11). A payee stands in NAME or
 * PAYEE, and where neither has one, in MEMO. Texts that a bank escaped twice are read once more. A file without `</OFX>` behind all that
 * it has was cut, and nothing of it is read.
 */
export function parseOfx(text: string): Result<readonly Statement[], OfxFailure> {
  const start = text.search(/<OFX[\s>]/i);
  if (start < 0) return fail({ code: 'not_ofx' });
  if (!endsWhole(text)) return fail({ code: 'cut', line: text.trimEnd().split('\n').length });
  // A file that says XML and leaves elements open is SGML after all.
  const parsed = /^\s*<\?xml/i.test(text) ? parseMarkup(text.slice(start), 'xml') : parseMarkup(text.slice(start), 'sgml');
  const tree = parsed.ok || parsed.failure.code === 'declares_entities' ? parsed : parseMarkup(text.slice(start), 'sgml');
  if (!tree.ok) return tree;
  const lineOffset = text.slice(0, start).split('\n').length - 1;
  const statements = [...allElements(tree.value, 'STMTRS'), ...allElements(tree.value, 'CCSTMTRS')];
  if (statements.length === 0) return fail({ code: 'not_ofx' });
  return succeed(statements.map((element) => readStatement(element, lineOffset)));
}

/** Whether the last tag of a file is the end of its root. */
function endsWhole(text: string): boolean {
  return /^<\/OFX\s*>/i.test(text.slice(text.lastIndexOf('<')));
}

function readStatement(element: Element, lineOffset: number): Statement {
  const named = textAt(element, 'CURDEF').toUpperCase();
  const currency = isCurrency(named) ? named : undefined;
  const exponent = exponentOf(currency ?? '');
  const from = findElement(element, 'BANKACCTFROM') ?? findElement(element, 'CCACCTFROM');
  const account = cleanText(textAt(from, 'ACCTID'), 40);
  const bank = cleanText(textAt(from, 'BANKID'), 20);
  const lines: StatementLine[] = [];
  const rejected: RejectedLine[] = [];
  const list = findElement(element, 'BANKTRANLIST');
  for (const entry of list?.children.filter(({ name }) => name === 'STMTTRN') ?? []) {
    const read = readEntry(entry, currency ?? '', lineOffset);
    if ('reason' in read) rejected.push(read);
    else lines.push(read);
  }
  const balance = findElement(element, 'LEDGERBAL');
  const closing = parseOfxAmount(textAt(balance, 'BALAMT'), exponent);
  const closingDay = parseOfxDate(textAt(balance, 'DTASOF'));
  return {
    ...{ format: 'OFX', lines, rejected },
    ...(account === '' ? {} : { account }),
    ...(bank === '' ? {} : { bank }),
    ...(currency === undefined ? {} : { currency }),
    ...(closing.ok ? { closingMinor: closing.value } : {}),
    ...(closingDay === undefined ? {} : { closingDay }),
  };
}

function readEntry(entry: Element, currency: string, lineOffset: number): StatementLine | RejectedLine {
  const line = entry.line + lineOffset;
  const name = twiceEscaped(textAt(entry, 'NAME') || textAt(entry, 'PAYEE', 'NAME'));
  const memo = twiceEscaped(textAt(entry, 'MEMO'));
  const payee = cleanText(name || memo);
  const day = parseOfxDate(textAt(entry, 'DTPOSTED'));
  const said = textAt(entry, 'TRNAMT');
  const text = payee || cleanText(said);
  if (day === undefined) return { line, text, reason: 'Its date does not exist.' };
  const minor = parseOfxAmount(said, exponentOf(currency));
  if (!minor.ok) return { line, text, reason: amountReason(minor.failure.code, currency) };
  const bankId = cleanText(textAt(entry, 'FITID'), 255);
  return { line, day, minor: minor.value, payee, memo: name === '' ? '' : cleanText(memo), ...(bankId === '' ? {} : { bankId }) };
}

/** The last sign is the decimal one, a comma or a point (§3.2.9.1): `-3.770` is three and a bit. */
function parseOfxAmount(text: string, exponent: number) {
  return parseAmount(text, exponent, text.lastIndexOf(',') > text.lastIndexOf('.') ? ',' : '.');
}

/** `&amp;lt;` is `<` of a bank that escaped it twice. */
const twiceEscaped = (text: string) => (/&(lt|gt|amp|quot|apos|#\d+);/i.test(text) ? decodeEntities(text) : text);

/** The day of `YYYYMMDD[HHMMSS[.XXX]][gmt offset:name]` (§3.2.8.2), as the bank means it: on its own clock. */
export function parseOfxDate(text: string): Day | undefined {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(text) ?? [];
  return year === undefined ? undefined : dayOfParts(Number(year), Number(month), Number(day));
}
