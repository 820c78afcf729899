import { trimEndOf } from '@castellan/foundation/line-text';
import { fail, type Result, succeed } from '@castellan/foundation/result';

/** Digits after the decimal point where there are not two (ISO 4217, list one, 2024). */
const exponents: Readonly<Record<string, number>> = {
  ...{
    BIF: 0,
    CLP: 0,
    DJF: 0,
    GNF: 0,
    ISK: 0,
    JPY: 0,
    KMF: 0,
    KRW: 0,
    PYG: 0,
    RWF: 0,
    UGX: 0,
    UYI: 0,
    VND: 0,
    VUV: 0,
    XAF: 0,
    XOF: 0,
    XPF: 0,
  },
  ...{ BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3, CLF: 4, UYW: 4 },
};

/** How many digits of a currency stand after the decimal point. */
export function exponentOf(currency: string): number {
  return Object.hasOwn(exponents, currency) ? (exponents[currency] ?? 2) : 2;
}

/** How many decimals a currency has, as a sentence: `JPY has no decimals.` */
export function decimalsText(currency: string): string {
  const digits = exponentOf(currency);
  return `${currency} has ${['no', 'one', 'two', 'three', 'four'][digits] ?? digits} ${digits === 1 ? 'decimal' : 'decimals'}.`;
}

/** Why a typed amount is none of a currency: `otherwise`, unless it has more decimals than the currency. */
export function amountFault(failure: AmountFailure | undefined, currency: string, otherwise: string): string {
  return failure?.code === 'too_precise' ? decimalsText(currency) : otherwise;
}

/** Whether a word has the form of a currency's code. */
export function isCurrency(word: string): boolean {
  return /^[A-Z]{3}$/.test(word);
}

/** Why a text is no amount: `not_a_number`, more digits after the point than its currency has, or more than is counted exactly. */
export type AmountFailure = { readonly code: 'not_a_number' | 'too_precise' | 'too_large' };

/** Which sign stands before the fraction; without one it is found out by the amount itself. */
export type DecimalSign = '.' | ',';

/**
 * Reads an amount as banks write it into minor units: `1,234.56`, `1.234,56`, `1'234.56`, `(12.00)`, `12.00-`, `-3.77000`, `12 CR`,
 * `€ 12`. Zeros beyond the currency's digits do not count. One lone sign before exactly three digits separates thousands, unless
 * `decimal` says otherwise.
 */
export function parseAmount(text: string, exponent: number, decimal?: DecimalSign): Result<number, AmountFailure> {
  const plain = text
    .normalize('NFKC')
    .replace(/[\s'’_]/g, '')
    .replace(/[−–]/g, '-');
  const found = /^([(+-]?)[^\d()+\-.,]{0,4}([+-]?)([\d.,]+)([)+-]?|CR|DR|DB|[^\d()+\-.,]{1,4}-?)$/iu.exec(plain);
  if (found === null || !/\d/.test(found[3] ?? '')) return fail({ code: 'not_a_number' });
  const [, before = '', second = '', digits = '', after = ''] = found;
  const signs = [before, second, after.slice(-1) === '-' ? '-' : ''].filter((sign) => sign === '-').length;
  const brackets = before === '(' || after === ')';
  if (signs > 1 || brackets !== (before === '(' && after === ')') || (brackets && signs > 0)) return fail({ code: 'not_a_number' });
  const isNegative = signs === 1 || brackets || /^(DR|DB)$/i.test(after);
  const parts = splitDigits(digits, exponent, decimal);
  if (parts === undefined) return fail({ code: 'not_a_number' });
  const fraction = trimEndOf(parts.fraction, '0');
  if (fraction.length > exponent) return fail({ code: 'too_precise' });
  const minor = Number(`${parts.whole}${fraction.padEnd(exponent, '0')}`);
  if (!Number.isSafeInteger(minor)) return fail({ code: 'too_large' });
  return succeed(isNegative && minor !== 0 ? -minor : minor);
}

/** A whole number in groups of three, or of two and a last of three (12,34,567). */
const groups: Readonly<Record<DecimalSign, RegExp>> = {
  ',': /^\d{1,3}(?:,\d{2,3})*,\d{3}$/,
  '.': /^\d{1,3}(?:\.\d{2,3})*\.\d{3}$/,
};

function splitDigits(digits: string, exponent: number, decimal: DecimalSign | undefined) {
  const sign = decimal ?? decimalOf(digits, exponent);
  const at = sign === undefined ? -1 : digits.lastIndexOf(sign);
  const whole = at < 0 ? digits : digits.slice(0, at);
  const fraction = at < 0 ? '' : digits.slice(at + 1);
  if (!/^\d*$/.test(fraction)) return undefined;
  if (!/^\d*$/.test(whole)) {
    const grouping = whole.includes(',') ? ',' : '.';
    if (grouping === sign || !groups[grouping].test(whole)) return undefined;
  }
  return { whole: whole.replace(/\D/g, '') || '0', fraction };
}

function decimalOf(digits: string, exponent: number): DecimalSign | undefined {
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')];
  if (point >= 0 && comma >= 0) return point > comma ? '.' : ',';
  const sign = point >= 0 ? '.' : comma >= 0 ? ',' : undefined;
  if (sign === undefined) return undefined;
  const at = Math.max(point, comma);
  if (digits.indexOf(sign) !== at) return undefined;
  // "1.234" of a currency with two digits are thousands; of one with three it is a fraction.
  return digits.length - at - 1 === 3 && exponent !== 3 && at > 0 && at <= 3 && digits[0] !== '0' ? undefined : sign;
}

/**
 * The sign before the fraction that the amounts of one file agree on: those with both signs, or with one before as many digits as the
 * currency has. `undefined` where none tells, or two tell otherwise.
 */
export function decimalSignOf(texts: readonly string[], exponent: number): DecimalSign | undefined {
  const told = new Set<DecimalSign>();
  for (const text of texts) {
    const digits = trimEndOf(/\d[\d.,]*/.exec(text.replace(/[\s'’_]/g, ''))?.[0] ?? '', '.,');
    const sign = decimalOf(digits, exponent);
    const fraction = sign === undefined ? '' : digits.slice(digits.lastIndexOf(sign) + 1);
    const hasBoth = digits.includes('.') && digits.includes(',');
    if (sign !== undefined && (hasBoth || fraction.length === exponent)) told.add(sign);
  }
  const [sign] = told;
  return told.size === 1 ? sign : undefined;
}

/** Writes minor units with a point, without separators: `-12.30`, as files and programs read it. */
export function formatMinor(minor: number, exponent: number): string {
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0');
  const whole = exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
  return minor < 0 ? `-${whole}` : whole;
}

/** A rate of exchange as it is typed: a positive decimal number. */
export function isRate(text: string): boolean {
  return /^\d{1,9}(\.\d{1,12})?$/.test(text) && /[1-9]/.test(text);
}

/**
 * An amount in another currency, at `rate` units of it for one: exact, and rounded half to even at the last step (IEEE 754 §4.3.1).
 * `undefined` where the rate is none or the outcome is more than is counted exactly.
 */
export function convertMinor(minor: number, from: string, to: string, rate: string): number | undefined {
  if (!isRate(rate)) return undefined;
  const [whole = '0', fraction = ''] = rate.split('.');
  const scaled = BigInt(minor) * BigInt(whole + fraction) * 10n ** BigInt(exponentOf(to));
  const divisor = 10n ** BigInt(fraction.length + exponentOf(from));
  const size = scaled < 0n ? -scaled : scaled;
  const [quotient, rest] = [size / divisor, (size % divisor) * 2n];
  const rounded = rest > divisor || (rest === divisor && quotient % 2n === 1n) ? quotient + 1n : quotient;
  const value = Number(scaled < 0n ? -rounded : rounded);
  return Number.isSafeInteger(value) ? value + 0 : undefined;
}
