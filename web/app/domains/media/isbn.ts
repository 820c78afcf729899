/**
 * An ISBN as the 13 digits that databases know it by (ISO 2108): ten-digit ones are rewritten, hyphens and spaces are left out.
 * `undefined` where it is none, or its check digit is wrong.
 */
export function readIsbn(text: string): string | undefined {
  const digits = text
    .trim()
    .replace(/^(?:ISBN|isbn|urn:isbn)[:\s-]*/i, '')
    .replaceAll(/[\s\u2010-\u2015-]/g, '')
    .toUpperCase();
  if (/^\d{9}[\dX]$/.test(digits)) return isIsbn10(digits) ? withCheckDigit(`978${digits.slice(0, 9)}`) : undefined;
  if (!/^97[89]\d{10}$/.test(digits)) return undefined;
  return withCheckDigit(digits.slice(0, 12)) === digits ? digits : undefined;
}

/** Digits weigh 10 to 1, X is ten, and the sum is a multiple of 11. */
function isIsbn10(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, index) => total + (digit === 'X' ? 10 : Number(digit)) * (10 - index), 0);
  return sum % 11 === 0;
}

/** Digits weigh 1 and 3 in turn, and the sum is a multiple of 10. */
function withCheckDigit(twelve: string): string {
  const sum = [...twelve].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${twelve}${(10 - (sum % 10)) % 10}`;
}

/** The ten-digit form, for files that want one; `undefined` for books that never had it (979). */
export function isbn10Of(isbn13: string): string | undefined {
  if (!isbn13.startsWith('978')) return undefined;
  const nine = isbn13.slice(3, 12);
  const sum = [...nine].reduce((total, digit, index) => total + Number(digit) * (10 - index), 0);
  const check = (11 - (sum % 11)) % 11;
  return `${nine}${check === 10 ? 'X' : check}`;
}
