/** The ways to write a text that the case tools offer. */
export const caseNames = ['upper', 'lower', 'title', 'sentence', 'camel', 'snake', 'kebab'] as const;
export type CaseName = (typeof caseNames)[number];

const word = /[\p{L}\p{M}\p{N}’']+/gu;
const capital = (text: string) => {
  const [first = '', ...rest] = text;
  return first.toUpperCase() + rest.join('').toLowerCase();
};

/** Writes a text in another case. Camel, snake and kebab join the words of each line. */
export function changeCase(text: string, name: CaseName): string {
  switch (name) {
    case 'upper':
      return text.toUpperCase();
    case 'lower':
      return text.toLowerCase();
    case 'title':
      return text.replaceAll(word, capital);
    case 'sentence':
      return beginSentences(text.toLowerCase());
    default:
      return text
        .split('\n')
        .map((line) => joinWords(line.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [], name))
        .join('\n');
  }
}

function joinWords(words: readonly string[], name: 'camel' | 'snake' | 'kebab'): string {
  if (name === 'camel') return words.map((one, index) => (index === 0 ? one.toLowerCase() : capital(one))).join('');
  return words.map((one) => one.toLowerCase()).join(name === 'snake' ? '_' : '-');
}

export type Search = { readonly find: string; readonly matchCase: boolean; readonly wholeWords: boolean };

/** How often a text is found. Nothing finds nothing. */
export function countMatches(text: string, search: Search): number {
  const pattern = patternOf(search);
  return pattern === undefined ? 0 : (text.match(pattern)?.length ?? 0);
}

/** Puts another text in the place of each match, letter by letter: `$` means itself. */
export function replaceMatches(text: string, search: Search, replacement: string): string {
  const pattern = patternOf(search);
  return pattern === undefined ? text : text.replaceAll(pattern, () => replacement);
}

function patternOf({ find, matchCase, wholeWords }: Search): RegExp | undefined {
  if (find === '') return undefined;
  const literal = find.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const letter = String.raw`[\p{L}\p{M}\p{N}_]`;
  return new RegExp(wholeWords ? `(?<!${letter})${literal}(?!${letter})` : literal, matchCase ? 'gu' : 'giu');
}

/** Capitals for the first letter, and for those behind a line end, or behind white space and the end of a sentence. */
function beginSentences(text: string): string {
  return text.replaceAll(/^\p{L}|\s+\p{L}?/gu, (run: string, at: number) => {
    const begins = at === 0 || run.includes('\n') || endsSentence(text, at);
    return begins && (at > 0 || run.includes('\n') || !/^\s/.test(run)) ? run.toUpperCase() : run;
  });
}

/** Whether a sentence ends right before a place: by its sign, and what may close behind it. */
function endsSentence(text: string, place: number): boolean {
  let at = place - 1;
  while (at >= 0 && '"”’)'.includes(text.charAt(at))) at -= 1;
  return at >= 0 && '.!?…'.includes(text.charAt(at));
}
