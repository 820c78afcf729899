/** What names an account in a bank's file: its number or IBAN, and the bank's own number where the file tells it. */
export type AccountNumber = { readonly account?: string; readonly bank?: string };

/**
 * An account's number in the one spelling by which numbers are compared: an IBAN (ISO 13616) alone, else the number alone or
 * `bank/number`. Blanks, the case of letters, hyphens of an IBAN and the word IBAN before one do not count; every other sign does,
 * leading zeros too. So an IBAN is never the national number inside it, nor is a number the end of a longer one, and the same number
 * at two banks is two accounts. Empty for no number.
 */
export function accountKey({ account = '', bank = '' }: AccountNumber): string {
  const number = plain(account);
  const iban = ibanOf(number);
  if (iban !== undefined || number === '') return iban ?? '';
  const at = plain(bank).replaceAll('/', '');
  return at === '' ? number : `${at}/${number}`;
}

/** Without the bank: what an account may be called by an owner who typed its number alone. */
export function keyWithoutBank({ account = '' }: AccountNumber): string {
  return accountKey({ account });
}

/** Upper case, without anything that is not seen. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, '')
    .toUpperCase();
}

function ibanOf(number: string): string | undefined {
  const bare = number.replace(/^IBAN:?/, '').replaceAll(/[-‐‑–]/g, '');
  return /^[A-Z]{2}\d\d[A-Z\d]{11,30}$/.test(bare) && hasChecksum(bare) ? bare : undefined;
}

/** ISO 7064, MOD 97-10: letters count from 10, and the first four signs stand at the end. */
function hasChecksum(iban: string): boolean {
  let rest = 0;
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
