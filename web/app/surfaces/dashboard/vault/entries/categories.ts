/** The categories that every vault offers (spec §3). */
export const builtInCategories = ['general', 'social', 'work', 'finance'] as const;

/** The built-in categories, then those found in entries, each once, in the order of their letters. */
export function categoriesOf(items: readonly { readonly details: { readonly category: string } }[]): readonly string[] {
  const status: ReadonlySet<string> = new Set(builtInCategories);
  const found = new Set(items.map(({ details }) => details.category).filter((category) => category !== '' && !status.has(category)));
  return [...builtInCategories, ...[...found].toSorted()];
}

/** A category as it is shown: with a capital. */
export function categoryName(category: string): string {
  return category.charAt(0).toUpperCase() + category.slice(1);
}

/** What a form's category means: `custom` is the trimmed text beside it, or `general` where that is empty (spec §5). */
export function chosenCategory(chosen: string, customText: string): string {
  if (chosen !== 'custom') return chosen;
  return customText.trim() || 'general';
}
