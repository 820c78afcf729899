/** The names that a page reads in its query, or its server does, by the first word of its path. Every other query means nothing. */
const queries: Readonly<Record<string, readonly string[]>> = {
  '': ['scene'],
  'auth-terminal': ['next'],
  callback: ['code', 'state', 'error'],
  resume: ['version', 'expires', 'signature'],
  terminal: ['c'],
};

/** The names that are read in a query of the page whose path begins with this word; the home page's begins with none. */
export function queriesOf(word: string): readonly string[] {
  return queries[word] ?? [];
}
