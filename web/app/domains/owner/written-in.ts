const rightToLeftScripts = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/**
 * The attributes of an element that holds the owner’s own words: their language, for assistive technology, and the direction in
 * which they run. Without a language written from right to left the first letter decides, since content may be mixed.
 */
export function writtenIn(language: string | undefined): { readonly lang?: string; readonly dir: 'rtl' | 'auto' } {
  if (language === undefined) return { dir: 'auto' };
  const { script } = new Intl.Locale(language).maximize();
  return { lang: language, dir: script !== undefined && rightToLeftScripts.has(script) ? 'rtl' : 'auto' };
}
