import { fail, type Result, succeed } from '@castellan/foundation/result';

/** Levels of lists and objects in one document. Each costs a parser and a writer far more than the byte that opens it. */
export const nestingLimit = 64;

const quote = 0x22;
const backslash = 0x5c;
const opening = [0x5b, 0x7b];
const closing = [0x5d, 0x7d];

/** JSON to value, where text that is no JSON, or is nested too deeply to be looked at, is expected: `json_malformed`. */
export function parseJson(text: string): Result<unknown, { readonly code: 'json_malformed' }> {
  if (nestsTooDeeply(text)) return fail({ code: 'json_malformed' });
  try {
    const value: unknown = JSON.parse(text);
    return succeed(value);
  } catch {
    return fail({ code: 'json_malformed' });
  }
}

/** One pass over the characters: a pattern could be made to look at them again and again. */
function nestsTooDeeply(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length && depth <= nestingLimit; index += 1) {
    const character = text.charCodeAt(index);
    if (isInString && character === backslash) index += 1;
    else if (character === quote) isInString = !isInString;
    else if (!isInString && opening.includes(character)) depth += 1;
    else if (!isInString && closing.includes(character)) depth -= 1;
  }
  return depth > nestingLimit;
}
