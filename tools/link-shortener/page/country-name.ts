/** The English name of a country by its two letters; what is none is said as it is. */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code === 'unknown' ? 'Not known' : 'Others';
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'code' }).of(code) ?? code;
}
