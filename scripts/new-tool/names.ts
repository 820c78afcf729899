/** `moon-phase` → `moonPhase`; also from `moon_phases`. */
export function camelCase(words: string): string {
  return words.replace(/[-_]([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `moon-phase` → `MoonPhase`. */
export function pascalCase(words: string): string {
  const camel = camelCase(words);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}

/** `moon_phases` → `Moon phases`. */
export function sentence(words: string): string {
  const spaced = words.replaceAll('_', ' ').replaceAll('-', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** The file of a collection's declaration, and what is declared there. */
export function declarationOf({ name }: { readonly name: string }): { readonly file: string; readonly name: string } {
  return { file: `${name.replaceAll('_', '-')}.collection.ts`, name: `${camelCase(name)}Collection` };
}
