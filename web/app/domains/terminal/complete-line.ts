import type { Command, Session } from './command.ts';
import { operators } from './condition.ts';
import { type Kernel, planLine, runLine } from './kernel.ts';
import { quoteWord } from './quote-word.ts';
import { scanLine } from './scan-line.ts';
import type { Table } from './table.ts';

/** What fits where the cursor stands: texts that may take the place of the line's characters from `start` to the cursor. */
export type Completion = { readonly start: number; readonly candidates: readonly string[] };

/** What Tab can make of a line whose end is the cursor: commands, options, fields, comparisons, values, or what the command offers. */
export async function completeLine(kernel: Kernel, before: string, session: Session): Promise<Completion | undefined> {
  const place = findPlace(before);
  const { stageText, word, start, words } = place;
  if (words.length === 0) return completion(start, word, commandNames(kernel, session, stageText !== before), '');
  const command = kernel.commands.get(words[0] ?? '');
  if (command === undefined) return undefined;
  const options = word.startsWith('-') ? (command.options ?? []).map(({ flag }) => flag) : [];
  if (options.length > 0) return completion(start, word, options, '');
  if (command.offersFields === true) {
    const input = await inputOf(kernel, before.slice(0, before.length - stageText.length), session);
    return input === undefined ? undefined : completion(start, ...offerFields(command, words.slice(1), word, input));
  }
  return completion(start, word, command.offer?.({ args: words.slice(1), word, session }) ?? [], '');
}

function commandNames(kernel: Kernel, session: Session, piped: boolean): readonly string[] {
  const names = [...kernel.commands.values()]
    .filter(({ place }) => place === 'either' || piped === (place === 'filter'))
    .map(({ name }) => name);
  return (piped ? names : [...names, ...session.aliases.keys()]).toSorted();
}

function offerFields(command: Command, args: readonly string[], word: string, input: Table): [string, readonly string[], string] {
  const names = input.fields.map(({ name }) => name);
  const [field, operator] = args;
  if (command.name === 'where' && field !== undefined)
    return operator === undefined ? [word, operators, ''] : [word, valuesOf(input, field), ''];
  // After a comma, another field begins within the same word.
  const comma = word.lastIndexOf(',') + 1;
  return [word.slice(comma), names.filter((name) => !args.includes(name)), word.slice(0, comma)];
}

function valuesOf(table: Table, name: string): readonly string[] {
  const values = table.rows.flatMap((row) => {
    const value = row.get(name);
    if (value === undefined) return [];
    return typeof value === 'object' ? value : [String(value)];
  });
  return [...new Set(values)].toSorted();
}

async function inputOf(kernel: Kernel, text: string, session: Session): Promise<Table | undefined> {
  const line = text.trimEnd().replace(/\|$/, '');
  const planned = planLine(kernel, line, session);
  if (!planned.ok || planned.value.some(({ command }) => command.effect === 'acts')) return undefined;
  const ran = await runLine(kernel, line, session);
  return ran.ok ? ran.value?.table : undefined;
}

function completion(start: number, word: string, offers: readonly string[], prefix: string): Completion | undefined {
  const typed = word.toLowerCase();
  const candidates = offers.filter((offer) => offer.toLowerCase().startsWith(typed)).map((offer) => prefix + quoteWord(offer));
  return candidates.length === 0 ? undefined : { start, candidates };
}

/** Where in its line a word is being typed: the text of its command, the words before it, and its own letters so far. */
function findPlace(before: string): {
  readonly stageText: string;
  readonly words: readonly string[];
  readonly word: string;
  readonly start: number;
} {
  const words: string[] = [];
  let word = '';
  let start = 0;
  let stageStart = 0;
  let at = 0;
  for (const { character, quoting, isMark } of scanLine(before).characters) {
    at += character.length;
    const separates = quoting === 'bare' && !isMark && /[\s|]/.test(character);
    if (!separates) {
      if (!isMark) word += character;
      continue;
    }
    if (word !== '') words.push(word);
    word = '';
    start = at;
    if (character !== '|') continue;
    words.length = 0;
    stageStart = at;
  }
  return { stageText: before.slice(stageStart), words, word, start };
}
