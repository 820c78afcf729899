import { exponentOf, formatMinor, parseAmount } from '@castellan/money/amount';
import { moneyText } from '../../../../web/app/domains/money/money-records.ts';
import type { Proportion, Share } from '../../../../web/app/domains/money/split-shares.ts';

/** One part of what is split while it is typed: an amount or a percentage. */
export type SplitLine = { readonly key: number; readonly category: string; readonly amount: string };

/** What typed parts come to; or why they are none. No line is no part. */
export type ReadParts<Part> = { readonly parts: Part[] } | { readonly fault: string };

/** Reads parts of an amount, which must come to it; of an amount that is none they come to nothing. */
export function readShares(lines: readonly SplitLine[], minor: number | undefined, currency: string): ReadParts<Share> {
  const read = readLines(lines, minor, {
    parse: (text) => {
      const amount = parseAmount(text, exponentOf(currency));
      return amount.ok ? amount.value : undefined;
    },
    text: (left) => moneyText(left, currency),
    none: 'A part has no amount.',
  });
  return 'fault' in read ? read : { parts: read.parts.map(({ category, value }) => ({ category, minor: value })) };
}

/** Reads parts in whole percent, which must come to 100. */
export function readProportions(lines: readonly SplitLine[]): ReadParts<Proportion> {
  const read = readLines(lines, 100, {
    parse: (text) => (/^[1-9]\d{0,2}\s?%?$/.test(text.trim()) ? Number.parseInt(text, 10) : undefined),
    text: (left) => `${left < 0 ? '−' : ''}${Math.abs(left)}\u00a0%`,
    none: 'Each part takes a whole percentage from 1.',
  });
  return 'fault' in read ? read : { parts: read.parts.map(({ category, value }) => ({ category, percent: value })) };
}

type Measure = {
  readonly parse: (text: string) => number | undefined;
  readonly text: (value: number) => string;
  readonly none: string;
};

function readLines(
  lines: readonly SplitLine[],
  total: number | undefined,
  { parse, text, none }: Measure,
): ReadParts<{ readonly category: string; readonly value: number }> {
  const parts = lines.flatMap(({ category, amount }) => {
    const value = parse(amount);
    return value === undefined ? [] : [{ category: category.trim(), value }];
  });
  if (parts.length < lines.length) return { fault: none };
  const left = (total ?? Number.NaN) - parts.reduce((sum, { value }) => sum + value, 0);
  return parts.length === 0 || left === 0 || Number.isNaN(left) ? { parts } : { fault: `The parts leave ${text(left)} of the amount.` };
}

/** Parts of an amount as they are typed. */
export const linesOfShares = (shares: readonly Share[], currency: string): readonly SplitLine[] =>
  shares.map(({ category, minor }, key) => ({ key, category, amount: formatMinor(minor, exponentOf(currency)) }));

/** Proportions as they are typed. */
export const linesOfProportions = (parts: readonly Proportion[]): readonly SplitLine[] =>
  parts.map(({ category, percent }, key) => ({ key, category, amount: String(percent) }));
