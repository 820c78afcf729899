import type { Argon2idCost, MasterCost } from '../../../domains/vault/master-cost.ts';

const minuteYears = 1 / 525_960;
const million = 1_000_000;

/** A span of guessing in the largest unit that fits; what no life or empire sees is said by its power of ten. */
export function guessingTimeText(years: number): string {
  if (years < minuteYears) return 'less than a minute';
  if (years < minuteYears * 60) return counted(years / minuteYears, 'minute');
  if (years < 1 / 365.25) return counted(years / minuteYears / 60, 'hour');
  if (years < 1) return counted(years * 365.25, 'day');
  if (years < million) return counted(years, 'year');
  return `10${superscript(Math.floor(Math.log10(years)))} years`;
}

/** What the guessing costs in rent. */
export function guessingPriceText(dollars: number): string {
  if (dollars < 1) return 'less than 1 dollar';
  if (dollars < million) return counted(dollars, 'dollar');
  if (dollars < million * million) return `${amount(dollars / million)} million dollars`;
  return `10${superscript(Math.floor(Math.log10(dollars)))} dollars`;
}

/** Both in one sentence's end: `412 years and 1,263,192 dollars`. */
export function masterCostText({ years, dollars }: MasterCost): string {
  return `${guessingTimeText(years)} on one card, ${guessingPriceText(dollars)} of rent`;
}

/** A slot's cost: `64 MiB × 3 passes`. */
export function derivationText({ memoryKib, passes }: Argon2idCost): string {
  return `${Math.round(memoryKib / 1024)} MiB × ${passes} passes`;
}

function counted(value: number, unit: string): string {
  const text = amount(value);
  return `${text} ${unit}${text === '1' ? '' : 's'}`;
}

function amount(value: number): string {
  return Math.floor(value).toLocaleString('en');
}

function superscript(power: number): string {
  return String(power).replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)));
}
