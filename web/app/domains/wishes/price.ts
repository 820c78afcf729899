/** A price in the currency’s smallest unit as people write it, such as `€116` or `$49.99`. */
export function formatPrice(priceMinor: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' });
  return format.format(priceMinor / 10 ** minorDigits(currency));
}

/** How many digits the currency’s smallest unit stands behind the point (ISO 4217): 2 for EUR, 0 for JPY. */
export function minorDigits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** What somebody typed as a price, in the smallest unit; `undefined` where it is none. */
export function parsePrice(text: string, currency: string): number | undefined {
  const match = /^(\d{1,9})(?:[.,](\d{1,3}))?$/.exec(text.trim());
  const digits = minorDigits(currency);
  const fraction = match?.[2] ?? '';
  if (match === null || fraction.length > digits) return undefined;
  return Number(match[1]) * 10 ** digits + Number(fraction.padEnd(digits, '0') || 0);
}
