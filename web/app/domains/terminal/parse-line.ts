import { fail, type Result, succeed } from '@castellan/foundation/result';
import parse from 'shell-quote/parse.js';
import type { CommandFailure } from './command.ts';
import { type ScannedCharacter, scanLine } from './scan-line.ts';

/** One word of a command; `isPattern` where it holds a `*` or `?` that no quote protects. */
export type Word = { readonly text: string; readonly isPattern: boolean };

/** One command of a pipe: its name and what follows. */
export type Stage = { readonly name: string; readonly words: readonly Word[] };

/** The longest line that is read, in characters. */
export const longestLine = 500;

const syntax = (message: string) => fail({ code: 'bad_syntax', message });

/**
 * Reads a line as bash would quote it into the commands of one pipe; an empty line is an empty pipe.
 *
 * `shell-quote` splits and unquotes. What it lets pass is kept from it first: an open quote, a comment in the middle of
 * a word, a quoted `*`, and the comparisons of `where`, which a shell would take for redirections. What this terminal
 * does not do (other lists of commands, redirections, substitutions, variables) is refused by name.
 */
export function parseLine(line: string): Result<readonly Stage[], CommandFailure> {
  if (line.length > longestLine) return syntax(`A line has at most ${longestLine} characters.`);
  if (/(?!\t)[\p{Cc}\p{Co}]/u.test(line)) return syntax('The line holds characters that cannot be typed.');
  const { characters, open } = scanLine(line);
  if (open === '\\') return syntax('The line ends in a backslash that quotes nothing.');
  if (open !== undefined) return syntax(`A quote (${open}) is open at the end of the line.`);
  const kept = keepFromParser(withoutComment(characters));
  if (!kept.ok) return kept;
  let stage: { name: string | undefined; words: Word[] } = { name: undefined, words: [] };
  const stages: Stage[] = [];
  const close = () => {
    if (stage.name === undefined) return false;
    stages.push({ name: stage.name, words: stage.words });
    stage = { name: undefined, words: [] };
    return true;
  };
  const entries = parse(kept.value);
  for (const entry of entries) {
    if (typeof entry === 'object' && 'op' in entry && entry.op !== 'glob') {
      if (entry.op !== '|') return syntax(refusedOperator(entry.op));
      if (!close()) return syntax('A pipe (|) needs a command before it.');
      continue;
    }
    const word = typeof entry === 'string' ? entry : 'pattern' in entry ? entry.pattern : '';
    const text = restore(word);
    if (stage.name === undefined) stage.name = text;
    else stage.words.push({ text, isPattern: typeof entry === 'object' });
  }
  if (!close() && stages.length > 0) return syntax('A pipe (|) needs a command after it.');
  return succeed(stages);
}

function refusedOperator(operator: string): string {
  if (/[<>]/.test(operator))
    return `Redirection (${operator}) is not supported: there is nothing here to write to. Quote it if you mean the sign.`;
  return `“${operator}” is not supported: a line is one pipe of commands, joined by |. Quote it if you mean the sign.`;
}

/** Stands for an ASCII character while `shell-quote` reads the line: private use, and the same distance away for each. */
const keptOffset = 0xe000;
const keep = (character: string) => String.fromCodePoint(keptOffset + (character.codePointAt(0) ?? 0));

function restore(text: string): string {
  return text.replace(/[\ue000-\ue07f]/g, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) - keptOffset));
}

// As in bash, a comment starts where a word would.
function withoutComment(characters: readonly ScannedCharacter[]): readonly ScannedCharacter[] {
  const start = characters.findIndex(
    ({ character, quoting }, place) => character === '#' && quoting === 'bare' && startsWord(characters[place - 1]),
  );
  return start === -1 ? characters : characters.slice(0, start);
}

function startsWord(before: ScannedCharacter | undefined): boolean {
  return before === undefined || (before.quoting === 'bare' && !before.isMark && /[\s|&;()<>]/.test(before.character));
}

function keepFromParser(characters: readonly ScannedCharacter[]): Result<string, CommandFailure> {
  let text = '';
  let stageText = '';
  for (const [place, scanned] of characters.entries()) {
    const { character, quoting, isMark } = scanned;
    const isBare = quoting === 'bare' && !isMark;
    const refused = refusedExpansion(scanned, characters[place + 1]);
    if (refused !== undefined) return syntax(refused);
    stageText = isBare && character === '|' ? '' : stageText + character;
    if (isBare && /[<>]/.test(character) && /^\s*where\s/.test(stageText))
      text += ` ${keep(character)}${followedByEquals(characters, place) ? '' : ' '}`;
    else if (
      isBare &&
      character === '=' &&
      /[<>]/.test(characters[place - 1]?.character ?? '') &&
      text.endsWith(keep(characters[place - 1]?.character ?? ''))
    )
      text += '= ';
    // The backslash itself goes: what it protected is kept from the parser.
    else if (isMark) text += character === '\\' ? '' : character;
    else if (isBare) text += character === '#' || character === '$' ? keep(character) : character;
    else text += character < '\x7f' ? keep(character) : character;
  }
  return succeed(text);
}

function followedByEquals(characters: readonly ScannedCharacter[], place: number): boolean {
  const next = characters[place + 1];
  return next?.character === '=' && next.quoting === 'bare';
}

function refusedExpansion({ character, quoting, isMark }: ScannedCharacter, next: ScannedCharacter | undefined): string | undefined {
  if (isMark || (quoting !== 'bare' && quoting !== 'double')) return undefined;
  if (character === '`') return 'Command substitution (`…`) is not supported.';
  if (character !== '$' || !/[\w({'"]/.test(next?.character ?? '')) return undefined;
  // A dollar sign right before the closing quote is only itself, as in bash.
  if (quoting === 'double' && next?.isMark === true) return undefined;
  return 'Variables and substitutions ($…) are not supported. Put a \\ before the sign if you mean it.';
}
