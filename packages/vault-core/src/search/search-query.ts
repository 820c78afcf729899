import { recordTypes } from '../entries/record-type.ts';
import { fold } from './fold.ts';

/** What `is:` may ask. */
export const searchStates = ['weak', 'reused', 'breached', 'favorite', 'expired', 'trash'] as const;

/** One state that `is:` may ask for. */
export type SearchState = (typeof searchStates)[number];

/** One condition of a query; its texts are folded. */
export type SearchTerm = (
  | { readonly field: 'any' | 'title' | 'url' | 'user' | 'tag' | 'category' | 'kind'; readonly text: string }
  | { readonly field: 'is'; readonly text: SearchState }
  | { readonly field: 'has'; readonly text: 'totp' }
) & { readonly negated: boolean };

/** A query is cut here: nobody types more, and a pasted book must not stall the list. */
export const maxQueryCharacters = 256;

/**
 * What a query asks, all terms of which must hold. Plain words are looked for in title, user name and address (spec §5).
 * `tag: kind: category:` match how the value begins, `url: user: title:` any part, `is:` and `has:` the words they know.
 * Quotes keep spaces (`tag:"two words"`), a leading `-` negates. What is no known operator (`https://…`, `is:odd`) is plain
 * text; an operator whose word is still being typed (`tag:`, `is:we`) asks nothing yet, so that the list does not go blank.
 */
export function parseSearchQuery(query: string): readonly SearchTerm[] {
  const terms: SearchTerm[] = [];
  const pattern = /(-?)(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/giu;
  for (const [whole, minus = '', operator, quoted, bare] of query.slice(0, maxQueryCharacters).matchAll(pattern)) {
    const negated = minus === '-';
    const known = operator === undefined ? undefined : parseOperator(operator.toLowerCase(), fold(quoted ?? bare ?? ''), negated);
    if (known !== undefined) terms.push(...known);
    else terms.push({ field: 'any', text: plainText(whole, minus, operator, quoted, bare), negated });
  }
  return terms.filter((term) => term.text.length > 0);
}

function plainText(whole: string, minus: string, operator?: string, quoted?: string, bare?: string): string {
  if (operator !== undefined) return fold(whole.slice(minus.length).replaceAll('"', ''));
  const word = quoted ?? bare ?? '';
  return /^(?:is|has|kind|tag|category|url|user|title):$/i.test(word) ? '' : fold(word);
}

/** The conditions an operator stands for: none while its word is unfinished, `undefined` where it is no operator at all. */
function parseOperator(operator: string, text: string, negated: boolean): readonly SearchTerm[] | undefined {
  switch (operator) {
    case 'is': {
      const word = text === 'favourite' ? 'favorite' : text;
      const state = searchStates.find((name) => name === word);
      if (state !== undefined) return [{ field: 'is', text: state, negated }];
      return [...searchStates, 'favourite'].some((name) => name.startsWith(word)) ? [] : undefined;
    }
    case 'has':
      if (text === 'totp') return [{ field: 'has', text, negated }];
      return 'totp'.startsWith(text) ? [] : undefined;
    case 'kind':
      return recordTypes.some((type) => type.startsWith(text)) ? [{ field: 'kind', text, negated }] : undefined;
    case 'tag':
    case 'category':
    case 'url':
    case 'user':
    case 'title':
      return [{ field: operator, text, negated }];
    default:
      return undefined;
  }
}
