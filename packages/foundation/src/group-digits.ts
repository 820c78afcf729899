/** Digits in groups of three from the right: `4,000`. Without `Intl`, and in proportion to their number. */
export function groupDigits(digits: string, separator = ','): string {
  const first = digits.length % 3 || 3;
  const groups = [digits.slice(0, first)];
  for (let at = first; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3));
  return groups.join(separator);
}
