/** Beginnings of card numbers by who issues them (ISO/IEC 7812 ranges as the schemes publish them), the narrower ones first. */
const ranges: readonly (readonly [kind: string, start: RegExp])[] = [
  ['American Express', /^3[47]/],
  ['Diners Club', /^3(?:0[0-5]|[689])/],
  ['JCB', /^35(?:2[89]|[3-8]\d)/],
  ['Mastercard', /^(?:5[1-5]|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)/],
  ['Discover', /^(?:6011|64[4-9]|65)/],
  ['UnionPay', /^62/],
  ['Maestro', /^(?:50|5[6-9]|6)/],
  ['Visa', /^4/],
];

/** Whose card a number is by its beginning; `undefined` where no known range has it, or it is no number. */
export function cardKindOf(number: string): string | undefined {
  const digits = cardDigits(number);
  return digits === undefined || digits.length < 4 ? undefined : ranges.find(([, start]) => start.test(digits))?.[0];
}

/** The number without what parts its groups; `undefined` where it is something else. */
export function cardDigits(number: string): string | undefined {
  const digits = number.replace(/[\s-]/g, '');
  return /^\d{1,30}$/.test(digits) ? digits : undefined;
}

/** A number in the groups that are printed on a card; what is no number stays. */
export function groupedCardNumber(number: string): string {
  const digits = cardDigits(number);
  if (digits === undefined) return number;
  if (/^3[47]/.test(digits)) return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)].filter((group) => group !== '').join(' ');
  return digits.match(/\d{1,4}/g)?.join(' ') ?? digits;
}
